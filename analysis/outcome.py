"""Judges what became of each task: its state, and the reason in a sentence."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from misheard.analysis.asked_for import ASKED_FOR
from misheard.analysis.closing import Closings
from misheard.analysis.delegations import Delegation, State
from misheard.analysis.ending import EndState
from misheard.analysis.gist import ask_of, list_of, objective_of, report_of
from misheard.analysis.matching import Match, Words
from misheard.analysis.replies import is_failure, is_stopped, outcome_of
from misheard.analysis.toolcalls import call_of
from misheard.analysis.wording import content, is_fact, names, overlap
from misheard.ingest.contract import Status
from misheard.ingest.message import USER, AgentMessage, MessageType

if TYPE_CHECKING:
    from misheard.analysis.trace import Trace

SAME_WORK = 0.75
"""Which share of an open task's words another, answered task must hold to have done its work."""
TRIED_AGAIN = 0.35
"""Which share of a failed task's words a later task of the same giver must hold to be another try."""
FEW = 12
"""In a run of so few tasks no word is common."""
LATER = 40
"""How many later tasks and messages are looked through for each open task."""

_WITHDRAWN = re.compile(
    r"\b(cancel\w*|no longer (?:need|require|necessary)\w*|not needed|never ?mind|withdraw\w*|withdrawn|scrap that|"
    r"forget (?:it|that|about)|skip (?:it|that|this)|call(?:ed|ing)? off|stand down|drop (?:it|that|this)|"
    r"stop (?:work|working|it))\b",
    re.IGNORECASE,
)

_TAKES_OVER = re.compile(
    r"\b(instead|in place of|take over|taking over|no (?:answer|reply|response|word)|not (?:answered|"
    r"replied|responded|"
    r"reacted)|did(?: not|n['’]t) (?:answer|reply|respond|react|come back)|silent|unanswered|not available|"
    r"unavailable|"
    r"stuck|timed out|hand(?:ed)? over|step in|stand in|waited|still waiting)\b",
    re.IGNORECASE,
)

_OUTCOMES = {
    Status.PARTIAL: "came back partial",
    Status.BLOCKED: "was blocked",
    Status.FAILED: "failed",
    Status.COMPLETED: "was done",
}


class Outcomes:
    """Judges the matches of one trace."""

    def __init__(self, trace: "Trace", matches: Sequence[Match], closings: Closings, words: Words) -> None:
        self.trace = trace
        self.matches = matches
        self.closings = closings
        self.words = words
        self.asks = {found.task.id: frozenset(content(ask_of(found.task)[:600])) for found in matches}

    def of(self, found: Match) -> Delegation:
        """Return the delegation of one match."""
        state, reason, admitted = self._with_result(found) if found.results else self._without(found)
        outer = self.closings.serves.get(found.task.id)
        return Delegation(
            task=found.task,
            results=tuple(found.results),
            state=state,
            reason=reason,
            matched_by=found.by,
            acknowledgements=tuple(found.acknowledgements),
            questions=tuple(found.questions),
            serves=outer.task.id if outer else None,
            admitted_in=admitted.id if admitted else None,
        )

    # Tasks that got a result

    def _with_result(self, found: Match) -> tuple[State, str, AgentMessage | None]:
        result = found.results[-1]
        if is_failure(result):
            return self._failed(found, result)
        closing = self.closings.final
        if closing and self._late(found, closing):
            return State.TOO_LATE, f"{_came(result)} only after {_end(closing)}, and nothing came of it", None
        unused = self._unused(found, result)
        if unused:
            return State.NEVER_USED, f"{_came(result)}, but {unused}", None
        return State.ANSWERED, f"{_came(result)}.", None

    def _late(self, found: Match, closing: AgentMessage) -> bool:
        """Tell a result that came after the final message, when its receiver said nothing more."""
        end = self._place(closing)
        places = [self._place(result) for result in found.results]
        if min(places) <= end or closing.id in {result.id for result in found.results}:
            return False
        return not any(
            message.sender == found.task.sender for message in self.trace.messages[min(places) + 1 :][:LATER]
        )

    def _failed(self, found: Match, result: AgentMessage) -> tuple[State, str, AgentMessage | None]:
        how = _OUTCOMES[outcome_of(result) or Status.FAILED]
        what = f"{result.sender} said in {result.id} that the task {how}"
        if is_stopped(result):
            return State.FAILED_TOLD, f"{what}: the user stopped it.", None
        again = self._tried_again(found, result)
        if again:
            return State.FAILED_TOLD, f"{what}; {again.task.sender} tried again in {again.task.id}.", again.task
        closing = self.closings.closing(found)
        if closing is None or call_of(found.task) or self._place(closing) <= self._place(result):
            return State.FAILED_TOLD, f"{what}.", None
        start = self._place(result)
        about = self.asks[found.task.id] | self._facts_of(result)
        told = self.closings.upward(found, start)
        admitted = next(filter(is_failure, told), None) or self.closings.admits(told, about)
        if admitted:
            return State.FAILED_TOLD, f"{what}, and {admitted.id} passes it on.", admitted
        solved = self._done_elsewhere(found)
        if solved:
            return State.FAILED_TOLD, f"{what}; {solved}.", None
        return State.FAILED_UNTOLD, f"{what}; {closing.sender} ended in {closing.id} without a word on it.", None

    def _theme(self, found: Match, result: AgentMessage) -> frozenset[str]:
        return self.asks[found.task.id] | frozenset(content(report_of(result)[:600]))

    def _facts_of(self, result: AgentMessage) -> frozenset[str]:
        """Return the numbers, names and named obstacle of a result: what a later word on it would take up."""
        text = report_of(result)[:600]
        obstacle = " ".join(list_of(result.payload, "blocked_by", "blockedBy"))
        return (
            frozenset(names(text))
            | frozenset(t for t in content(text) if is_fact(t))
            | frozenset(content(obstacle))
        )

    def _tried_again(self, found: Match, result: AgentMessage) -> Match | None:
        """Return the later task in which the giver took up a failed one."""
        theme = self._theme(found, result)
        telling = theme if len(self.matches) <= FEW else self.closings.distinctive(theme)
        for later in self._later_tasks(found.task.sender, self._place(result)):
            ask = self.asks[later.task.id]
            shared = len(telling & (ask | self.words.asked(later.task)))
            tried = list_of(later.task.payload, "already_tried", "alreadyTried")
            if shared >= 2 and (tried or later.task.recipient == found.task.recipient):
                return later
            if overlap(self.asks[found.task.id], ask) >= TRIED_AGAIN and shared:
                return later
        return None

    @cached_property
    def _by_giver(self) -> dict[str, list[Match]]:
        by_giver: dict[str, list[Match]] = defaultdict(list)
        for found in self.matches:
            by_giver[found.task.sender].append(found)
        return by_giver

    def _later_tasks(self, giver: str, place: int) -> Iterator[Match]:
        tasks = self._by_giver.get(giver, [])
        start = bisect_right([0] if not tasks else _places(tasks), place)
        yield from islice(tasks, start, start + LATER)

    def _unused(self, found: Match, result: AgentMessage) -> str | None:
        """Return why a result seems never to have been used: nothing specific of it is ever said again."""
        closing = self.closings.closing(found)
        if closing is None or call_of(found.task) or self._place(closing) <= self._place(result):
            return None
        text = report_of(result)
        new = {token for token in content(text)[:400] if is_fact(token)} | names(text)
        new -= self.words.asked(found.task)
        topic = self.closings.distinctive(self.asks[found.task.id] | new)
        if len(new) < 3 or any(self._last_said.get(token, -1) > self._place(result) for token in topic):
            return None
        return f"nothing that {found.task.sender} or anyone else said after it takes it up."

    @cached_property
    def _last_said(self) -> dict[str, int]:
        """Where each word was last said."""
        last: dict[str, int] = {}
        for place, message in enumerate(self.trace.messages):
            last.update(dict.fromkeys(content(self.trace.text(message)), place))
        return last

    # Tasks that got none

    def _without(self, found: Match) -> tuple[State, str, AgentMessage | None]:
        task = found.task
        solved = self._withdrawn(found) or self._done_elsewhere(found)
        if solved:
            return State.ANSWERED, f"{task.recipient} gave no result, but {solved}.", None
        if task.sender == USER and self._next_prompt(found):
            return State.CUT_OFF, f"{task.sender} went on without waiting for an answer of {task.recipient}.", None
        closing = self.closings.closing(found)
        if closing is None or not self._went_on(found, closing):
            if self.trace.end.state is EndState.RUNNING:
                return State.PENDING, f"{task.recipient} has not answered yet; {self.trace.end.reason}.", None
            return State.CUT_OFF, f"the log shows no answer of {task.recipient}, and no end of the work.", None
        theme = self.asks[task.id]
        admitted = self.closings.admits(self.closings.upward(found, found.place), theme)
        if found.questions and not self._answered_back(found):
            return self._escalated(found, closing, admitted)
        return self._silent(found, closing, admitted)

    def _silent(
        self, found: Match, closing: AgentMessage, admitted: AgentMessage | None
    ) -> tuple[State, str, AgentMessage | None]:
        task = found.task
        but = (
            f", which {admitted.id} admits" if admitted else f"; {closing.sender} ended in {closing.id} without it"
        )
        if found.acknowledgements:
            last = found.acknowledgements[-1]
            return State.ACKNOWLEDGED, f"{task.recipient} only acknowledged it in {last.id}{but}.", admitted
        if not self._ever_spoke(task.recipient) and not call_of(task):
            return State.NEVER_STARTED, f"{task.recipient} never sent a message{but}.", admitted
        return State.UNANSWERED, f"{task.recipient} sent no result for it{but}.", admitted

    def _escalated(
        self, found: Match, closing: AgentMessage, admitted: AgentMessage | None
    ) -> tuple[State, str, AgentMessage | None]:
        question = found.questions[-1]
        what = f"{question.sender} sent the question {question.id} back instead of a result"
        place = self._place(question)
        passed = next((m for m in self.closings.upward(found, place) if m.type is MessageType.ESCALATION), None)
        again = self._tried_again(found, question)
        admitted = admitted or passed
        if admitted:
            return State.FAILED_TOLD, f"{what}, and {admitted.id} passes it on.", admitted
        if again:
            return State.FAILED_TOLD, f"{what}; {again.task.sender} took it up in {again.task.id}.", again.task
        return State.FAILED_UNTOLD, f"{what}; {closing.sender} ended in {closing.id} without a word on it.", None

    def _next_prompt(self, found: Match) -> bool:
        """Tell a request of a person who then asked the same agent anew: they see what came back."""
        later = self._later_tasks(found.task.sender, found.place)
        return any(other.task.recipient == found.task.recipient for other in later)

    def _answered_back(self, found: Match) -> bool:
        """Tell whether the giver answered what the receiver had asked back, so that it could go on."""
        place = self._place(found.questions[-1])
        later = self._between.get((found.task.sender, found.task.recipient), ())
        return any(since > place for since in later)

    def _went_on(self, found: Match, closing: AgentMessage) -> bool:
        """Tell a giver that went on without the answer: it closed its own work, or gave a task later on."""
        if closing.sender == found.task.sender or closing.recipient != found.task.sender:
            return True
        return next(self._later_tasks(found.task.sender, found.place), None) is not None

    def _withdrawn(self, found: Match) -> str | None:
        """Return who took a task back, where somebody did."""
        for place in self._between.get((found.task.sender, found.task.recipient), ())[:]:
            if place <= found.place:
                continue
            message = self.trace.messages[place]
            if _WITHDRAWN.search(self.trace.text(message)[:300]):
                return f"{message.sender} took it back in {message.id}"
        return None

    @cached_property
    def _between(self) -> dict[tuple[str, str], list[int]]:
        """Where each agent sent another something that may take a task back."""
        between: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place, message in enumerate(self.trace.messages):
            if message.type is not MessageType.RESULT and len(between[message.sender, message.recipient]) < LATER:
                between[message.sender, message.recipient].append(place)
        return between

    def _done_elsewhere(self, found: Match) -> str | None:
        """Return which other task did the work of one: it asks for all of it, or says that it takes over."""
        mine = self.asks[found.task.id]
        for other in self._alike(found):
            end = [r for r in other.results if self._place(r) > found.place and not is_failure(r)]
            if not end or self._related(found, other):
                continue
            share, back = overlap(mine, self.asks[other.task.id]), overlap(self.asks[other.task.id], mine)
            later = other.place > found.place
            if later and share >= TRIED_AGAIN and _takes_over(other.task, found.task):
                return f"{end[-1].sender} took it over ({other.task.id}, answered by {end[-1].id})"
            if later and min(share, back) >= TRIED_AGAIN and self._asked_anew(found, other):
                return f"it was asked anew in {other.task.id}, which {end[-1].sender} answered in {end[-1].id}"
            same = share >= SAME_WORK and back >= SAME_WORK / 2 and not ASKED_FOR.search(_brief(found.task))
            if same and not self._own(found.task) - self.words.asked(other.task):
                return f"{end[-1].sender} did the same work ({other.task.id}, answered by {end[-1].id})"
        return None

    def _own(self, task: AgentMessage) -> set[str]:
        """Return the names and numbers of what a task asks."""
        return {token for token in self.asks[task.id] if is_fact(token)} | names(ask_of(task)[:600])

    def _asked_anew(self, found: Match, other: Match) -> bool:
        """Tell a later task of the same two agents on the same matter, without each naming things of its own."""
        if (found.task.sender, found.task.recipient) != (other.task.sender, other.task.recipient):
            return False
        left = self._own(found.task) - self.words.asked(other.task)
        return not (left and self._own(other.task) - self.words.asked(found.task))

    def _related(self, found: Match, other: Match) -> bool:
        """Tell two tasks of which one was given in doing the other."""
        for inner, outer in ((found, other), (other, found)):
            step = self.closings.serves.get(inner.task.id)
            for _ in range(20):
                if step is None:
                    break
                if step.task.id == outer.task.id:
                    return True
                step = self.closings.serves.get(step.task.id)
        return False

    def _alike(self, found: Match) -> Iterator[Match]:
        """Yield other tasks that share a rare word with one."""
        seen = {found.task.id}
        rare = sorted(self.asks[found.task.id], key=lambda token: len(self._by_word[token]))[:4]
        for token in rare:
            for other in self._by_word[token][-LATER:]:
                if other.task.id not in seen:
                    seen.add(other.task.id)
                    yield other

    @cached_property
    def _by_word(self) -> dict[str, list[Match]]:
        by_word: dict[str, list[Match]] = defaultdict(list)
        for found in self.matches:
            for token in self.asks[found.task.id]:
                by_word[token].append(found)
        return by_word

    @cached_property
    def _speakers(self) -> frozenset[str]:
        return frozenset(message.sender for message in self.trace.messages)

    def _ever_spoke(self, agent: str) -> bool:
        return agent in self._speakers

    def _place(self, message: AgentMessage) -> int:
        return self.closings.place[message.id]


def _places(matches: Sequence[Match]) -> list[int]:
    return [found.place for found in matches]


def _came(result: AgentMessage) -> str:
    return f"{result.sender} answered in {result.id}"


def _end(closing: AgentMessage) -> str:
    return f"{closing.sender}'s final {closing.id}"


def _brief(task: AgentMessage) -> str:
    context = task.payload.get("context")
    return f"{objective_of(task)[:1500]} {context[:1500] if isinstance(context, str) else ''}"


def _takes_over(later: AgentMessage, earlier: AgentMessage) -> bool:
    """Tell a task that says that its receiver is to do what another had been asked."""
    text = _brief(later)
    named = later.recipient != earlier.recipient and earlier.recipient.casefold() in text.casefold()
    return named or bool(_TAKES_OVER.search(text))
