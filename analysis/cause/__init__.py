"""What came first: flags in order of cause, and the chains by which they led to how a run ended."""

from misheard.analysis.cause.chains import NOTHING, Causes, Chain, Step, causes_of, in_place
from misheard.analysis.cause.web import Link

__all__ = ["NOTHING", "Causes", "Chain", "Link", "Step", "causes_of", "in_place"]
