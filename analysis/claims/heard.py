"""What agents were told that a retelling must keep: conditions, speakers, limits, parts of a whole.

Two tellings may share few words and yet be plainly about one thing. Each rule therefore notices its own few claims
when they arrive (most claims hold nothing of the kind), and looks only at these when their receiver speaks.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from misheard.analysis.claims.backing import Backing
from misheard.analysis.claims.change import Broken, Change
from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.compare import is_revised
from misheard.analysis.claims.digest import is_digest
from misheard.analysis.claims.kinship import all_marks
from misheard.analysis.claims.once import once
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

KEPT = 40
"""So many of the newest remarks of a rule are kept for an agent."""
LATER = 60
"""So many of the newest claims that an agent received are searched for what makes up for a change."""


@dataclass(frozen=True)
class Remark:
    """What a rule noticed in a claim: where its words stand, what they are about, and what belongs to them.

    `core` holds the marks of what is said, `extra` those of what must not get lost, `around` those of the sentences
    beside it, and `whole` those of its message.
    """

    claim: Claim
    start: int
    end: int
    core: frozenset[str]
    extra: frozenset[str] = frozenset()
    value: object = None
    around: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Told:
    """A claim that may retell a remark, with what its sender says beside it and what else its sender knows."""

    claims: Sequence[Claim]
    place: int
    knows: Callable[[Quantity], bool]
    remarks: Sequence[Remark]
    received: Sequence[Claim] = ()

    @property
    def claim(self) -> Claim:
        """The claim itself."""
        return self.claims[self.place]

    @once
    def around(self) -> frozenset[str]:
        """The marks of the claim and of those beside it."""
        return around(self.claims, self.place)

    @once
    def whole(self) -> frozenset[str]:
        """The marks of its message."""
        return whole(self.claims)

    @once
    def text(self) -> str:
        """The words of its message that state something."""
        return "\n".join(claim.text for claim in self.claims)


@dataclass(frozen=True)
class Rule:
    """One kind of loss: what to remember of a claim, and whether a later claim has lost it.

    `concerns` tells, without a look at any remark, whether a claim says anything that could be judged by one. A
    claim that says of itself that it is newer is judged only where `may_revise` is set.
    """

    name: str
    concerns: Callable[[Claim], bool]
    notice: Callable[[Sequence[Claim], int], Iterator[Remark]]
    judge: Callable[[Remark, Told], Change | None]
    may_revise: bool = False


def around(claims: Sequence[Claim], place: int) -> frozenset[str]:
    """Return the marks of a claim and of the claims before and behind it."""
    return all_marks(claim.text for claim in claims[max(0, place - 1) : place + 2])


def whole(claims: Sequence[Claim]) -> frozenset[str]:
    """Return the marks of all claims of a message."""
    return all_marks(claim.text for claim in claims)


@dataclass
class Heard:
    """The remarks that each agent was told, filled message by message in the order of the run.

    What an agent was told is read for a rule only once the agent says something that the rule concerns.
    """

    trace: Trace
    rules: Sequence[Rule]
    _told: dict[str, list[AgentMessage]] = field(default_factory=lambda: defaultdict(list))
    _tellers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _read: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    _remarks: dict[tuple[str, str], deque[tuple[str, Remark]]] = field(
        default_factory=lambda: defaultdict(lambda: deque(maxlen=KEPT))
    )
    _reported: set[tuple[str, str, int]] = field(default_factory=set)

    def add(self, message: AgentMessage) -> None:
        """Remember what a message told its recipient."""
        if message.recipient in (message.sender, BROADCAST):
            return
        self._told[message.recipient].append(message)
        self._tellers[message.recipient].add(message.sender)

    def _kept(self, agent: str, rule: Rule) -> Sequence[tuple[str, Remark]]:
        """Return the newest remarks of a rule that an agent was told, each with its teller."""
        kept, told = self._remarks[agent, rule.name], self._told[agent]
        for message in told[self._read[agent, rule.name] :]:
            claims = claims_of(self.trace, message)
            for place, claim in enumerate(claims):
                if not (claim.is_value or claim.is_question):
                    kept.extend((message.sender, remark) for remark in rule.notice(claims, place))
        self._read[agent, rule.name] = len(told)
        return kept

    def _received(self, agent: str) -> tuple[Claim, ...]:
        """Return the newest claims that an agent was told, in order."""
        found: list[Claim] = []
        for message in reversed(self._told[agent]):
            found[:0] = claims_of(self.trace, message)
            if len(found) >= LATER:
                break
        return tuple(found[-LATER:])

    def lost(self, message: AgentMessage, backing: Backing) -> Iterator[Broken]:
        """Yield what `message` tells without what belonged to it; each remark is reported once in a run."""
        if BROADCAST in (message.sender, message.recipient) or message.sender == message.recipient:
            return
        tellers = self._tellers.get(message.sender)
        if not tellers:
            return
        # What goes back to its teller is judged only where that one had asked for it to be written up.
        goes_back = message.recipient in tellers and is_digest(self.trace, message)
        if tellers == {message.recipient} and not goes_back:
            return
        claims = claims_of(self.trace, message)
        stated = [
            (place, claim, is_revised(claim.text))
            for place, claim in enumerate(claims)
            if not (claim.is_value or claim.is_question)
        ]
        received: tuple[Claim, ...] | None = None
        for rule in self.rules:
            places = [
                place
                for place, claim, revised in stated
                if (rule.may_revise or not revised) and rule.concerns(claim)
            ]
            every = self._kept(message.sender, rule) if places else ()
            kept = [remark for teller, remark in every if goes_back or teller != message.recipient]
            if kept:
                received = self._received(message.sender) if received is None else received
                remarks = [remark for _, remark in every]
                for place in places:
                    told = Told(claims, place, partial(backing.backs, message.sender), remarks, received)
                    yield from self._lost(rule, kept, told)

    def _lost(self, rule: Rule, kept: Sequence[Remark], told: Told) -> Iterator[Broken]:
        for remark in reversed(kept):
            key = rule.name, remark.claim.message, remark.claim.start
            if key in self._reported:
                continue
            change = rule.judge(remark, told)
            if change:
                self._reported.add(key)
                yield Broken(change, (remark.claim.message, told.claim.message))
                break
