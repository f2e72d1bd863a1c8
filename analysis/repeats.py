"""Decides whether two tasks are the same work: by their facets and by what came out of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import DamerauLevenshtein

from misheard.analysis.actions import ACTIONS, Action
from misheard.analysis.asked_for import GOES_ON, STATUS
from misheard.analysis.facets import Known, Work
from misheard.analysis.findings import Findings
from misheard.analysis.gist import ask_of, objective_of
from misheard.analysis.wording import content, is_fact, overlap

SAME_TASK, SAME_CALL = "same-task", "same-call"
ALREADY_TRIED, RULED_OUT = "already-tried", "ruled-out"
ALREADY_KNOWN, REDONE = "already-known", "redone-after-success"

TEMPLATE = 0.75
"""From this likeness of words on, two tasks are of one template, and what differs is what counts."""
BEGINNING = 4
"""How many words two tasks of one template begin with that ask for different things in the end."""
SAME_WORDS = 0.85
SHORTEST = 4
"""Content words below which two tasks say too little to be called the same."""
PART = 0.4
"""Which part of what the poorer of two results found the other must have found too."""
MENDED = 200
"""How many tasks that change something are looked through for what had changed ahead of a repeat."""
HANDED_ON = 2
"""How many numbers of an earlier result a task must hand on to be the next step."""
CLOSE = 3
"""From how many numbers of two digits in common, in two results, one word of topic is enough."""
CLOSE_PART = 0.6
"""Which part of the poorer result must agree for that."""
AGREE = 1.5
"""How much two results must agree, in specific findings that neither task had told."""


@dataclass(frozen=True)
class Repeat:
    """That the later of two tasks repeats the earlier one: how, how sure (0 to 1), and on what evidence."""

    first: Work
    second: Work
    kind: str
    confidence: float
    why: str
    before: str = ""
    after: str = ""


class Judge:
    """Judges pairs of tasks of one run."""

    def __init__(self, works: Sequence[Work], known: Known) -> None:
        self._known = known
        self._by_id = {work.task.id: work for work in works}
        self._findings = Findings(works, known)
        self._told = {work.task.id: frozenset(token for token in work.reported if is_fact(token)) for work in works}
        self._asked: Counter[str] = Counter(token for work in works for token in work.core & work.objects)
        self._count = len(works)
        self._mended = [work for work in works if work.action is Action.CHANGE and work.succeeded][:MENDED]

    def judge(self, first: Work, second: Work) -> Repeat | None:
        """Return how `second` repeats `first`, or None where it is work of its own."""
        if {r.id for r in first.delegation.results} & {r.id for r in second.delegation.results}:
            return None
        found = (
            self._same_command(first, second)
            or self._same_text(first, second)
            or self._same_findings(first, second)
        )
        if found is None or self._wanted(first, second) or self._related(first, second):
            return None
        return found

    def _related(self, first: Work, second: Work) -> bool:
        """Tell a task that is a part of the other: passed down, or given in answering it."""
        if second.task.sender == first.task.recipient or first.task.sender == second.task.recipient:
            return True
        return self._serves(second, first) or self._serves(first, second)

    def _serves(self, inner: Work, outer: Work) -> bool:
        step: Work | None = inner
        for _ in range(20):
            serves = step.delegation.serves if step else None
            if serves == outer.task.id:
                return True
            step = self._by_id.get(serves) if serves else None
        return False

    def _wanted(self, first: Work, second: Work) -> bool:
        """Tell a repeat that somebody asked for: a review, a vote, a cross-check, another look, one step more."""
        if Action.CHECK in (first.action, second.action) or GOES_ON.search(ask_of(second.task)):
            return True
        return first.on_purpose or second.on_purpose

    def _same_command(self, first: Work, second: Work) -> Repeat | None:
        shared = first.commands & second.commands
        if not shared or not first.succeeded or self._changed(first, second):
            return None
        command = max(shared, key=len)
        why = f"both run “{command[:120]}”"
        return Repeat(first, second, SAME_CALL, 0.85, why, command, command)

    def _changed(self, first: Work, second: Work) -> bool:
        """Tell a later task that goes another way, or follows a doubtful answer or a change of the matter."""
        done = first.delegation.result
        if done is None or second.place < self._known.answered(first):
            return False
        if second.changes - first.changes or (first.doubtful and first.task.sender == second.task.sender):
            return True
        return any(
            self._known.answered(first) < change.place < second.place and change.objects & first.objects - ACTIONS
            for change in self._mended
        )

    def _same_text(self, first: Work, second: Work) -> Repeat | None:
        """Judge two tasks in the same words: a repeat only if nothing that counts differs, and it was no retry."""
        if min(len(first.ask), len(second.ask)) < SHORTEST or not self._same_words(first, second):
            return None
        told = {token for token in first.brief ^ second.brief if is_fact(token)}
        if told or STATUS.search(second.brief_text):
            return None
        if self._differ(first, second):
            return None
        done = first.delegation.result
        if done is None or second.place < self._known.answered(first):
            why = "both were given in the same words, and both were answered"
            both = first.succeeded and second.succeeded
            return Repeat(first, second, SAME_TASK, 0.7, why) if both else None
        if not first.succeeded or self._changed(first, second):
            return None
        kind = REDONE if first.task.sender == second.task.sender else SAME_TASK
        sure = 0.8 if first.plain else 0.5
        return Repeat(first, second, kind, sure, f"the first was answered in {done.id}")

    def _same_words(self, first: Work, second: Work) -> bool:
        union = first.objects | second.objects
        if len(first.objects & second.objects) / len(union) < SAME_WORDS:
            return False
        odd_one, odd_two = first.objects - second.objects, second.objects - first.objects
        return not (odd_one and odd_two and not _misspelt(odd_one, odd_two)) and first.action is second.action

    def _differ(self, first: Work, second: Work) -> bool:
        """Tell two results that hold findings and none in common: then something had changed in between."""
        one, two = self._findings.of(first), self._findings.of(second)
        return bool(one and two and not set(one) & set(two))

    def _same_findings(self, first: Work, second: Work) -> Repeat | None:
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
        told = self._knew(second, shared)
        kind = REDONE if self._again(first, second) else ALREADY_KNOWN if told else SAME_TASK
        why = f"both came to the same ({', '.join(sorted(facts, key=lambda token: (-shared[token], token))[:4])})"
        return Repeat(first, second, kind, min(0.9, 0.5 + 0.1 * weight), why)

    def _again(self, first: Work, second: Work) -> bool:
        return first.task.sender == second.task.sender and second.place > self._known.answered(first)

    def _knew(self, second: Work, shared: Mapping[str, float]) -> bool:
        """Tell whether whoever gave the second task had been told the findings before."""
        facts = [token for token in shared if is_fact(token)]
        return all(self._known.heard(second.task.sender, token, second.place) for token in facts)

    def _may_agree(self, first: Work, second: Work) -> bool:
        if first.action and second.action and first.action is not second.action:
            return False
        if self._changed(first, second) or self._goes_on(first, second):
            return False
        if any(
            one - second.brief and two - first.brief for one, two in zip(first.proper, second.proper, strict=True)
        ):
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


def _close(shared: Mapping[str, float], part: float) -> bool:
    """Tell findings that agree closely: several numbers, and most of what the poorer result holds."""
    numbers = sum(is_fact(token) and len(token) > 1 for token in shared)
    return numbers >= CLOSE and part >= CLOSE_PART


def _same_beginning(first: Work, second: Work) -> int:
    """Return with how many words in common two objectives begin: of a template, what differs stands at the end."""
    one, two = content(objective_of(first.task)), content(objective_of(second.task))
    return next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))


def _misspelt(one: frozenset[str], two: frozenset[str]) -> bool:
    """Tell odd words out that differ by a letter only: another ending or a slip."""
    return all(
        any(DamerauLevenshtein.distance(a, b) <= 1 and len(a) > 4 and not is_fact(a) for b in two) for a in one
    )
