"""The detectors, in the order in which their flags are shown where nothing else orders them."""

from misheard.analysis.detectors.context_bloat import DETECTOR as CONTEXT_BLOAT
from misheard.analysis.detectors.duplicate_work import DETECTOR as DUPLICATE_WORK
from misheard.analysis.detectors.empty_result import DETECTOR as EMPTY_RESULT
from misheard.analysis.detectors.incomplete_handoff import DETECTOR as INCOMPLETE_HANDOFF
from misheard.analysis.detectors.orphaned_subtasks import DETECTOR as ORPHANED_SUBTASKS
from misheard.analysis.detectors.ping_pong import DETECTOR as PING_PONG
from misheard.analysis.detectors.retry_storm import DETECTOR as RETRY_STORM
from misheard.analysis.detectors.telephone_drift import DETECTOR as TELEPHONE_DRIFT
from misheard.analysis.detectors.uncertainty_laundering import DETECTOR as UNCERTAINTY_LAUNDERING
from misheard.analysis.flag import Detector

DETECTORS: tuple[Detector, ...] = (
    TELEPHONE_DRIFT,
    UNCERTAINTY_LAUNDERING,
    DUPLICATE_WORK,
    ORPHANED_SUBTASKS,
    CONTEXT_BLOAT,
    INCOMPLETE_HANDOFF,
    RETRY_STORM,
    PING_PONG,
    EMPTY_RESULT,
)
