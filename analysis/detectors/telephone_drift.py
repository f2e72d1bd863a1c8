"""A claim changes on its way from agent to agent.

## What it detects
A message that says otherwise than what its sender had been told: another number, unit or date; a negation that
came or went; what is forbidden told as allowed; a word turned into its opposite; a comparison turned round; two
statements, names or roles that changed places; a part told as the whole; another cause or speaker; a duty told
as a wish; a condition, a deadline, a caveat or a disputed speaker that got lost. Upward, in results, and
downward, in tasks that hand on a limit or a fact. Figures that slip a little at each hop are held against the
first one.

## Why it matters
The receiver cannot know. Whatever is decided on the changed claim is decided wrongly, and the log looks sound.

## How it decides
1. Each message is split into sentences, list items and figures; code, tables, logs and raw output of tools are
   left out.
2. Each of these claims is aligned with what its sender had received, by the rare words they share. Claims that
   name different items (another site, another person) are not aligned.
3. Quantities that stand in the same clause are compared in base units, as ranges, with rounding; negations,
   opposites and comparisons only where the rest of the sentence or clause is nearly the same.
   Bans, leave that is needed, deadlines, conditions, parts of a whole, disputed statements, rates, exact counts,
   differences and moves (from 40 to 25) are also remembered when they arrive, and compared with what their receiver
   says of the same matter in other words.
4. A figure that its sender had from elsewhere, or that is a sum, difference, share or remainder of known ones,
   is no change.
5. Claims told in other words are held against everything that their sender had received and that speaks of the
   same: by typed checks for each kind of change (`analysis/claims/checks/`), and where they are near copies by a
   fitted model of what one word may stand for (`analysis/claims/edits/judge.py`). One supporting source is enough.
6. The first hop that broke the claim is reported, once, with the later messages that repeat it.

## Thresholds
`least_confidence`: what is less sure is not reported. `sure`: from here on a change is an error, below it a
warning. `least_verbatim`: how much of a claim a retelling must share where everybody hears everybody, since
there agents argue more than they pass on. Rounding may move a value by 6 percent, "about" by 12, a limit by 2
(see `analysis/claims/fidelity.py`).

## False alarms
Silent on purpose: 1,200 = 1.2k = twelve hundred, 90 min = 1.5 h, rounding, unit conversion, results of own
counting or of another source, corrections that say so, questions, plans, answers to whoever made the claim (unless
they only write up what they were handed), an earlier deadline than the one that was set, conditions that somebody
reported as met, parts of a whole that grew with a later report, and whom papers quote.
A correction that does not say that it is one looks like drift.

Not seen: a peak told as an average, roles that change places under other names, idioms ("has the edge"), a
condition or caveat in the next sentence that the hand-off leaves out, a predicate replaced by one that is not its
opposite, opposites that neither list nor lexicon know, a claim retold with hardly a word in common, and an argument
rewritten as a whole. In notes on code and in requests, only figures, dates, duties and conditions are held.

## Example
researcher reports "sales rose in 3 regions"; analyst writes "sales rose in 30 regions": an error at the
analyst's message, with both spans.

## References
Spärck Jones 1972 (inverse document frequency). Ma et al. 2023, BUMP, for the kinds of error people make in
retelling. Laban et al. 2023, SummEdits, and Zhang et al. 2019, PAWS, for the pairs that the model of near copies
is fitted on. Fellbaum 1998, WordNet, for the lexicon. SI Brochure, 9th edition, for units.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from misheard.analysis.claims.change import Broken
from misheard.analysis.drift.follow import broken_claims
from misheard.analysis.drift.repeats import Repeats
from misheard.analysis.flag import Detector, Flag, Mode, Severity
from misheard.analysis.lineage import received_claims
from misheard.analysis.trace import Trace
from misheard.ingest.message import MessageType

REMEDY = (
    "Compare the two messages and correct the later one; have {agent} quote figures and limits word for word, with "
    "the id of the message they come from."
)


SHOWN = 6
"""So many messages that repeat a changed claim are named; the rest is counted."""


@dataclass(frozen=True)
class Thresholds:
    """`least_confidence` and `sure` are confidences, `least_verbatim` a share of words: all 0 to 1."""

    least_confidence: float = 0.7
    sure: float = 0.8
    least_verbatim: float = 0.8


def cannot(trace: Trace) -> str | None:
    """Return why the trace cannot be checked, or None."""
    if not received_claims(trace):
        return "no agent says anything after it was told something in words"
    return None


def detect(trace: Trace, thresholds: Thresholds) -> Iterator[Flag]:
    """Yield the flags of a trace."""
    repeats = Repeats(trace)
    for broken in broken_claims(trace, thresholds.least_verbatim):
        if broken.change.confidence >= thresholds.least_confidence:
            yield _flag(trace, broken, thresholds, repeats)


def _flag(trace: Trace, broken: Broken, thresholds: Thresholds, repeats: Repeats) -> Flag:
    change = broken.change
    source, target = trace.by_id[change.before.message], trace.by_id[change.after.message]
    said = "had reported" if source.type is MessageType.RESULT else "had said"
    where = "" if len(broken.hops) < 3 else f", {len(broken.hops) - 1} messages before"
    again = [message for message in repeats.of(change) if message not in broken.hops]
    more = f" and {len(again) - SHOWN} more" if len(again) > SHOWN else ""
    carried = f"; repeated in {', '.join(again[:SHOWN])}{more}" if again else ""
    agents = dict.fromkeys((target.sender, source.sender))
    return Flag(
        Mode.TELEPHONE_DRIFT,
        change.kind,
        Severity.ERROR if change.confidence >= thresholds.sure else Severity.WARNING,
        change.confidence,
        broken.hops,
        tuple(agents),
        f'{target.sender} wrote "{change.after.text}" where {source.sender} {said} "{change.before.text}"'
        f"{where}{carried}",
        REMEDY.format(agent=target.sender),
        change.before,
        change.after,
    )


DETECTOR = Detector(Mode.TELEPHONE_DRIFT, detect, cannot, Thresholds(), __doc__)
