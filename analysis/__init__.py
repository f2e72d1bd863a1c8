"""What the messages of a run mean for one another: delegations, claims, flags, cost and confidence."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from misheard.analysis.claims.comparison import Change, Comparison, compare_claims
    from misheard.analysis.samework.comparison import Facet, SameWork, same_work

__all__ = ["Change", "Comparison", "Facet", "SameWork", "compare_claims", "same_work"]

_CLAIMS, _WORK = "misheard.analysis.claims.comparison", "misheard.analysis.samework.comparison"
_WHERE = {"Change": _CLAIMS, "Comparison": _CLAIMS, "compare_claims": _CLAIMS}
_WHERE |= {"Facet": _WORK, "SameWork": _WORK, "same_work": _WORK}


def __getattr__(name: str) -> Any:
    """Load a comparison when it is first asked for: whoever reads one part of this package needs no other."""
    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
