"""What an agent could know at a point of a run: the figures it had received or sent, and what follows from them."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from misheard.analysis.claims.claim import Claim, claims_of
from misheard.analysis.claims.fidelity import same_value
from misheard.analysis.claims.quantities import Quantity
from misheard.analysis.trace import Trace
from misheard.ingest.message import BROADCAST, AgentMessage

LONGEST_RAW = 20_000
"""Characters of what is no prose in a message that are searched for figures."""
MOST_COMBINED = 14
"""Sums and differences are tried over so many figures of a kind."""
SMALL = 20
"""A bare whole number below this stands in nearly every log, and backs a count only with its noun."""

_SUM = re.compile(
    r"\b(?:total\w*|together|combined|sum|altogether|both|difference|gap|points?|than|remain\w*|rest|left|other|"
    r"margin|"
    r"lead|net|average|mean|overall|double|twice|half|in all|all in all|plus|minus|less|more|fewer|extra|further|"
    r"additional|"
    r"cumulative|jointly|by)\b",
    re.IGNORECASE,
)
_RAW = re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.])\d+(?:\.\d+)?")


class Backing:
    """Figures by agent, filled message by message in the order of the run."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._unread: dict[str, list[AgentMessage]] = defaultdict(list)
        self._known: dict[tuple[str, str, str], list[Quantity]] = defaultdict(list)
        self._dates: dict[str, list[Quantity]] = defaultdict(list)
        self._raw: dict[str, set[float]] = defaultdict(set)

    def add(self, message: AgentMessage) -> None:
        """Let sender and recipient know what a message holds; it is read only once somebody asks.

        A note to oneself backs nothing: what an agent only told itself it had from nowhere.
        """
        if message.sender == message.recipient:
            return
        for reader in {message.sender, message.recipient}:
            self._unread[reader].append(message)

    def _read(self, reader: str) -> None:
        for message in self._unread.pop(reader, ()):
            for claim in claims_of(self.trace, message):
                for quantity in claim.quantities:
                    self._learn(reader, quantity)
            self._raw[reader].update(_raw_figures(self.trace, message))

    def _learn(self, reader: str, quantity: Quantity) -> None:
        if quantity.moment:
            self._dates[reader].append(quantity)
            return
        for value in dict.fromkeys(quantity.base):
            self._known[reader, quantity.dimension, _key(value)].append(quantity)

    def backs(self, agent: str, quantity: Quantity) -> bool:
        """Tell whether `agent` had met this figure, in whatever unit and from whomever.

        A number that only names a thing (ledger 93) is no figure: it does not back 93 of anything.
        """
        self._read(agent)
        self._read(BROADCAST)
        if quantity.moment:
            return any(
                same_value(known, quantity) for reader in (agent, BROADCAST) for known in self._dates[reader][-400:]
            )
        return any(self._met(reader, quantity) for reader in (agent, BROADCAST))

    def _met(self, reader: str, quantity: Quantity) -> bool:
        for value in quantity.base:
            for known in self._known.get((reader, quantity.dimension, _key(value)), ()):
                if not (known.label > quantity.label or _are_other_counts(known, quantity)):
                    return True
        raw = self._raw.get(reader, set())
        if quantity.low >= SMALL or quantity.low % 1:
            return any(value in raw for value in (quantity.low, quantity.high, quantity.low / 100))
        return False


def _are_other_counts(one: Quantity, other: Quantity) -> bool:
    """Tell whether two figures count different things."""
    nouns = one.noun and other.noun
    return one.dimension == "count" and bool(nouns) and not one.noun & other.noun


def _key(value: float) -> str:
    return f"{value:.4g}"


def _raw_figures(trace: Trace, message: AgentMessage) -> Iterable[float]:
    """Yield the numbers of a message that stand outside its claims: code, tables, raw output of tools."""
    text = trace.text(message)
    pieces, place = [], 0
    for claim in claims_of(trace, message):
        pieces.append(text[place : claim.start])
        place = max(place, claim.end)
    pieces.append(text[place:])
    rest = "\n".join(pieces)[:LONGEST_RAW]
    return (float(match.group().replace(",", "")) for match in _RAW.finditer(rest))


def follows(quantity: Quantity, claims: Iterable[Claim], sentence: str = "") -> bool:
    """Tell whether a figure is a sum, difference, remainder, share or product of the figures of some claims.

    Percentages are added only where `sentence`, in which the figure stands, speaks of a sum or a difference, and
    counts only of one noun: among a few small numbers some two always make up a third.
    """
    if quantity.moment:
        return False
    figures = [q for claim in claims for q in claim.quantities if not q.moment and not (q.label)]
    alike = [q.base[0] for q in figures if q.dimension == quantity.dimension and not same_value(q, quantity)]
    if quantity.dimension == "count" and quantity.noun:
        kin = [q for q in figures if q.dimension == "count" and q.noun & quantity.noun]
        if kin and not _SUM.search(sentence):
            alike = [q.base[0] for q in kin if not same_value(q, quantity)]
    value = quantity.base[0]
    slack = max(0.5 * quantity.base_step if quantity.step < 1 else 0.0, 0.005 * abs(value))

    def is_value(candidate: float) -> bool:
        return abs(candidate - value) <= slack

    if quantity.dimension == "percent":
        counts = [q.base[0] for q in figures if q.dimension == "count"]
        if any(is_value(100 - other) for other in alike) or _is_share(counts, is_value):
            return True
    may_add = quantity.dimension != "percent" or bool(_SUM.search(sentence))
    return (may_add and _combined(alike[:MOST_COMBINED], is_value)) or _is_product(
        figures[:MOST_COMBINED], is_value
    )


def _combined(values: Sequence[float], is_value: Callable[[float], bool]) -> bool:
    distinct = list(dict.fromkeys(values))
    if len(values) > 2 and is_value(sum(values)):
        return True
    pairs = combinations(distinct, 2)
    return any(
        is_value(one + other) or is_value(abs(one - other)) or is_value((one + other) / 2) for one, other in pairs
    )


def _is_share(values: Sequence[float], is_value: Callable[[float], bool]) -> bool:
    return any(
        other and (is_value(100 * one / other) or is_value(100 * (one - other) / other))
        for one in values[:MOST_COMBINED]
        for other in values[:MOST_COMBINED]
    )


def _is_product(figures: Sequence[Quantity], is_value: Callable[[float], bool]) -> bool:
    values = [q.base[0] * (0.01 if q.dimension == "percent" else 1) for q in figures]
    return any(
        is_value(one * other) or (other and is_value(one / other)) or (one and is_value(other / one))
        for one, other in combinations(values, 2)
        if 1 not in (one, other)
    )
