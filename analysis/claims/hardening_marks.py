"""The words of doubt in a sentence: those of the lexicon, and those that matter only beside a retelling."""

from collections.abc import Sequence
from functools import cache

from misheard.analysis.claims.certainty_lexicon import Mark, WordClass, heads, lexicon, read_data
from misheard.analysis.claims.certainty_numbers import probabilities
from misheard.analysis.claims.certainty_scope import meant
from misheard.analysis.claims.phrases import Found, Table, Token, table_of

NEVER, ALWAYS = 5.0, 95.0
"""Percent up to which a chance is as good as none, and from which it is as good as certain."""
LIMIT_NEAR = 40
"""Characters behind a "may" in which "up to" makes it a limit."""
_CHANCES = frozenset(
    (
        *(
            "chance",
            "chances",
            "odds",
            "probability",
            "likelihood",
            "confidence",
            "confident",
            "sure",
            "certain",
            "likely",
        ),
        *(
            "put",
            "puts",
            "say",
            "give",
            "gives",
            "gave",
            "rate",
            "rates",
            "rated",
            "estimate",
            "judge",
            "assess",
            "probable",
        ),
    )
)
_PERSONS = frozenset(("we", "they", "he", "she", "i", "you", "nobody", "who", "it's", "that", "which"))
_GUESSERS = frozenset(("", "i", "we", "my", "our", "a", "best", "his", "her", "their", "i'd"))
_OPEN = frozenset(
    ("be", "have", "also", "well", "still", "easily", "mean", "lead", "help", "affect", "cause", "then")
)
_PAST = frozenset(("was", "were", "had", "did"))
_OWN = WordClass("own list", 0.4, hedge=True)


@cache
def table() -> Table:
    """Return the words of hardening_words.toml by tag: "hedge", "certain", "says", "absence.no" and so on."""
    lists: dict[str, list[str]] = {}
    for group, entry in read_data("hardening_words.toml").items():
        for name, words in entry.items():
            if group != "teller":
                lists[group if name == "words" else f"{group}.{name}"] = words
    lists["sequence"] = read_data("ladder_words.toml")["sequence"]
    return table_of(lists)


@cache
def lexicon_words() -> frozenset[str]:
    """Return the words that one of hedges.toml may be looked for by."""
    known = lexicon()
    return frozenset((*known.words, *known.patterns))


@cache
def hedge_words() -> frozenset[str]:
    """Return those of them by which a word of doubt may be seen."""
    known = lexicon()
    words = (word for word, word_class in known.words.items() if word_class.hedge)
    patterns = (word for word, entries in known.patterns.items() if any(each.word_class.hedge for each in entries))
    return frozenset((*words, *patterns))


@cache
def _hedging() -> dict[str, tuple[frozenset[str], ...]]:
    """Return for each of `hedge_words` what else must stand beside it: one of some sets of words."""
    known = lexicon()
    anything: tuple[frozenset[str], ...] = (frozenset(),)
    found = {word: anything for word, word_class in known.words.items() if word_class.hedge}
    for word, entries in known.patterns.items():
        needs = tuple(dict.fromkeys(each.needs for each in entries if each.word_class.hedge))
        if needs and word not in found:
            found[word] = needs
    return found


def may_hedge(words: Sequence[str]) -> bool:
    """Tell at little cost whether hedges.toml may find a word of doubt among `words`."""
    hedging = _hedging()
    found = [word for word in words if word in hedging]
    if not found:
        return False
    parts = heads(words)
    return any(needs <= parts for word in found for needs in hedging[word])


def may_give_a_chance(words: Sequence[str]) -> bool:
    """Tell whether a chance may be stated as a number among `words`."""
    if _CHANCES.isdisjoint(words):
        return False
    return "chance" in words or "chances" in words or any(word[0].isdigit() for word in words)


def marks_of(text: str, sentence: list[Token], found: list[Found]) -> list[Mark]:
    """Return the words of doubt of a sentence: those of the lexicon, and those of the own list."""
    words = [token.word for token in sentence]
    start, end = sentence[0].start, sentence[-1].end
    marks: list[Mark] = []
    if not lexicon_words().isdisjoint(words):
        marks = [mark._replace(start=mark.start + start, end=mark.end + start) for mark in meant(text[start:end])]
    if may_give_a_chance(words):
        marks += _numbers(text, start, end, marks)
    for one in found:
        if one.tag != "hedge" or (one.words == "could" and not _may_be(words, one.first)):
            continue
        first, last = sentence[one.first].start, sentence[one.behind - 1].end
        if not any(mark.word_class.hedge and mark.start < last and mark.end > first for mark in marks):
            marks.append(Mark(first, last, text[first:last], _OWN))
    return sorted((mark for mark in marks if _is_doubt(text, mark)), key=lambda mark: mark.start)


def _numbers(text: str, start: int, end: int, known: list[Mark]) -> list[Mark]:
    """Return the probabilities that a sentence states as numbers, where they leave something open."""
    found: list[Mark] = []
    hedges = [mark for mark in known if mark.word_class.hedge]
    for one in probabilities(text[start:end]):
        first, last = one.start + start, one.end + start
        if (
            one.percent > NEVER
            and one.highest < ALWAYS
            and not any(m.start < last and m.end > first for m in hedges)
        ):
            found.append(Mark(first, last, text[first:last], WordClass("number", one.percent / 100, hedge=True)))
    return found


def _is_doubt(text: str, mark: Mark) -> bool:
    """Tell whether a mark is what it looks like: "little doubt" is none, and to guess a word may be a game."""
    before = "".join(text[max(0, mark.start - 12) : mark.start].lower().split()[-1:])
    if mark.text.lower().startswith("doubt"):
        return before not in ("little", "no", "without")
    after = "".join(text[mark.end : mark.end + 12].split(maxsplit=1)[:1])
    if mark.text.lower() in ("may", "might") and after in ("want", "like", "wish"):
        return False
    if mark.text == "may":
        return after not in ("the", "a", "an") and " up to " not in text[mark.end : mark.end + LIMIT_NEAR]
    if after == "in":
        return not mark.text.lower().endswith(("believe", "believes", "believed"))
    return mark.text.lower() != "guess" or before in _GUESSERS


def _may_be(words: list[str], place: int) -> bool:
    """Tell whether a "could" says what may be, and not what somebody was able to do."""
    before = words[place - 1] if place else ""
    after = words[place + 1] if place + 1 < len(words) else ""
    if before in _PERSONS or after in ("not", "only", "you", "we", "i"):
        return False
    return after in _OPEN or not any(word in _PAST or word.endswith("ed") for word in words)
