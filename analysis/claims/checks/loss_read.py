"""Reads from a sentence the exceptions and caveats that make what it says less than it seems."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from misheard.analysis.claims.certainty_lexicon import read_data
from misheard.analysis.claims.checks.phrases import Hit, Phrases
from misheard.analysis.claims.checks.support import all_tokens, content, kept, share
from misheard.analysis.claims.edits.record import Word, bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence, Telling, read_once
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import tags

_DATA = read_data("loss_words.toml")
WORDS = {name: frozenset(words) for name, words in _DATA["words"].items()}
EXCEPTIONS, CAVEATS, ADJUNCTS = (Phrases(_DATA[name]) for name in ("exceptions", "caveats", "adjuncts"))
_MARKS = EXCEPTIONS.first | CAVEATS.first | ADJUNCTS.first | {"but"}
_RARE = EXCEPTIONS.rarest | CAVEATS.rarest | ADJUNCTS.rarest | {"but", "with"}
_MARK, _IS_RARE, _WITH, _BUT = bit_of(_MARKS), bit_of(_RARE), bit_of(("with",)), bit_of(("but",))
STRANGE = 0.5
"""A sentence of which the source has less than this, however worded, may tell an exception in its own words."""
_DENIALS = frozenset(("not", "no", "never", "none", "cannot", "without", "neither", "nor", "nothing"))
_STOPS = frozenset(".;:()!?—–,")
_FINITE = frozenset(
    ("is", "are", "was", "were", "has", "have", "had", "can", "will", "did", "does", "do", "may", "must")
)
NEAR_UNIVERSAL = 5
"""So many words lie at most between "all" and the "but" that takes something out of it."""


class Limit(NamedTuple):
    """What is claimed (`main`), and what limits it (`words`); `sort` is except, caveat, again or part."""

    sort: str
    main: list[Token]
    words: list[Token]


def limits(sentence: Sentence) -> list[Limit]:
    """Return what limits the claims of a sentence."""
    bits = sentence.bits
    return _read(sentence) if bits & _MARK and bits & _IS_RARE else []


@read_once
def _read(sentence: Sentence) -> list[Limit]:
    with_places = [*_deactivated(sentence.records)] if sentence.bits & _WITH else []
    phrases = any(known.may_stand_in(sentence) for known in (EXCEPTIONS, CAVEATS, ADJUNCTS))
    if not (with_places or phrases or sentence.bits & _BUT):
        return []
    words = tuple(sentence.tokens)
    lowers = sentence.words
    return [*_exceptions(words, lowers), *_caveats(words, lowers), *_adjuncts(words, lowers)]


def _exceptions(words: Sequence[Token], lowers: Sequence[str]) -> Iterator[Limit]:
    hits = [hit for hit in EXCEPTIONS.find(words, lowers) if hit.tag == "except"]
    hits += [Hit("except", at, at + 1) for at, lower in enumerate(lowers) if lower == "but" and _excepts(words, at)]
    for hit in hits:
        stop = _stop(words, hit.end)
        main = [word for word in (words[: hit.start] if hit.start else words[stop:]) if word.sort != "p"]
        if not any((word.sort in "wn" and "v" in tags(word.lower)) or word.lower in _FINITE for word in main):
            stop = next((at for at in range(hit.end, stop) if words[at].lower in _FINITE), stop)
            main += [word for word in words[stop:] if word.sort != "p"]
        if content(words[hit.end : stop]) and content(main):
            yield Limit("except", main, list(words[hit.start : stop]))


def _stop(words: Sequence[Token | Word], start: int) -> int:
    return next((at for at in range(start, len(words)) if words[at].text[0] in _STOPS), len(words))


def _excepts(words: Sequence[Token], at: int) -> bool:
    """Tell whether a "but" takes something out of all: close behind an all-word, with no verb or stop between."""
    for word in reversed(words[max(0, at - NEAR_UNIVERSAL) : at]):
        if word.lower in WORDS["taken_from"]:
            return True
        if word.sort == "p" or word.lower in _FINITE:
            return False
    return False


def _caveats(words: Sequence[Token], lowers: Sequence[str]) -> Iterator[Limit]:
    for hit in CAVEATS.find(words, lowers):
        if hit.start == 0:
            stop = next((at for at, word in enumerate(words) if word.text == ","), 0)
            main, caveat = words[stop:], words[:stop]
        else:
            if words[hit.start].lower == "but" and _excepts(words, hit.start):
                continue
            main, caveat = words[: hit.start], words[hit.start :]
        main = [word for word in main if word.sort != "p"]
        if content(main) and content(caveat) and _is_about(caveat[hit.end - hit.start :], main):
            yield Limit("caveat", list(main), list(caveat))


def _is_about(caveat: Sequence[Token], main: Sequence[Token]) -> bool:
    """Tell whether a caveat speaks of what the claim is about, and says something bad of it."""
    lowers = [word.lower for word in caveat if word.sort != "p"]
    if not lowers or not _is_bad(lowers):
        return False
    if lowers[0] in WORDS["subjectless"] or not WORDS["pronouns"].isdisjoint(lowers):
        return True
    return kept(caveat, main) > 0


def _is_bad(lowers: Sequence[str]) -> bool:
    """Tell whether some words say something bad; a bad thing that is denied, such as no complaint, is not."""
    if WORDS["bad"].isdisjoint(lowers):
        return False
    for at, word in enumerate(lowers):
        if word in WORDS["denying"] and not WORDS["trouble"].isdisjoint(lowers[at + 1 : at + 5]):
            return False
    return True


def _adjuncts(words: Sequence[Token], lowers: Sequence[str]) -> Iterator[Limit]:
    for hit in ADJUNCTS.find(words, lowers):
        if hit.tag == "part":
            main = [*words[: hit.start], *words[hit.end :]]
            yield Limit("part", [word for word in main if word.sort != "p"], list(words[hit.start : hit.end]))
            continue
        stop = _stop(words, hit.end)
        main = [word for word in words[: hit.start] if word.sort != "p"]
        if content(main):
            yield Limit(hit.tag, main, list(words[hit.start : stop]))
    for at, stop in _deactivated(words):
        yield Limit("again", [one for one in words[:at] if one.sort != "p"], list(words[at:stop]))


def _deactivated(words: Sequence[Token | Word]) -> Iterator[tuple[int, int]]:
    """Yield where it is told with what switched off, left out or ended: from `with` up to the next mark."""
    for at, word in enumerate(words):
        if word.lower == "with" and at:
            stop = _stop(words, at)
            last = words[stop - 1].lower
            is_off = last in WORDS["ends"] or (last.endswith("ed") and stop - at > 2)
            if is_off or any(one.lower in WORDS["deactivated"] for one in words[at:stop]):
                yield at, stop


def behind(told: Telling, sentence: Sentence) -> list[Token]:
    """Return the tokens of the next sentence where it limits this one: "However, ...", "Those figures are ..."."""
    index = told.sentences.index(sentence) + 1
    if index >= len(told.sentences):
        return []
    words = told.sentences[index].tokens
    lowers = [word.lower for word in words]
    if lowers and lowers[0] in WORDS["openers"] and _is_bad(lowers):
        return words
    if not lowers or WORDS["scoping"].isdisjoint(lowers[:6]) or not _is_narrow(lowers):
        return []
    is_about = not WORDS["these"].isdisjoint(lowers[:3])
    is_failing = not WORDS["about"].isdisjoint(lowers[:1]) and not WORDS["fails"].isdisjoint(lowers[1:4])
    return words if is_about or is_failing else []


def against(told: Telling, sentence: Sentence) -> list[Token]:
    """Return the tokens of the next sentence where it tells something bad of some of what this one speaks of."""
    index = told.sentences.index(sentence) + 1
    words = told.sentences[index].tokens if index < len(told.sentences) else []
    lowers = [word.lower for word in words]
    if not lowers or not _is_bad(lowers):
        return []
    some = lowers[0] in WORDS["some"] or words[0].sort == "d" or lowers[:2] == ["the", "one"]
    return words if some or kept(words, sentence.tokens) else []


def is_excepted(pair: Pair) -> bool:
    """Tell whether the retelling may take something out in its own way: by a word for it, or by a new denial."""
    if not WORDS["excepting"].isdisjoint(pair.retold.lower):
        return True
    if not _DENIALS.isdisjoint(pair.retold.lower - pair.told.lower):
        return True
    whole = all_tokens(pair.told)
    rest = [one for one in pair.retold.sentences if one is not pair.retelling]
    return any(share(one.tokens, whole, loose=True) < STRANGE for one in rest)


def _is_narrow(lowers: Sequence[str]) -> bool:
    return not (WORDS["bad"] | {"for", "exclude", "excludes"}).isdisjoint(lowers)
