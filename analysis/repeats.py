"""Decides whether two tasks are the same work: by their facets and by what came out of them."""

from collections.abc import Sequence

from rapidfuzz.distance import DamerauLevenshtein

from misheard.analysis.actions import ACTIONS, Action
from misheard.analysis.admitted import admits
from misheard.analysis.agreement import Agreement
from misheard.analysis.asked_for import GOES_ON, STATUS
from misheard.analysis.facets import ASK_LIMIT, Known, Work
from misheard.analysis.findings import Findings
from misheard.analysis.gist import ask_of, objective_of
from misheard.analysis.repeat import REDONE, SAME_CALL, SAME_TASK, Repeat
from misheard.analysis.samework.comparison import Facet, likely_same, same_work
from misheard.analysis.samework.kinds import PLAIN, Kind
from misheard.analysis.wording import is_fact, overlap

SAME_WORDS = 0.85
SHORTEST = 4
"""Content words below which two tasks say too little to be called the same."""
SHARED = 0.3
"""Share of the words of the poorer of two tasks below which they are not compared further."""
LIKELY = 0.85
"""How likely (0 to 1, see `same_work`) two tasks in other words must be the same where no finding tells."""
REPORTED = 0.6
"""Which share of the words of the poorer report the other must hold for that."""
ADMITTED = 0.5
"""How likely two tasks must be the same where the agent says that it had done the second before."""
MENDED = 200
"""How many tasks that change something are looked through for what had changed ahead of a repeat."""


class Judge:
    """Judges pairs of tasks of one run."""

    def __init__(self, works: Sequence[Work], known: Known, findings: Findings) -> None:
        self._known = known
        self._by_id = {work.task.id: work for work in works}
        self._findings = findings
        self._agreement = Agreement(works, known, self._findings)
        self._mended = [work for work in works if work.action is Action.CHANGE and work.succeeded][:MENDED]

    def judge(self, first: Work, second: Work) -> Repeat | None:
        """Return how `second` repeats `first`, or None where it is work of its own."""
        if {r.id for r in first.delegation.results} & {r.id for r in second.delegation.results}:
            return None
        found = (
            self._same_command(first, second)
            or self._same_text(first, second)
            or self._agree(first, second)
            or self._same_request(first, second)
            or self._admitted(first, second)
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
            both = first.succeeded and second.succeeded and first.reported and second.reported
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

    def _agree(self, first: Work, second: Work) -> Repeat | None:
        return None if self._changed(first, second) else self._agreement.judge(first, second)

    def _same_request(self, first: Work, second: Work) -> Repeat | None:
        """Judge two tasks in other words that report alike, without a finding that would tell: done, saved."""
        if not (first.succeeded and second.succeeded and first.plain and second.plain):
            return None
        if self._differ(first, second) or first.facts != second.facts or STATUS.search(second.brief_text):
            return None
        less, more = sorted((first.ask, second.ask), key=len)
        if overlap(less, more) < SHARED:
            return None
        poorer, richer = sorted((first.reported, second.reported), key=len)
        if not poorer or overlap(poorer, richer) < REPORTED or self._changed(first, second):
            return None
        found = same_work(objective_of(first.task)[:ASK_LIMIT], objective_of(second.task)[:ASK_LIMIT])
        if found.score < LIKELY or any(map(_tells_apart, found.differing)):
            return None
        done = first.delegation.result
        later = done is not None and second.place > self._known.answered(first)
        kind = REDONE if later and first.task.sender == second.task.sender else SAME_TASK
        return Repeat(first, second, kind, 0.6, "both ask for the same in other words, and report alike")

    def _admitted(self, first: Work, second: Work) -> Repeat | None:
        """Judge two tasks for one agent, the second of which it answers by saying that it had done so before."""
        if first.task.recipient != second.task.recipient or first.task.sender != second.task.sender:
            return None
        said = next(filter(None, map(admits, second.report_texts)), None)
        if said is None or not first.succeeded or second.place < self._known.answered(first):
            return None
        if first.facts ^ second.facts or self._changed(first, second) or STATUS.search(second.brief_text):
            return None
        if likely_same(objective_of(first.task)[:ASK_LIMIT], objective_of(second.task)[:ASK_LIMIT]) < ADMITTED:
            return None
        why = f"whoever did it says so (“{said}”)"
        return Repeat(first, second, REDONE, 0.75, why, "", said)

    def _differ(self, first: Work, second: Work) -> bool:
        """Tell two results that hold findings and none in common: then something had changed in between."""
        one, two = self._findings.of(first), self._findings.of(second)
        return bool(one and two and not set(one) & set(two))


def _tells_apart(facet: Facet) -> bool:
    """Tell a facet that makes other work: a value of its own, or another thing on either side."""
    return facet.kind not in PLAIN or (facet.kind is Kind.OBJECT and bool(facet.first and facet.second))


def _misspelt(one: frozenset[str], two: frozenset[str]) -> bool:
    """Tell odd words out that differ by a letter only: another ending or a slip."""
    return all(
        any(DamerauLevenshtein.distance(a, b) <= 1 and len(a) > 4 and not is_fact(a) for b in two) for a in one
    )
