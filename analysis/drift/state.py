"""What is remembered of a run while its claims are followed."""

from dataclasses import dataclass, field, replace

from misheard.analysis.claims.backing import Backing
from misheard.analysis.claims.change import Broken
from misheard.analysis.claims.claim import Claim
from misheard.analysis.claims.heard import Heard
from misheard.analysis.claims.numbered import are_other_items
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.claims.wording import LEAST_SAME
from misheard.analysis.lineage import Retelling
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

LOOKED_SINCE = 0.15
"""So much less sure is a change where its sender had a tool's answer in between."""


@dataclass(frozen=True)
class Root:
    """Where a figure was first said, and the messages it came through since."""

    claim: Claim
    quantity: Quantity
    hops: tuple[str, ...]


@dataclass
class Run:
    """A trace as far as it has been followed: what its agents know, and where figures came from."""

    trace: Trace
    backing: Backing
    heard: Heard
    least_verbatim: float
    roots: dict[tuple[str, int], Root] = field(default_factory=dict)
    reported: set[tuple[str, int]] = field(default_factory=set)
    looked: dict[str, int] = field(default_factory=dict)

    def has_looked(self, source: str, agent: str) -> bool:
        """Tell whether `agent` had a tool's answer after the message `source`, and so may know better."""
        return self.looked.get(agent, -1) > self.trace.position[source]

    def less_sure(self, message: AgentMessage, broken: Broken) -> Broken:
        """Return a change with its confidence lowered where its teller had looked in between."""
        change = broken.change
        if not self.has_looked(change.before.message, message.sender):
            return broken
        return replace(broken, change=replace(change, confidence=round(change.confidence - LOOKED_SINCE, 2)))

    def may_judge(self, told: Retelling, message: AgentMessage) -> bool:
        """Tell whether the target passes the source on: an answer to the one who said it, or a debate, does not."""
        source = self.trace.by_id[told.source.message]
        if message.sender == message.recipient:
            return False
        if source.sender == message.recipient:
            if not told.source.is_limit or told.score < LEAST_SAME:
                return False
        elif BROADCAST in (source.recipient, message.recipient) and told.score < self.least_verbatim:
            return False
        if told.target.is_plan and told.score < LEAST_SAME:
            return False
        return not are_other_items(told.source.text, told.target.text)
