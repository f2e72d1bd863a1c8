"""Tells at little cost that all numbers of a sentence are years and days, so that there is no amount to be read."""

from misheard.analysis.claims.dates import MONTH_NUMBERS
from misheard.analysis.claims.edits.record import Word, bit_of
from misheard.analysis.claims.edits.telling import Sentence
from misheard.analysis.claims.numerals import VALUES
from misheard.analysis.claims.units import unit_of
from misheard.analysis.claims.words import STOP

_PASSED = frozenset(("of", "the", "more", "other", "further"))
"""Behind these the noun may follow that a number counts."""
_BEHIND = frozenset(word for word in STOP - _PASSED - VALUES.keys() if len(word) > 1 and unit_of(word) is None)
_MONTHS = bit_of(MONTH_NUMBERS)
_MOST_DAYS = 31
_CODES = bit_of(("eur", "usd", "gbp", "chf", "jpy"))


def has_dates_only(sentence: Sentence) -> bool:
    """Tell whether each number is a year from 1700 to 2099 or a day beside its month, and counts nothing.

    False where that is not plain to see from the words next to it: no unit, noun or sign may stand there.
    """
    if not sentence.text.isascii():
        return False
    words = sentence.records
    for place, word in enumerate(words):
        if word.sort == "d" and not (
            _may_stand_ahead(words, place)
            and (
                _is_day(words, place) if len(word.text) < 3 else _is_year(word) and _may_stand_behind(words, place)
            )
        ):
            return False
    return True


def _is_year(word: Word) -> bool:
    return len(word.text) == 4 and word.text.isdigit() and "1700" <= word.text <= "2099"


def _is_day(words: list[Word], place: int) -> bool:
    """Tell whether a number is the day of a month whose name stands behind it, or ahead of it."""
    text = words[place].text
    if not text.isdigit() or int(text) > _MOST_DAYS:
        return False
    if place + 1 < len(words) and _is_month(words[place + 1]):
        return True
    return place > 0 and _is_month(words[place - 1]) and _may_stand_behind(words, place)


def _is_month(word: Word) -> bool:
    return word.bits & _MONTHS > 0 and word.text[0].isupper()


def _may_stand_ahead(words: list[Word], place: int) -> bool:
    """Tell whether the word ahead of a year is no sign and no currency."""
    if not place:
        return True
    ahead = words[place - 1]
    return ahead.text in (",", "(") if ahead.sort in "pm" else not ahead.bits & _CODES


def _may_stand_behind(words: list[Word], place: int) -> bool:
    """Tell whether the word behind a year ends what is said of it, and the one behind that is no number."""
    if place + 1 == len(words):
        return True
    behind = words[place + 1]
    if behind.sort == "p":
        return behind.text[0] in ".,;:)"
    return behind.text in _BEHIND and not (place + 2 < len(words) and words[place + 2].sort == "d")
