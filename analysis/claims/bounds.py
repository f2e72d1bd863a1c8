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


_CUES = {
    _DENIED: frozenset(("below", "under", "than", "above", "over", "beyond")),
    _ABOUT: frozenset((
        "about", "around", "approximately", "approx", "roughly", "nearly", "almost", "some", "circa", "ca", "close",
        "just", "estimated", "region", "order",
    )),
    _MAX: frozenset((
        "most", "up", "than", "exceed", "exceeding", "maximum", "max", "below", "under", "capped", "cap", "limited",
        "not", "ceiling",
    )),
    _MIN: frozenset((
        "least", "than", "minimum", "min", "above", "over", "exceed", "exceeds", "exceeded", "exceeding", "upward",
        "upwards", "not", "excess",
    )),
}  # fmt: skip
"""Of each pattern the words of which it needs one, among the last ones ahead of a number."""
_LAST = 7


def bound_of(text: str, start: int, end: int) -> str:
    """Return "max", "min", "about" or "" for the number at `start` to `end`; no load below 60 makes 60 a "min"."""
    ahead, behind = text[max(0, start - 40) : start], text[end : end + 24]
    words = _SPLIT.split(ahead.lower())[-_LAST:]
    if _TRIGGERS.isdisjoint(words) and _SYMBOLS.isdisjoint(ahead[-4:]):
        ahead = ""
    opening = behind.lstrip()[:2].lower()
    may_follow = opening in _OPENINGS or opening[:1] == "+" or not opening.isascii()
    if not (ahead or may_follow):
        return ""
    is_plain = ahead.isascii() and _SYMBOLS.isdisjoint(ahead)

    def stands(pattern: re.Pattern[str]) -> re.Match[str] | None:
        may = bool(ahead) and not (is_plain and _CUES[pattern].isdisjoint(words))
        return pattern.search(ahead) if may else None

    denied = stands(_DENIED)
    if denied:
        return "min" if denied[1].lower() in ("below", "under", "less than", "fewer than") else "max"
    is_about = stands(_ABOUT) is not None
    for bound, in_front, after in (("max", _MAX, _MAX_BEHIND), ("min", _MIN, _MIN_BEHIND)):
        if stands(in_front):
            return "about" if is_about else bound
        if may_follow and after.match(behind):
            return bound
    return "about" if is_about else ""
