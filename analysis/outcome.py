"""Judges what became of each task: its state, and the reason in a sentence."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from misheard.analysis.actions import Action, action_of
from misheard.analysis.closing import Closings
from misheard.analysis.delegations import Delegation, State
from misheard.analysis.elsewhere import Elsewhere
from misheard.analysis.gist import ask_of, list_of, report_of
from misheard.analysis.matched import Match, Words
from misheard.analysis.replies import is_failure, is_stopped, outcome_of
from misheard.analysis.said import SaidAgain
from misheard.analysis.silence import Judgement, Silences
from misheard.analysis.taken_up import LATER, TakenUp
from misheard.analysis.toolcalls import call_of
from misheard.analysis.wording import content, is_fact, names, overlap, sentences
from misheard.ingest.contract import Status
from misheard.ingest.message import USER, AgentMessage

if TYPE_CHECKING:
    from misheard.analysis.trace import Trace


SAID = 3
"""How many words of its own a result must have to tell whether a message knew it."""
NAMED = 2
"""How many words of a failure beside the name of who failed tell of it."""
KNOWN = 0.6
"""Which share of them a message must hold to have known it."""

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
        self.silences = Silences(trace, matches, closings, self.taken_up, self.elsewhere)
        self.said_again = SaidAgain(trace)
        self.asks = self.taken_up.asks

    def of(self, found: Match) -> Delegation:
        """Return the delegation of one match."""
        state, reason, admitted = self._with_result(found) if found.results else self.silences.of(found)
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

    def _with_result(self, found: Match) -> Judgement:
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

        Of an act, such as filing or sending, the final message needs no result: it is done all the same. Two that
        were logged at one time came in no order, and what the final message says already had come before.
        """
        end = self._place(closing)
        places = [self._place(result) for result in found.results]
        if min(places) <= end or closing.id in {result.id for result in found.results}:
            return False
        if action_of(ask_of(found.task)) is Action.ACT or self._known(found, closing):
            return False
        return not any(
            message.sender == found.task.sender
            for message in self.trace.messages[min(places) + 1 : min(places) + 1 + LATER]
        )

    def _known(self, found: Match, closing: AgentMessage) -> bool:
        """Tell whether a message holds what a result says, or may have been sent after it."""
        first = found.results[0]
        if first.timestamp and closing.timestamp and first.timestamp <= closing.timestamp:
            return True
        new = self.words.told(first) - self.words.asked(found.task)
        return len(new) >= SAID and overlap(new, self.words.told(closing)) >= KNOWN

    def _failed(self, found: Match, result: AgentMessage) -> Judgement:
        how = _OUTCOMES[outcome_of(result) or Status.FAILED]
        what = f"{result.sender} said in {result.id} that the task {how}"
        if is_stopped(result) or found.task.sender == result.recipient == USER:
            how = ": the user stopped it." if is_stopped(result) else ", to the one who had asked."
            return State.FAILED_TOLD, what + how, None
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
        admitted = admitted or next((one for one in told if self._names_both(one, result)), None)
        if admitted:
            return State.FAILED_TOLD, f"{what}, and {admitted.id} passes it on.", admitted
        solved = self.elsewhere.done(found)
        if solved:
            return State.FAILED_TOLD, f"{what}; {solved}.", None
        return State.FAILED_UNTOLD, f"{what}; {closing.sender} ended in {closing.id} without a word on it.", None

    def _names_both(self, report: AgentMessage, result: AgentMessage) -> bool:
        """Tell whether one sentence of a report names who failed, and in its words what with."""
        why = self.words.told(result)
        who = frozenset(content(result.sender))
        return any(
            who <= (said := frozenset(content(sentence))) and len(why & said - who) >= NAMED
            for sentence in sentences(report_of(report))
        )

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
        distinctive = self.closings.task_words.distinctive
        if self.said_again.after(self._place(result), distinctive(self.asks[found.task.id])):
            return None
        new = {token for token in self.words.told(result) if is_fact(token)} | names(report_of(result))
        new -= self.words.asked(found.task)
        if len(new) < 3 or self.said_again.after(self._place(result), distinctive(frozenset(new))):
            return None
        return f"nothing that {found.task.sender} or anyone else said after it takes it up."

    def _place(self, message: AgentMessage) -> int:
        return self.closings.place[message.id]


def _came(result: AgentMessage) -> str:
    return f"{result.sender} answered in {result.id}"


def _end(closing: AgentMessage) -> str:
    return f"{closing.sender}'s final {closing.id}"
