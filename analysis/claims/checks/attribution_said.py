"""Who says what in a sentence: `the vendor claims that ...`, `..., says the union`, `according to the ministry`."""

from collections.abc import Sequence
from itertools import pairwise, takewhile

from misheard.analysis.claims.checks.attribution_phrases import (
    HELPS,
    LONGEST,
    Said,
    by_belief,
    by_hearsay,
    by_noun,
    by_phrase,
    clause,
    start,
    stop,
    trim,
)
from misheard.analysis.claims.checks.attribution_words import (
    BY,
    HEAR,
    HEARSAY,
    MEASURE,
    NOUN,
    NOUN_VERBS,
    SURE_OF,
    VERBS,
)
from misheard.analysis.claims.checks.entity_reading import read_words
from misheard.analysis.claims.checks.entity_words import BE, DET, HELP
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Sentence, read_once
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import lexical_class, tags

_HEARERS = 6
_BELIEF = SURE_OF | HEAR
_NOUN, _BELIEVING, _VERB = bit_of(NOUN), bit_of(_BELIEF), bit_of(VERBS)
_MAY_SAY = BY.bit | _NOUN | _BELIEVING | _VERB | HEARSAY.bit
_NO_VERB = frozenset(
    ("the", "a", "an", "of", "to", "its", "their", "his", "her", "this", "no", "as", "which", "that")
)
_FINITE = BE | frozenset(
    ("has", "have", "had", "will", "would", "can", "could", "may", "might", "must", "does", "do")
)
_DOUBT = frozenset(
    ("reportedly", "allegedly", "may", "might", "could", "perhaps", "possible", "possibly", "probable", "probably",
     "likely", "suspected", "seems", "appears")
)  # fmt: skip
_SUBJECTS = frozenset(("i", "we", "you", "they", "who", "could", "may", "might", "can", "do"))
_AS_ONLY = frozenset(["give", "list", "mark", "class", "style", "present", "portray", "depict", "paint", "term"])
_JOINED = frozenset(("and", "but"))
_JUDGING = frozenset(("consider", "find", "deem", "judge", "think", "believe", "rate"))
_BARE = frozenset(("blame", "accuse"))
_SPEAKERS = frozenset(("noun.person", "noun.group"))
_LABEL = 40
"""Whoever speaks in a line of notes is named within so many characters."""


@read_once
def said_in(sentence: Sentence) -> Said | None:
    """Return the first statement that a sentence puts in somebody's mouth."""
    bits = sentence.bits
    if not (bits & _MAY_SAY or ":" in sentence.text[:_LABEL]):
        return None
    words = sentence.tokens
    return (
        (by_phrase(words) if BY.may_stand_in(sentence) else None)
        or (by_noun(words) if bits & _NOUN else None)
        or (by_belief(words) if bits & _BELIEVING else None)
        or (by_verb(words) if bits & _VERB else None)
        or (by_hearsay(words) if HEARSAY.may_stand_in(sentence) else None)
        or by_label(words)
    )


def by_label(words: Sequence[Token]) -> Said | None:
    """Read `Harbour master: both cranes are free`: a person or a group stands ahead of the colon."""
    colon = next((i for i, word in enumerate(words[:5]) if word.text == ":"), 0)
    who = trim(words[:colon])
    if not who or any(word.sort not in "wnf" for word in who) or lexical_class(who[-1].lower) not in _SPEAKERS:
        return None
    what = words[colon + 1 : clause(words, colon + 1)]
    return Said(who, "label", what, [words[colon]]) if any(word.lower in _FINITE for word in what) else None


def by_verb(words: Sequence[Token]) -> Said | None:
    """Read `the vendor claims that ...` and `..., says the union`."""
    for i, word in enumerate(words):
        verb = VERBS.get(word.lower)
        if (
            verb is None
            or i == 0
            or not _agrees(words[i - 1], word, verb)
            or (i + 1 < len(words) and words[i + 1].lower == "s")
        ):
            continue
        passive = _quoted(words, i) or _by_whom(words, i, verb)
        if passive is not None:
            return passive
        who = _subject(words, i)
        if who and len(who) <= LONGEST and _can_say(words, i, verb):
            end = clause(words, i + 1)
            what = words[i + 1 : end]
            that = next((k for k, other in enumerate(what[:_HEARERS]) if other.lower == "that"), -1)
            return Said(who, verb, what[that + 1 :], [word])
        last = _said_last(words, i, verb)
        if last is not None:
            return last
    return None


def _said_last(words: Sequence[Token], i: int, verb: str) -> Said | None:
    """Read `..., says the union` and `..., the ministry says`."""
    before = words[i - 1]
    end = stop(words, i + 1)
    if before.text[0] == "," and i > 3 and not words[i].lower.endswith("ing") and verb not in _AS_ONLY:
        who = trim(words[i + 1 : end])
        if who and len(who) <= LONGEST:
            return Said(who, verb, words[: i - 1], words[i:end])
    return None


def _can_say(words: Sequence[Token], i: int, verb: str) -> bool:
    """Tell whether a verb has a statement behind it: one with a verb of its own, `as` or `at`, a figure."""
    before, what = words[i - 1], words[i + 1 : clause(words, i + 1)]
    if words[i].sort == "n" or words[i].lower.endswith("ing") or before.lower in _NO_VERB or len(what) < 2:
        return False
    if any(word.lower in BE for word in words[max(0, i - 3) : i]) or what[0].lower in {"by", "to"}:
        return False
    takes = verb in _BARE or (verb in NOUN_VERBS and what[0].lower not in {"for", "with", "on"})
    if (
        takes
        or (verb in _JUDGING and _has_quality(what))
        or what[0].lower == "that"
        or what[0].lower.endswith("ing")
    ):
        return True
    if verb in MEASURE and any(word.lower in {"as", "at"} or word.sort == "d" for word in what):
        return verb not in _AS_ONLY or _has_as(what, verb)
    if any(word.lower in _FINITE for word in what):
        return True
    return what[0].sort != "d" and bool(read_words(what).verbs)


def _has_as(what: Sequence[Token], verb: str) -> bool:
    """Tell whether something is given as something else, and not `as agreed`."""
    return any(
        one.lower == "as" and not (verb == "give" and two.lower.endswith("ed")) for one, two in pairwise(what)
    )


def _agrees(before: Token, word: Token, verb: str) -> bool:
    """Tell whether a bare form, which may be a noun, stands behind what can be its subject: they claim."""
    if word.lower != verb:
        return True
    plural = before.lower.endswith("s") or before.lower in _SUBJECTS or before.lower.endswith("ly")
    return plural or before.lower in HELPS or before.lower in {"people", "police", "staff"}


def _quoted(words: Sequence[Token], i: int) -> Said | None:
    """Read `is quoted as saying`."""
    if words[i].lower not in {"quoted", "cited", "reported", "heard"} or words[i - 1].lower not in BE:
        return None
    if i + 3 >= len(words) or words[i + 1].lower != "as" or not words[i + 2].lower.endswith("ing"):
        return None
    return Said(words[start(words, i) : i - 1], "say", words[i + 3 :], words[i - 1 : i + 3])


def _by_whom(words: Sequence[Token], i: int, verb: str) -> Said | None:
    """Read `is described by its backers as` and `it is claimed by the firm that`."""
    if words[i + 1 : i + 2] == [] or words[i + 1].lower != "by" or words[i - 1].lower not in BE:
        return None
    end = next((k for k in range(i + 2, len(words)) if words[k].lower in {"as", "that", "to"}), 0)
    if not end or end - i > LONGEST or (verb not in MEASURE and words[end].lower != "that"):
        return None
    return Said(words[i + 2 : end], verb, [*words[: i - 1], *words[end + 1 :]], words[i:end])


def _subject(words: Sequence[Token], i: int) -> Sequence[Token]:
    """Return whoever stands in front of a verb, ahead of an aside: Nguyen, the site manager, said."""
    begin = start(words, i)
    who = trim(words[begin:i])
    if not who and begin > 1 and words[begin - 1].text == ",":
        aside = start(words, begin - 1)
        who = trim(words[start(words, aside - 1) : aside - 1]) if aside and words[aside - 1].text == "," else ()
    if not who and begin and words[begin - 1].lower in _JOINED:
        who = _shared_subject(words, start(words, begin - 1), begin - 1)
    if len(who) > 2 and who[0].lower == "it" and who[1].lower in BE:
        return who[2:]
    return who


def _shared_subject(words: Sequence[Token], begin: int, end: int) -> Sequence[Token]:
    """Return whoever does both of two things that "and" joins: the head would help and considers it too short."""
    verbs = read_words(words).verbs
    at = next((k for k in range(begin + 1, end) if k in verbs or words[k].lower in HELP), begin)
    return trim(words[begin:at])


def _has_quality(what: Sequence[Token]) -> bool:
    """Tell whether a thing and a quality stand behind a verb: finds the programme too short."""
    if what[0].lower not in DET:
        return False
    run = list(takewhile(lambda word: word.sort != "p" and word.lower not in _JOINED, what))
    return (
        len(run) > 2 and tags(run[-1].lower)[:1] == "a" and "n" in tags(run[-2].lower)[:1] + tags(run[-3].lower)[:1]
    )


def is_doubted(sentence: Sentence) -> bool:
    """Tell whether a sentence says by itself that it may not be so."""
    return not _DOUBT.isdisjoint(sentence.lower)
