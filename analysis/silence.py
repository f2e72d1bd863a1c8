"""Judges tasks that got no result: solved elsewhere, still open, or an orphan, with the reason in a sentence."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from misheard.analysis.closing import Closings
from misheard.analysis.delegations import State
from misheard.analysis.elsewhere import Elsewhere
from misheard.analysis.ending import EndState
from misheard.analysis.matched import Match
from misheard.analysis.patience import Patience
from misheard.analysis.taken_up import TakenUp
from misheard.analysis.toolcalls import call_of
from misheard.ingest.message import BROADCAST, USER, AgentMessage, MessageType

if TYPE_CHECKING:
    from misheard.analysis.trace import Trace

Judgement = tuple[State, str, AgentMessage | None]
"""A state, its reason, and the message that says openly that the task failed or is missing."""


class Silences:
    """Judges the tasks of one trace that nobody gave a result for."""

    def __init__(
        self, trace: "Trace", matches: Sequence[Match], closings: Closings, taken_up: TakenUp, elsewhere: Elsewhere
    ) -> None:
        self.trace = trace
        self.closings = closings
        self.taken_up = taken_up
        self.elsewhere = elsewhere
        self.patience = Patience(trace.messages, matches)

    def of(self, found: Match) -> Judgement:
        """Return what became of a task without a result."""
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
        theme = self.taken_up.asks[task.id]
        admitted = self.closings.admits(found, self.closings.upward(found, found.place), theme)
        if found.questions and not self._answered_back(found):
            return self._escalated(found, closing, admitted)
        return self._silent(found, closing, admitted)

    def _open(self, found: Match) -> Judgement:
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

    def _silent(self, found: Match, closing: AgentMessage, admitted: AgentMessage | None) -> Judgement:
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

    def _escalated(self, found: Match, closing: AgentMessage, admitted: AgentMessage | None) -> Judgement:
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
