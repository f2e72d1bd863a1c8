"""Two tasks in other words that brought to light the same: they ask about the same and found the same."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from misheard.analysis.actions import ACTIONS
from misheard.analysis.asked_for import STATUS
from misheard.analysis.facets import ASK_LIMIT, Known, Work
from misheard.analysis.findings import Findings
from misheard.analysis.gist import ask_of, objective_of
from misheard.analysis.repeat import ALREADY_KNOWN, REDONE, SAME_TASK, Repeat
from misheard.analysis.samework.comparison import likely_same
from misheard.analysis.wording import content, is_fact, overlap

TEMPLATE = 0.75
"""From this likeness of words on, two tasks are of one template, and what differs is what counts."""
BEGINNING = 4
"""How many words two tasks of one template begin with that ask for different things in the end."""
PART = 0.4
"""Which part of what the poorer of two results found the other must have found too."""
HANDED_ON = 2
"""How many numbers of an earlier result a task must hand on to be the next step."""
CLOSE = 3
"""From how many numbers of two digits in common, in two results, one word of topic is enough."""
CLOSE_PART = 0.6
"""Which part of the poorer result must agree for that."""
ALIKE = 0.3
"""How likely (0 to 1, see `same_work`) a giver asks for the same as before, whatever came back."""
STRONG = 3.0
"""How much two agents must agree for their results to tell more than the wording of the orders."""
NO_MORE = 0.85
"""Which part of the figures of the second result must stand in the first for that."""
HARDLY = 0.1
"""How likely the second must ask for the same then."""
AGREE = 1.5
"""How much two results must agree, in specific findings that neither task had told."""


class Agreement:
    """Judges pairs of tasks of one run by what their results have in common."""

    def __init__(self, works: Sequence[Work], known: Known, findings: Findings) -> None:
        self._known = known
        self._findings = findings
        self._told = {work.task.id: frozenset(token for token in work.reported if is_fact(token)) for work in works}
        self._asked: Counter[str] = Counter(token for work in works for token in work.core & work.objects)
        self._count = len(works)

    def judge(self, first: Work, second: Work) -> Repeat | None:
        """Judge two tasks in other words: the same work if they ask about the same and found the same."""
        if not (first.succeeded and second.succeeded and first.plain and second.plain):
            return None
        one, two = self._findings.of(first), self._findings.of(second)
        shared = {token: min(one[token], two[token]) for token in one.keys() & two.keys()}
        part = sum(shared.values()) / max(0.1, min(sum(one.values()), sum(two.values())))
        topic = self._topic(first, second)
        if not shared or len(topic) < (1 if _close(shared, part) else 2) or not self._may_agree(first, second):
            return None
        sources = first.sources & second.sources
        named = topic & first.reported & second.reported
        weight = sum(shared.values()) + 0.5 * (bool(sources) + max(0, len(topic) - 2) + (len(named) >= 2))
        facts = [token for token in shared if is_fact(token)]
        if not facts or weight < AGREE or sum(shared.values()) < 0.9 or part < PART:
            return None
        if _of_the_same_things(one, two, facts) or not self._asked_alike(
            first, second, _strong(first, second, shared, two)
        ):
            return None
        told = self._knew(second, shared)
        kind = REDONE if self._again(first, second) else ALREADY_KNOWN if told else SAME_TASK
        why = f"both came to the same ({', '.join(sorted(facts, key=lambda token: (-shared[token], token))[:4])})"
        return Repeat(first, second, kind, min(0.9, 0.5 + 0.1 * weight), why)

    def _asked_alike(self, first: Work, second: Work, strong: bool) -> bool:
        """Tell whether a giver who had the first answer asks for the same; else it asks for the next step."""
        if not self._again(first, second):
            return True
        likely = likely_same(objective_of(first.task)[:ASK_LIMIT], objective_of(second.task)[:ASK_LIMIT])
        return likely >= (HARDLY if strong else ALIKE)

    def _again(self, first: Work, second: Work) -> bool:
        return first.task.sender == second.task.sender and second.place > self._known.answered(first)

    def _knew(self, second: Work, shared: Mapping[str, float]) -> bool:
        """Tell whether whoever gave the second task had been told the findings before."""
        facts = [token for token in shared if is_fact(token)]
        return all(self._known.heard(second.task.sender, token, second.place) for token in facts)

    def _may_agree(self, first: Work, second: Work) -> bool:
        if first.action and second.action and first.action is not second.action:
            return False
        if self._goes_on(first, second):
            return False
        if _of_other_values(first, second):
            return False
        one, two = first.objects - second.brief, second.objects - first.brief
        if one and two and _same_beginning(first, second) >= BEGINNING:
            return False
        alike = len(first.objects & second.objects) / len(first.objects | second.objects)
        return alike < TEMPLATE or not (one and two)

    def _goes_on(self, first: Work, second: Work) -> bool:
        """Tell a task that hands on what the first found, and so is the next step, or asks how things stand."""
        if STATUS.search(ask_of(first.task)) and STATUS.search(ask_of(second.task)):
            return True
        found = self._told[first.task.id] - first.brief
        handed_on = found & second.brief
        return len(handed_on) >= HANDED_ON and overlap(found, handed_on) >= PART

    def _topic(self, first: Work, second: Work) -> frozenset[str]:
        """Return the words both tasks are about that not every task of the run has."""
        shared = (first.objects & second.brief) | (second.objects & first.brief)
        most = max(6, self._count // 4)
        return frozenset(token for token in shared if token not in ACTIONS and self._asked[token] <= most)


def _strong(first: Work, second: Work, shared: Mapping[str, float], two: Mapping[str, float]) -> bool:
    """Tell results of two agents that agree in much, where the second (`two`) adds no figure: a next step would."""
    found = sum(weight for token, weight in two.items() if is_fact(token))
    agreed = sum(weight for token, weight in shared.items() if is_fact(token))
    return first.task.recipient != second.task.recipient and agreed >= STRONG and agreed >= NO_MORE * found


def _of_other_values(first: Work, second: Work) -> bool:
    """Tell tasks that each name a value of a kind which the other neither names nor reports on.

    A year that bounds the same period ("before 2012", "until 2011") is one value in two words.
    """
    ends = set(first.bounds.values()) & set(second.bounds.values())
    same = {year for work in (first, second) for year, says in work.bounds.items() if says in ends}
    return any(
        one - second.brief - second.reported - same and two - first.brief - first.reported - same
        for one, two in zip(first.proper, second.proper, strict=True)
    )


def _of_the_same_things(one: Iterable[str], two: Iterable[str], shared: Iterable[str]) -> bool:
    """Tell results that name the same things, such as batches, and measure something else of each."""
    if any(token.isdigit() for token in shared):
        return False
    measured = [{token for token in found if token.isdigit()} for found in (one, two)]
    return bool(measured[0] and measured[1] and not measured[0] & measured[1])


def _close(shared: Mapping[str, float], part: float) -> bool:
    """Tell findings that agree closely: several numbers, and most of what the poorer result holds."""
    numbers = sum(is_fact(token) and len(token) > 1 for token in shared)
    return numbers >= CLOSE and part >= CLOSE_PART


def _same_beginning(first: Work, second: Work) -> int:
    """Return with how many words in common two objectives begin: of a template, what differs stands at the end."""
    one, two = content(objective_of(first.task)), content(objective_of(second.task))
    return next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
