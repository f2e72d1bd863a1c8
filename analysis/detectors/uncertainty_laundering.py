"""A guess is a fact one message later.

## What it detects
A finding that was passed on surer than it was received: the hedge is gone or moved to another claim, a stated
probability or confidence rose, an opinion is told as what studies show, an
association, a guess at a cause or a cause left open became the cause, "none
found" became "there is none", what nobody had tested or read is told to be clean or read, somebody's word became
a fact, "two of four" became "all", or work that came back partial, blocked or failed is told as completed.

## Why it matters
Whoever acts on the last message cannot see that somebody upstream was guessing. The doubt is lost where it is
cheapest to keep, and the decision that rests on it looks well founded.

## How it decides
By words: each statement of a message is compared with what its sender had received on the same thing, in the same
words or in others. It is flagged where every source of it is hedged and it holds nothing back; in other words only
where it states the very thing that the doubt stood with. What a task only tells as background binds
its worker, too, where the worker builds on it or was only to put it in words ("write the memo"); what the task
asks about is his to find out. Certainty is read on the ICD 203 scale and counts as risen only where the bands do
not overlap; "possible" has no number and is ranked.
By fields: the `confidence` of a result against that of every result it was made from, and its `status` against
theirs; a message that answers no task is held against the results it names as sources, or those it repeats.
Only the first hop that hardens is reported.

## Thresholds
least_score: how much of a statement the hedged one must account for (0 to 1).

## False alarms
Silent where new evidence lies between: a source that was not there before, another result or tool answer on
the same thing, or words such as "confirmed by" ("is confirmed" alone is none) and "I opened …". A gap counts as
told in the result or in a note to the same reader ahead of it, by its words, as a share ("31 of the 40"), or by
why it failed. Silent where the doubt is still
there in other words, in the same sentence, the next one, or another that is about the same thing. Questions,
requests, permissions and rules state nothing
(but for what an order is to tell: "Write to the owner: …"), nor do clauses of what should, could or has to be done.

Not seen: a share told as all ("three of the seven" told as "all"), a probability told as what will be in other
words, a doubt that is worded without any word the lists know, and a doubt that stands in another message.

## Example
maintenance: "the bearing might be worn, or it is nothing" (confidence low). Next message: "The bearing is
failing and has to be replaced."

## References
ICD 203, Analytic Standards (2015). Kent, Words of Estimative Probability (1964). Sumner et al., The association
between exaggeration in health related science news and academic press releases, BMJ 349:g7015 (2014).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.detectors.laundering_claims import statements_of
from misheard.analysis.detectors.laundering_fields import rises
from misheard.analysis.detectors.laundering_flags import cover_flag, rise_flag, word_flag
from misheard.analysis.detectors.laundering_status import covers
from misheard.analysis.detectors.laundering_words import findings
from misheard.analysis.flag import Detector, Flag, Mode
from misheard.analysis.trace import Trace
from misheard.ingest.contract import confidence_of, status_of


@dataclass(frozen=True)
class Thresholds:
    """`least_score`: how much of a statement the hedged one must account for, 0 to 1."""

    least_score: float = 0.45


def cannot(trace: Trace) -> str | None:
    """Return why the trace cannot be checked, or None."""
    if any(statements_of(trace, message) for message in trace.messages):
        return None
    if any(confidence_of(m.payload) is not None or status_of(m.payload) for m in trace.messages):
        return None
    return "no message holds a statement in words, and no result carries a confidence or a status"


def detect(trace: Trace, thresholds: Thresholds) -> Iterator[Flag]:
    """Yield the flags of a trace: by words first, then by fields where words have not told the same already."""
    told: set[str] = set()
    seen: set[tuple[str, int]] = set()
    for found in findings(trace, thresholds.least_score):
        key = (found.source.claim.message, found.source.start)
        if key not in seen:
            seen.add(key)
            told.add(found.target.claim.message)
            yield word_flag(trace, found)
    for rise in rises(trace):
        if rise.message.id not in told:
            told.add(rise.message.id)
            yield rise_flag(trace, rise)
    for cover in covers(trace):
        yield cover_flag(trace, cover)


DETECTOR = Detector(Mode.UNCERTAINTY_LAUNDERING, detect, cannot, Thresholds(), __doc__)
