"""Whether a number is said to be a most, a least or an approximation."""

import re

from misheard.analysis.claims.lists import words_of

_MAX = re.compile(
    r"""(?:\b(?:at\ most|up\ to|(?:no|not)\ more\ than|(?:not|never|n't)\ (?:to\ )?exceed(?:ing)?
      |maximum(?:\ of)?|max\.?
      |below|under|less\ than|fewer\ than|smaller\ than|capped\ at|cap\ of|limited\ to|at\ or\ below
      |(?:no|not)\ (?:later|longer|higher|greater|larger)\ than|not\ (?:above|over)|ceiling(?:\ of)?)
      |[≤<]=?)\s*(?:the|an?|of|:|is)?\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
_MIN = re.compile(
    r"""(?:\b(?:at\ least|(?:no|not)\ less\ than|no\ fewer\ than|minimum(?:\ of)?|min\.?|above|over|more\ than
      |greater\ than|larger\ than|exceed(?:s|ed|ing)?|upwards?\ of|not\ (?:below|under)|in\ excess\ of|longer\ than
      |higher\ than|at\ or\ above)|(?<![-=])[≥>]=?)\s*(?:the|an?|of|:|is)?\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
_ABOUT = re.compile(
    r"""(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.?|close\ to
      |just\ (?:over|under|above|below)|an\ estimated|in\ the\ region\ of|order\ of)|[~≈∼])
      \s*(?:the|an?|of)?\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
_MIN_BEHIND = re.compile(
    r"\s*(?:\+|or (?:more|above|over|higher|longer)\b|and (?:above|over|up)\b|upwards?\b|minimum\b)", re.IGNORECASE
)
_MAX_BEHIND = re.compile(
    r"\s*(?:or (?:less|fewer|below|under|lower)\b|max(?:imum)?\b|at (?:the )?most\b"
    r"|is (?:the|an?) (?:upper limit|limit|longest|most|maximum|ceiling|cap)\b)",
    re.IGNORECASE,
)
_OPENINGS = frozenset(("or", "an", "up", "mi", "ma", "at", "is"))
"""The first two letters of what `_MIN_BEHIND` and `_MAX_BEHIND` look for."""
_DENIED = re.compile(
    r"""\b(?:no|not|never|nothing|nobody|n't)\s(?:[^,;.:]{0,30}?\s)?
      (below|under|less\ than|fewer\ than|above|over|beyond)\s*(?:the|an?)?\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
_TRIGGERS = words_of("bound_words.txt")
_SYMBOLS = frozenset("≤<≥>~≈∼")
_SPLIT = re.compile(r"[^a-z]+")


def bound_of(text: str, start: int, end: int) -> str:
    """Return "max", "min", "about" or "" for the number at `start` to `end`; no load below 60 makes 60 a "min"."""
    ahead, behind = text[max(0, start - 40) : start], text[end : end + 24]
    if _TRIGGERS.isdisjoint(_SPLIT.split(ahead.lower())[-7:]) and _SYMBOLS.isdisjoint(ahead[-4:]):
        ahead = ""
    denied = ahead and _DENIED.search(ahead)
    if denied:
        return "min" if denied[1].lower() in ("below", "under", "less than", "fewer than") else "max"
    is_about = bool(ahead and _ABOUT.search(ahead))
    opening = behind.lstrip()[:2].lower()
    may_follow = opening in _OPENINGS or opening[:1] == "+" or not opening.isascii()
    if not (ahead or may_follow):
        return ""
    for bound, in_front, after in (("max", _MAX, _MAX_BEHIND), ("min", _MIN, _MIN_BEHIND)):
        if ahead and in_front.search(ahead):
            return "about" if is_about else bound
        if may_follow and after.match(behind):
            return bound
    return "about" if is_about else ""
