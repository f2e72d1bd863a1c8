"""What the messages of a run mean for one another: delegations, claims, flags, cost and confidence."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from misheard.analysis.claims.comparison import Change, Comparison, compare_claims

__all__ = ["Change", "Comparison", "compare_claims"]


def __getattr__(name: str) -> Any:
    """Load the comparison when it is first asked for: whoever reads one part of this package needs no other."""
    if name in __all__:
        return getattr(import_module("misheard.analysis.claims.comparison"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
