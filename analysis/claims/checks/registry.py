"""The typed checks, in the order in which they are run; each names its own kind of change.

Where two meet in one place and are equally sure, the one that stands first here is told.
"""

from misheard.analysis.claims.checks import (
    attribution,
    cause,
    comparison,
    condition,
    date,
    date_moved,
    direction,
    entity,
    entity_origin,
    figure_counted,
    figure_near,
    figure_roles,
    loss,
    negation,
    number,
    requirement,
    scope,
    unit,
)
from misheard.analysis.claims.checks.base import Check

CHECKS: tuple[Check, ...] = tuple(
    module.CHECK
    for module in (
        unit, date, date_moved, number, figure_counted, figure_roles, figure_near, comparison, direction, negation,
        entity, entity_origin, condition, requirement, scope, cause, attribution, loss,
    )
)  # fmt: skip
