"""How strong a link a text claims, by look-up: none < association < may cause < causes."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from misheard.analysis.claims.certainty_lexicon import read_data
from misheard.analysis.claims.certainty_strength import Strength
from misheard.analysis.claims.phrases import Found, Table, look_up, table_of

GOVERNS = 9
"""Words behind "associated with" that only name what is associated: "with reduced mortality"."""
NEAR = 5
"""Words behind a verb among which the word stands that it needs to claim a cause."""
_BE = frozenset(("is", "are", "was", "were", "be", "been"))
_ENDS = frozenset(".!?;\n")


@cache
def words_for(name: str) -> frozenset[str]:
    """Return one of the lists of ladder_words.toml."""
    return frozenset(read_data("ladder_words.toml")[name])


@cache
def _needs() -> dict[str, frozenset[str]]:
    """Return what must stand behind some verbs: "makes people less lonely", "stopped them from laying"."""
    stops = ("stops", "stopped", "keeps", "kept")
    return dict.fromkeys(("makes", "made"), words_for("compares")) | dict.fromkeys(stops, frozenset(("from",)))


class Rung(NamedTuple):
    """The strongest link that a text claims, and the tokens that claim it (first, and behind the last)."""

    strength: Strength
    first: int
    behind: int


NONE = Rung(Strength.NONE, 0, 0)


def forms(verb: str) -> Iterator[tuple[str, str]]:
    """Yield the forms of a regular verb with the tag of each: plain, third person, past."""
    stem = verb.removesuffix("e")
    twice = verb + verb[-1] if verb in ("control", "stop", "cut") else stem
    yield "plain", verb
    yield "third", verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s")
    yield "past", twice + "ed"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        yield "third", verb[:-1] + "ies"
        yield "past", verb[:-1] + "ied"


@cache
def table() -> Table:
    """Return the words of ladder_words.toml by tag; made once."""
    data = read_data("ladder_words.toml")
    lists: dict[str, list[str]] = {
        "association": data["association"],
        "cause": data["phrases"],
        "held": data["held"],
        "denied": data["denied"],
    }
    for verb in data["verbs"]:
        for tag, form in forms(verb):
            lists.setdefault(tag, []).append(form)
    return table_of(lists)


def rung_of(words: Sequence[str]) -> Rung:
    """Return the strongest link that `words` claim, sentence by sentence.

    A denied cause is none, one under a hedge may be one, and what stands behind "is associated with" is associated.
    """
    found = look_up(words, table())
    if not found:
        return NONE
    best, start = NONE, 0
    ends = [place for place, word in enumerate(words) if word in _ENDS]
    for end in [*ends, len(words)]:
        inside = [one for one in found if start <= one.first < end]
        rung = _of_sentence(words, inside) if inside else NONE
        best = max(best, rung, key=lambda one: one.strength)
        start = end
    return best


def _of_sentence(words: Sequence[str], found: list[Found]) -> Rung:
    links = [one for one in found if one.tag == "association"]
    held = [one for one in found if one.tag == "held"]
    denied = {one.first for one in found if one.tag == "denied"}
    causes = [
        one
        for one in found
        if _claims(words, one)
        and not any(0 < one.first - link.first <= GOVERNS for link in links)
        and denied.isdisjoint(range(one.first - 3, one.first))
    ]
    if causes:
        strength = Strength.CONDITIONAL_CAUSE if held else Strength.CAUSE
        return Rung(strength, causes[0].first, causes[0].behind)
    return Rung(Strength.ASSOCIATION, links[0].first, links[0].behind) if links else NONE


def _claims(words: Sequence[str], one: Found) -> bool:
    """Tell whether a phrase claims a cause: a verb that does something to something, and no "increased risk"."""
    before = words[one.first - 1] if one.first else "."
    if one.tag == "cause":
        needs = _needs().get(words[one.first])
        passive = words[one.first] == "made" and before in _BE
        return needs is None or (not passive and not needs.isdisjoint(words[one.behind : one.behind + NEAR]))
    return one.tag in ("plain", "third", "past") and _acts(words, one, before)


def _acts(words: Sequence[str], one: Found, before: str) -> bool:
    after = words[one.behind] if one.behind < len(words) else "."
    if after in words_for("behind"):
        return after == "by" and before in _BE
    if one.tag != "past" and before.endswith("ly") and one.first > 1:
        before = words[one.first - 2]
    if before in words_for("ahead"):
        return one.tag == "plain" and before in words_for("modal")
    return one.tag != "plain" or before in words_for("modal") or before.endswith("s")
