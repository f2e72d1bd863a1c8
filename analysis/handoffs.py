"""Hand-offs between agents, measured: how big they are, what of them is copied, and which carry the same text."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from statistics import median

from misheard.analysis import tokens
from misheard.analysis.copying import Copied, copied_in, covered, passages, words_of
from misheard.analysis.text import TextView
from misheard.analysis.toolcalls import call_of
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, USER, AgentMessage, MessageType
from misheard.ingest.readers.claude_agents import COMPACTION, PROGRAM

SYSTEM_KEYS = frozenset({"system", "system_prompt", "systemPrompt", "system_message", "systemMessage"})
NO_AGENTS = frozenset({USER, "system", BROADCAST, COMPACTION, PROGRAM})
"""Who neither gives nor gets hand-offs: a person, a prompt, everyone, and the program that an agent runs in."""


def is_handoff(message: AgentMessage) -> bool:
    """Return whether `message` is a task from one agent to another: no call of a tool, no prompt of a person."""
    return (
        message.type is MessageType.TASK
        and message.sender not in NO_AGENTS
        and message.recipient not in NO_AGENTS
        and message.recipient != message.sender
        and call_of(message) is None
    )


@dataclass
class Handoff:
    """A hand-off with its size, to which a system prompt and what the two had said before do not count."""

    task: AgentMessage
    copied: Copied
    view: TextView

    @cached_property
    def _system(self) -> list[tuple[int, int]]:
        return _system_ranges(self.view)

    def _tokens(self, runs: Iterable[int]) -> int:
        spans = self.copied.words.spans
        places = {at for at in covered(runs) if not any(a <= spans[at][0] < b for a, b in self._system)}
        return sum(tokens.count(self.view.text[a:b]) for a, b in passages(self.copied.words, places))

    @cached_property
    def size(self) -> int:
        """Its tokens."""
        system = sum(tokens.count(self.view.text[a:b]) for a, b in self._system)
        return max(tokens.count(self.view.text) - system - self._tokens(self.copied.between_them), 0)

    @cached_property
    def copied_size(self) -> int:
        """The tokens that are a copy of what its sender had seen."""
        return min(self._tokens(self.copied.origins.keys() - self.copied.between_them), self.size)

    @property
    def copied_share(self) -> float:
        """The share of its tokens that is such a copy."""
        return self.copied_size / self.size if self.size else 0.0

    @cached_property
    def runs(self) -> frozenset[int]:
        """Its runs of words."""
        return frozenset(self.copied.words.runs)


def told_again(trace: Trace, handoff: Handoff) -> AgentMessage | None:
    """Return the last hand-off of the same two whose text stands in it again, or None."""
    pair = handoff.task.sender, handoff.task.recipient
    sources = [trace.messages[place] for place in reversed(handoff.copied.sources)]
    mine = (source for source in sources if (source.sender, source.recipient) == pair and is_handoff(source))
    return None if handoff.copied.between_them else next(mine, None)


def _system_ranges(view: TextView) -> list[tuple[int, int]]:
    """Return where system prompts stand: under a key of that name, or beside a role of that name."""
    roles = {
        segment.path[:-1]
        for segment in view.segments
        if segment.key == "role" and view.text[segment.start : segment.end] == "system"
    }
    return [
        (segment.start, segment.end)
        for segment in view.segments
        if SYSTEM_KEYS.intersection(segment.path) or segment.path[:-1] in roles
    ]


def measured(trace: Trace, tasks: Sequence[AgentMessage], floor: int) -> list[Handoff]:
    """Return those of `tasks` that have more than `floor` characters as hand-offs, in order."""
    words = {task.id: words_of(trace.text(task)) for task in tasks if len(trace.text(task)) > floor}
    return [Handoff(found.message, found, trace.view(found.message)) for found in copied_in(trace, words).values()]


def alike(handoffs: Sequence[Handoff]) -> list[list[Handoff]]:
    """Return groups of hand-offs that share half of the runs of the shorter one, in order.

    Each is compared with the last one that had each of its runs, so that the work grows with the text alone.
    """
    group_of: dict[str, list[Handoff]] = {}
    by_id = {handoff.task.id: handoff for handoff in handoffs}
    last: dict[int, str] = {}
    for handoff in handoffs:
        group = group_of[handoff.task.id] = [handoff]
        for name, shared in Counter(last[run] for run in handoff.runs if run in last).items():
            other = group_of[name]
            if other is not group and shared * 2 >= min(len(by_id[name].runs), len(handoff.runs)):
                other += group
                group_of.update((member.task.id, other) for member in group)
                group = other
        last.update(dict.fromkeys(handoff.runs, handoff.task.id))
    return list({id(group): group for group in group_of.values()}.values())


def chains(handoffs: Sequence[Handoff], handed_on: float) -> list[list[Handoff]]:
    """Return the chains along which a hand-off was copied on, each to its end.

    In a chain each sender is the receiver of the one before, whose runs it copies to a share of `handed_on` at
    least; nobody is handed it twice.
    """
    given: dict[str, dict[int, str]] = defaultdict(dict)
    chain_to: dict[str, list[Handoff]] = {}
    inner: set[str] = set()
    for handoff in handoffs:
        task = handoff.task
        shared = Counter(given[task.sender][run] for run in handoff.runs if run in given[task.sender])
        before = [
            chain_to[name] for name, count in shared.items() if _goes_on(chain_to[name], handoff, count, handed_on)
        ]
        best: list[Handoff] = max(before, key=len, default=[])
        inner.update(step.task.id for step in best)
        chain_to[task.id] = [*best, handoff]
        given[task.recipient].update(dict.fromkeys(handoff.runs, task.id))
    return [chain for name, chain in chain_to.items() if name not in inner]


def _goes_on(chain: list[Handoff], handoff: Handoff, shared: int, handed_on: float) -> bool:
    seen = {chain[0].task.sender, *(step.task.recipient for step in chain)}
    last = chain[-1]
    return handoff.task.recipient not in seen and shared >= handed_on * len(last.runs)


def growth_per_hop(sizes: Sequence[int]) -> float:
    """Return by how many tokens a chain grows with each hop: the median slope between any two of its tasks.

    One short or long task among several hardly moves it (Sen, Estimates of the regression coefficient based on
    Kendall's tau, 1968). 0 for fewer than two tasks.
    """
    places = combinations(range(len(sizes)), 2)
    return median([(sizes[b] - sizes[a]) / (b - a) for a, b in places] or [0.0])
