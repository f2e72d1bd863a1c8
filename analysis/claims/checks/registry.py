"""The typed checks, in the order in which they are run; each names its own kind of change."""

from misheard.analysis.claims.checks import condition, entity, negation, number, requirement, unit
from misheard.analysis.claims.checks.base import Check

CHECKS: tuple[Check, ...] = tuple(
    module.CHECK for module in (number, unit, negation, entity, condition, requirement)
)
