"""Who says what in a sentence: `the vendor claims that ...`, `..., says the union`, `according to the ministry`."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from misheard.analysis.claims.checks.attribution_words import BY, MEASURE, NOUN, THING, VERBS
from misheard.analysis.claims.checks.entity_reading import BE, read
from misheard.analysis.claims.edits.telling import Sentence
from misheard.analysis.claims.edits.tokens import Token, tokens
from misheard.analysis.lexicon.wordnet import lexical_class

_HEARERS = 6
LONGEST = 9
"""A name of the one who claims has no more words."""
_MARKS = frozenset(",;:.()!?")
_BREAKS = frozenset(("but", "while", "whereas", "although", "though", "because", "and", "yet"))
_HELP = frozenset(
    (
        "has",
        "have",
        "had",
        "also",
        "still",
        "will",
        "would",
        "since",
        "now",
        "is",
        "are",
        "was",
        "were",
        "been",
        "who",
    )
)
_NO_VERB = frozenset(
    ("the", "a", "an", "of", "to", "its", "their", "his", "her", "this", "no", "as", "which", "that")
)
_FINITE = BE | frozenset(
    ("has", "have", "had", "will", "would", "can", "could", "may", "might", "must", "does", "do")
)
_DOUBT = frozenset(("reportedly", "allegedly", "may", "might", "could", "perhaps"))
_NOBODY = frozenset(("noun.time", "noun.quantity", "noun.shape"))
_SUBJECTS = frozenset(("i", "we", "you", "they", "who", "could", "may", "might", "can", "do"))
_BARE = frozenset(("blame", "accuse"))


class Said(NamedTuple):
    """Who is said to have stated what, by which verb; `marks` are the words that put it in their mouth."""

    who: Sequence[Token]
    verb: str
    what: Sequence[Token]
    marks: Sequence[Token]

    @property
    def names_claimant(self) -> bool:
        """Tell whether a person or a body makes the claim, and not a paper, a program or the teller."""
        words = [word.lower for word in self.who]
        named = [word for word in self.who if word.is_content]
        if self.verb == "by" and not words:
            return True
        return bool(named) and THING.isdisjoint(words[-1:]) and lexical_class(words[-1]) not in _NOBODY


def said_in(sentence: Sentence) -> Said | None:
    """Return the first statement that a sentence puts in somebody's mouth."""
    return _said(sentence.text)


@lru_cache(maxsize=4096)
def _said(text: str) -> Said | None:
    words = tokens(text)
    return _by(words) or _by_noun(words) or _by_verb(words)


def _by(words: Sequence[Token]) -> Said | None:
    for hit in BY.find(words):
        end = _stop(words, hit.end)
        who = _trim(words[hit.end : end])
        if who and len(who) <= LONGEST:
            return Said(who, "by", [*words[: hit.start], *words[end:]], words[hit.start : end])
    return None


def _by_noun(words: Sequence[Token]) -> Said | None:
    """Read `by their own estimate`, `in the vendor's view` and `in its brochure`."""
    for i, word in enumerate(words):
        if word.lower not in NOUN or i == 0 or i > LONGEST or words[0].lower not in {"by", "in", "on", "from"}:
            continue
        who = _trim(words[1:i])
        end = _stop(words, i + 1)
        owner = next((w for w in who if w.text[-2:] in {"'s", "’s", "s'", "s’"}), None)
        rest = words[end:]
        if owner is None:
            later = _by_verb(rest)
            if later is not None:
                return later._replace(marks=[*words[:end], *later.marks])
            own = words[1].lower in {"its", "their", "his", "her"}
            return Said((), "by", rest, words[:end]) if own else None
        return Said(who, "by", rest, words[:end])
    return None


def _by_verb(words: Sequence[Token]) -> Said | None:
    for i, word in enumerate(words):
        verb = VERBS.get(word.lower)
        if (
            verb is None
            or i == 0
            or not _agrees(words[i - 1], word, verb)
            or (i + 1 < len(words) and words[i + 1].lower in {"of", "s"})
        ):
            continue
        passive = _by_whom(words, i, verb)
        if passive is not None:
            return passive
        who = _subject(words, i)
        if who and len(who) <= LONGEST and _can_say(words, i, verb):
            end = _clause(words, i + 1)
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
    end = _stop(words, i + 1)
    if before.text[0] == "," and i > 3:
        who = _trim(words[i + 1 : end])
        if who and len(who) <= LONGEST:
            return Said(who, verb, words[: i - 1], words[i:end])
    return None


def _can_say(words: Sequence[Token], i: int, verb: str) -> bool:
    """Tell whether a verb has a statement behind it: one with a verb of its own, `as` or `at`, a figure."""
    before, what = words[i - 1], words[i + 1 : _clause(words, i + 1)]
    if words[i].sort == "n" or any(word.lower in BE for word in words[max(0, i - 3) : i]):
        return False
    if before.lower in _NO_VERB or len(what) < 2 or what[0].lower in {"by", "to"}:
        return False
    if words[i].lower.endswith("ing"):
        return False
    if verb in _BARE or what[0].lower == "that" or what[0].lower.endswith("ing"):
        return True
    if verb in MEASURE and any(word.lower in {"as", "at"} or word.sort == "d" for word in what):
        return True
    return what[0].sort != "d" and bool(read(what).verbs or any(word.lower in _FINITE for word in what))


def _agrees(before: Token, word: Token, verb: str) -> bool:
    """Tell whether a bare form, which may be a noun, stands behind what can be its subject: they claim."""
    if word.lower != verb:
        return True
    plural = before.lower.endswith("s") or before.lower in _SUBJECTS or before.lower.endswith("ly")
    return plural or before.lower in _HELP or before.lower in {"people", "police", "staff"}


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
    start = _start(words, i)
    who = _trim(words[start:i])
    if not who and start > 1 and words[start - 1].text == ",":
        aside = _start(words, start - 1)
        who = _trim(words[_start(words, aside - 1) : aside - 1]) if aside and words[aside - 1].text == "," else ()
    if len(who) > 2 and who[0].lower == "it" and who[1].lower in BE:
        return who[2:]
    return who


def _start(words: Sequence[Token], i: int) -> int:
    """Return where the subject of a verb begins: behind the mark or link in front of it."""
    k = i
    while (
        k > 0
        and not (words[k - 1].sort == "p" and words[k - 1].text[0] in _MARKS)
        and words[k - 1].lower not in _BREAKS
    ):
        k -= 1
    return k


def _stop(words: Sequence[Token], i: int) -> int:
    while i < len(words) and not (words[i].sort == "p" and words[i].text[0] in _MARKS):
        i += 1
    return i


def _clause(words: Sequence[Token], i: int) -> int:
    while i < len(words) and words[i].text[0] not in ",;" and words[i].lower not in {"but", "while", "whereas"}:
        i += 1
    return i


def _trim(words: Sequence[Token]) -> Sequence[Token]:
    """Return a name without the auxiliaries and adverbs behind it."""
    end = len(words)
    while end and (words[end - 1].lower in _HELP or words[end - 1].lower.endswith("ly")):
        end -= 1
    return words[:end]


def is_doubted(sentence: Sentence) -> bool:
    """Tell whether a sentence says by itself that it may not be so."""
    return not _DOUBT.isdisjoint(sentence.lower)
