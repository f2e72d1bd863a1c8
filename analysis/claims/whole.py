"""Claims that speak of all: every pump was serviced, across all ages."""

import re

from misheard.analysis.claims.claim import Claim

NOT_ALL = re.compile(
    r"\b(?:not|never|no|none|only|except\w*|apart from|other than|but|nearly|almost|save|unless)\b|n['’]t\b",
    re.IGNORECASE,
)
"""What takes something out of a whole that is spoken of."""


def states_all(claim: Claim, all_of: re.Pattern[str]) -> bool:
    """Tell whether a claim states something of a whole, in words that `all_of` finds, and takes nothing out."""
    return all_of.search(claim.text) is not None and not (claim.is_plan or NOT_ALL.search(claim.text))
