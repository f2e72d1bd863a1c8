"""Words that belong to a figure: parts and multiples, units that stand behind it, the period it is said for."""

from collections.abc import Sequence

from misheard.analysis.claims.checks.figure_lists import word_list
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.claims.lists import lines_of
from misheard.analysis.claims.numerals import VALUES
from misheard.analysis.claims.units import BY_WORD

PARTS: dict[str, dict[str, float]] = {}
for _name, _sort, _value in map(str.split, lines_of("part_words.txt")):
    PARTS.setdefault(_name, {})[_sort] = float(_value)
_MORE = {name: (head, float(factor)) for name, head, factor in map(str.split, lines_of("more_units.txt"))}
_MONEY = {"usd": "money usd", "eur": "money eur", "gbp": "money gbp", "jpy": "money jpy"}
_CODES = {"usd", "eur", "gbp", "chf", "jpy", "cad", "aud", "sek", "nok", "dkk", "inr", "cny", "pln"}
_OF_LANDS = {
    "us": "usd",
    "american": "usd",
    "canadian": "cad",
    "australian": "aud",
    "british": "gbp",
    "swiss": "chf",
}
PERIODS = {word: unit.factor for word, unit in BY_WORD.items() if unit.dimension == "time" and " " not in word}
PERIODS |= {"night": 86400.0, "annum": PERIODS["year"], "quarter": PERIODS["month"] * 3, "hr": 3600.0, "min": 60.0}
AHEAD_OF_DECADE = frozenset(("his", "her", "their", "my", "your", "the", "mid", "early", "late", "-"))
CURRENCY_MARKS = frozenset(("€", "$", "£", "¥", "eur", "usd", "gbp", "chf", "jpy"))
_AHEAD_OF_SHARE = word_list("ahead_of_share")
_IS = frozenset(("is", "are", "was", "were", "be", "been", "now"))
_OF = frozenset(("of", "more", "less", "fewer", "lower", "higher"))
_NO_SHARE = frozenset(("first", "second", "last", "other", "next", "-", "final"))
_COUNTED = 3
"""So many words behind a figure may belong to what it counts."""
_NOUN_SKIPPED = frozenset(("of", "the", "more", "other", "further", "all", "those", "these", "our", "their", "its"))
WEIGHED = word_list("weighed")
_RANKED = word_list("ranked")
_NO_RANK = frozenset(("quarter", "half", "week", "day", "month", "year", "of", "at", "and", "thing", "time"))


def noun(behind: Sequence[Token]) -> frozenset[str]:
    """Return the keys of the words behind a figure that name what it counts."""
    found: list[str] = []
    for word in behind:
        if word.sort in "wn" and len(found) < _COUNTED:
            found.append(word.key)
        elif not (word.sort == "f" and word.lower in _NOUN_SKIPPED and not found) and word.text != "-":
            break
    return frozenset(found)


def unit_behind(behind: Sequence[Token], end: int) -> tuple[str, float, str, int] | None:
    """Return what a unit word behind a number measures, its base units, the word and where it ends."""
    if not behind or behind[0].start - end > 1:
        return None
    word = behind[0]
    land = _OF_LANDS.get(word.lower)
    if land and len(behind) > 1 and behind[1].lower in ("dollar", "dollars", "pound", "pounds", "franc", "francs"):
        return _MONEY.get(land, f"money {land}"), 1.0, land, behind[1].end
    if word.lower in _CODES:
        return _MONEY.get(word.lower, f"money {word.lower}"), 1.0, word.lower, word.end
    known = _MORE.get(word.lower) or _MORE.get(word.lower.removesuffix("s"))
    if known is None:
        return None
    head = _MONEY.get(known[0], known[0])
    return head, known[1], word.lower, word.end


def measured(words: Sequence[Token], last: int) -> tuple[str, float, int] | None:
    """Return what `half a gram`, `a quarter of an hour` measures, the unit's base units and its token."""
    at = last + 2 if last + 1 < len(words) and words[last + 1].lower == "of" else last + 1
    if at + 1 >= len(words) or words[at].lower not in ("a", "an"):
        return None
    lower = words[at + 1].lower
    unit = BY_WORD.get(lower)
    if unit:
        return unit.dimension, unit.factor, at + 1
    known = _MORE.get(lower)
    return (known[0], known[1], at + 1) if known else None


def part_at(words: Sequence[Token], place: int) -> tuple[str, float, int, int] | None:
    """Return the share, multiple or rank at a token: its head, value, first and last token."""
    word = words[place]
    known = PARTS.get(word.lower)
    if known is None:
        rank = float(word.key[1:]) if word.key[0] == "#" else None
        return _one_in(words, place) if rank is None else _rank(words, place, rank)
    if "scale" in known and words[min(place + 1, len(words) - 1)].lower == "of":
        return "scale", known["scale"], place, place
    if "times" in known:
        return "times", known["times"], place, place
    share = _share(words, place, known["share"]) if "share" in known else None
    rank = known.get("rank") or (float(word.key[1:]) if word.key[0] == "#" else None)
    return share or (_one_in(words, place) if rank is None else _rank(words, place, rank))


def _rank(words: Sequence[Token], place: int, value: float) -> tuple[str, float, int, int] | None:
    """Return the rank at a token: the second run, came third, is 4th in, the twenty-first."""
    if not 0 < place < len(words) - 1 or number(words[place - 1]) is not None:
        return None
    before, after = words[place - 1], words[place + 1]
    if before.text == "-" and place > 1:
        tens = number(words[place - 2])
        return ("rank", tens + value, place - 2, place) if tens and tens % 10 == 0 else None
    is_place = before.lower in _RANKED or (after.lower == "in" and before.lower in _IS)
    counted = after.sort in "wn" and after.lower not in _NO_RANK and before.lower not in ("at", "per")
    return ("rank", value, place, place) if is_place or counted else None


def _share(words: Sequence[Token], place: int, value: float) -> tuple[str, float, int, int] | None:
    before, by = (words[place - n] if place >= n else None for n in (1, 2))
    after = words[place + 1].lower if place + 1 < len(words) else "."
    if _is_time(words, place, after) or (before is not None and before.lower in _NO_SHARE):
        return None
    if words[place].lower == "half":
        return "share", value, place, place
    if before is not None and before.lower in VALUES:
        return "share", value * VALUES[before.lower], place - 1, place
    is_part = after in _OF or after in ".,;:)" or (by is not None and by.lower in _AHEAD_OF_SHARE)
    return ("share", value, place - 1, place) if before is not None and before.lower == "a" and is_part else None


def _is_time(words: Sequence[Token], place: int, after: str) -> bool:
    """Tell whether a part is one of a clock or a period: half past, quarter to, the first quarter of the year."""
    if after in ("past", "hour", "year", "day", "mile", "dozen", "time"):
        return True
    if words[place].lower == "quarter" and after == "to":
        return True
    return after == "of" and place + 3 < len(words) and words[place + 3].lower in PERIODS


def _one_in(words: Sequence[Token], place: int) -> tuple[str, float, int, int] | None:
    """Read `one in five`, `3 out of 10`, `two of every three`."""
    at = place + 1
    if at + 1 >= len(words) or words[at].lower not in ("in", "out"):
        return None
    low = number(words[place])
    if low is None:
        return None
    at += 1
    while at < len(words) and words[at].lower in ("of", "every", "the"):
        at += 1
    high = number(words[at]) if at < len(words) else None
    if high is None or not 0 < low < high <= 1000 or (words[place + 1].lower == "in" and high > 100):
        return None
    after = words[at + 1] if at + 1 < len(words) else None
    if after is not None and after.lower in PERIODS:
        return None
    return "share", low / high, place, at


def number(word: Token) -> float | None:
    """Return the value of a number token, None where it is no plain number."""
    try:
        return float(word.key) if word.sort == "d" else None
    except ValueError:
        return None
