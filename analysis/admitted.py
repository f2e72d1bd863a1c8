"""Tells a result whose writer says that it had done or said the same before."""

import re

_AGAIN = re.compile(
    r"\b(?:same|identical|unchanged|no different) (?:\w+ )?(?:as|to|from|with) (?:in |on |by )?(?:my|our|before|"
    r"earlier|"
    r"(?:the )?(?:first|last|previous|earlier) (?:time|run|pass|round|answer|report|list|result)|what (?:i|we))\b"
    r"|\b(?:as|like) (?:i|we) (?:(?:have )?(?:already )?)(?:said|reported|wrote|sent|told|delivered|"
    r"found|listed|gave)\b"
    r"|\b(?:i|we)(?:['’]ve| have| had)?(?: already)? (?:sent|gave|given|answered|reported|delivered|told|"
    r"listed|did|done) "
    r"(?:you )?(?:this|that|these|those|it|them|all of (?:this|it))(?: \w+){0,3} (?:already|before|earlier|"
    r"this morning|"
    r"yesterday|above|last time)\b"
    r"|\b(?:i|we)(?:['’]ve| have| had)? already (?:sent|given|answered|reported|delivered|told|listed|done|run|ran|"
    r"did|"
    r"sorted|checked|counted|measured)\b"
    r"|\bas (?:already )?(?:before|sent|reported|delivered|stated) (?:earlier|before|already|above|this morning)\b",
    re.IGNORECASE,
)


def admits(text: str) -> str | None:
    """Return the words by which a result says that its writer had done or said the same before, or None."""
    found = _AGAIN.search(text)
    return found[0] if found else None
