"""Judges what became of each task: its state, and the reason in a sentence."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from misheard.analysis.actions import Action, action_of
from misheard.analysis.closing import Closings
from misheard.analysis.delegations import Delegation, State
from misheard.analysis.elsewhere import Elsewhere
from misheard.analysis.ending import EndState
from misheard.analysis.gist import ask_of, list_of, report_of
from misheard.analysis.matched import Match, Words
from misheard.analysis.patience import Patience
from misheard.analysis.replies import is_failure, is_stopped, outcome_of
from misheard.analysis.said import SaidAgain
from misheard.analysis.taken_up import LATER, TakenUp
from misheard.analysis.toolcalls import call_of
from misheard.analysis.wording import content, is_fact, names
from misheard.ingest.contract import Status
from misheard.ingest.message import BROADCAST, USER, AgentMessage, MessageType

if TYPE_CHECKING:
    from misheard.analysis.trace import Trace


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
        self.taken_up = TakenUp(trace.messages, matches, closings, words)
        self.elsewhere = Elsewhere(matches, closings, words, self.taken_up)
        self.said_again = SaidAgain(trace)
        self.patience = Patience(trace.messages, matches)
        self.asks = self.taken_up.asks

    def of(self, found: Match) -> Delegation:
        """Return the delegation of one match."""
        state, reason, admitted = self._with_result(found) if found.results else self._without(found)
        outer = self.closings.serves.get(found.task.id)
        closing = self.closings.closing(found)
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
            closed_in=closing.id if closing else None,
        )

    # Tasks that got a result

    def _with_result(self, found: Match) -> tuple[State, str, AgentMessage | None]:
        result = found.results[-1]
        if is_failure(result):
            return self._failed(found, result)
        closing = self.closings.final
        if closing and self._late(found, closing):
            return State.TOO_LATE, f"{_came(result)} only after {_end(closing)}, and nothing came of it.", None
        unused = self._unused(found, result)
        if unused:
            return State.NEVER_USED, f"{_came(result)}, but {unused}", None
        return State.ANSWERED, f"{_came(result)}.", None

    def _late(self, found: Match, closing: AgentMessage) -> bool:
        """Tell a result that came after the final message, when its receiver said nothing more.

        Of an act, such as filing or sending, the final message needs no result: it is done all the same.
        """
        end = self._place(closing)
        places = [self._place(result) for result in found.results]
        if min(places) <= end or closing.id in {result.id for result in found.results}:
            return False
        if action_of(ask_of(found.task)) is Action.ACT:
            return False
        return not any(
            message.sender == found.task.sender
            for message in self.trace.messages[min(places) + 1 : min(places) + 1 + LATER]
        )

    def _failed(self, found: Match, result: AgentMessage) -> tuple[State, str, AgentMessage | None]:
        how = _OUTCOMES[outcome_of(result) or Status.FAILED]
        what = f"{result.sender} said in {result.id} that the task {how}"
        if is_stopped(result):
            return State.FAILED_TOLD, f"{what}: the user stopped it.", None
        again = self.taken_up.tried_again(found, result)
        if again:
            return State.FAILED_TOLD, f"{what}; {again.task.sender} tried again in {again.task.id}.", again.task
        closing = self.closings.closing(found)
        if closing is None or call_of(found.task) or self._place(closing) <= self._place(result):
            return State.FAILED_TOLD, f"{what}.", None
        start = self._place(result)
        about = self.asks[found.task.id] | self._facts_of(result)
        told = self.closings.upward(found, start)
        admitted = next(filter(is_failure, told), None) or self.closings.admits(found, told, about, weak=2)
        if admitted:
            return State.FAILED_TOLD, f"{what}, and {admitted.id} passes it on.", admitted
        solved = self.elsewhere.done(found)
        if solved:
            return State.FAILED_TOLD, f"{what}; {solved}.", None
        return State.FAILED_UNTOLD, f"{what}; {closing.sender} ended in {closing.id} without a word on it.", None

    def _facts_of(self, result: AgentMessage) -> frozenset[str]:
        """Return the numbers, names and named obstacle of a result: what a later word on it would take up."""
        text = report_of(result)[:600]
        obstacle = " ".join(list_of(result.payload, "blocked_by", "blockedBy"))
        return (
            frozenset(names(text))
            | frozenset(t for t in content(text) if is_fact(t))
            | frozenset(content(obstacle))
        )

    def _unused(self, found: Match, result: AgentMessage) -> str | None:
        """Return why a result seems never to have been used: nothing specific of it is ever said again."""
        closing = self.closings.closing(found)
        if closing is None or call_of(found.task) or found.task.sender == USER:
            return None
        if self._place(closing) <= self._place(result):
            return None
        if self.said_again.after(self._place(result), self.closings.distinctive(self.asks[found.task.id])):
            return None
        new = {token for token in self.words.told(result) if is_fact(token)} | names(report_of(result))
        new -= self.words.asked(found.task)
        if len(new) < 3 or self.said_again.after(self._place(result), self.closings.distinctive(frozenset(new))):
            return None
        return f"nothing that {found.task.sender} or anyone else said after it takes it up."

    # Tasks that got none

    def _without(self, found: Match) -> tuple[State, str, AgentMessage | None]:
        task = found.task
        solved = self.taken_up.withdrawn(found) or self.elsewhere.done(found) or self._chat_ended(found)
        if solved:
            who = "it went to everyone and nobody" if task.recipient == BROADCAST else task.recipient
            return State.ANSWERED, f"{who} gave no result, but {solved}.", None
        if task.sender == USER and self._next_prompt(found):
            return State.CUT_OFF, f"{task.sender} went on without waiting for an answer of {task.recipient}.", None
        closing = self.closings.closing(found)
        if closing is None or not self._went_on(found, closing):
            return self._open(found)
        theme = self.asks[task.id]
        admitted = self.closings.admits(found, self.closings.upward(found, found.place), theme)
        if found.questions and not self._answered_back(found):
            return self._escalated(found, closing, admitted)
        return self._silent(found, closing, admitted)

    def _open(self, found: Match) -> tuple[State, str, AgentMessage | None]:
        """Judge a task without an answer whose giver, as far as the log tells, was not done."""
        task = found.task
        if self.trace.end.state is EndState.RUNNING:
            return State.PENDING, f"{task.recipient} has not answered yet; {self.trace.end.reason}.", None
        gave_up = self.patience.gave_up(found)
        if gave_up is None:
            return State.CUT_OFF, f"the log shows no answer of {task.recipient}, and no end of the work.", None
        since, before = gave_up
        on = f"{task.sender} went on with {since} messages; it never sent more than {before} ahead of an answer"
        if not self._ever_spoke(task.recipient) and not call_of(task):
            return State.NEVER_STARTED, f"{task.recipient} never sent a message, and {on}.", None
        return State.UNANSWERED, f"{task.recipient} sent no result for it, and {on}.", None

    def _chat_ended(self, found: Match) -> str | None:
        """Return who ended a chat for everyone, where a task had gone to everyone too."""
        final = self.closings.final
        if final is None or {found.task.recipient, final.recipient} != {BROADCAST}:
            return None
        return f"{final.sender} ended the chat in {final.id}" if self._place(final) > found.place else None

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
        if task.recipient == BROADCAST:
            return State.UNANSWERED, f"it went to everyone, and nobody sent {task.sender} a result{but}.", admitted
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
        again = self.taken_up.tried_again(found, question)
        admitted = admitted or passed
        if admitted:
            return State.FAILED_TOLD, f"{what}, and {admitted.id} passes it on.", admitted
        if again:
            return State.FAILED_TOLD, f"{what}; {again.task.sender} took it up in {again.task.id}.", again.task
        return State.FAILED_UNTOLD, f"{what}; {closing.sender} ended in {closing.id} without a word on it.", None

    def _next_prompt(self, found: Match) -> bool:
        """Tell a request of a person who then asked the same agent anew: they see what came back."""
        later = self.taken_up.later_tasks(found.task.sender, found.place)
        return any(other.task.recipient == found.task.recipient for other in later)

    def _answered_back(self, found: Match) -> bool:
        """Tell whether the giver answered what the receiver had asked back, so that it could go on."""
        place = self._place(found.questions[-1])
        return next(self.taken_up.said_later(found, place), None) is not None

    def _went_on(self, found: Match, closing: AgentMessage) -> bool:
        """Tell a giver that went on without the answer: it closed its own work, or gave a task later on."""
        if closing.sender == found.task.sender or closing.recipient != found.task.sender:
            return True
        return next(self.taken_up.later_tasks(found.task.sender, found.place), None) is not None

    @cached_property
    def _speakers(self) -> frozenset[str]:
        return frozenset(message.sender for message in self.trace.messages)

    def _ever_spoke(self, agent: str) -> bool:
        return agent in self._speakers

    def _place(self, message: AgentMessage) -> int:
        return self.closings.place[message.id]


def _came(result: AgentMessage) -> str:
    return f"{result.sender} answered in {result.id}"


def _end(closing: AgentMessage) -> str:
    return f"{closing.sender}'s final {closing.id}"
