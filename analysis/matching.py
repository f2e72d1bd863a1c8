"""Finds which message answers which task: by reply, by a shared id, by who and when, or by what they talk about."""

from collections import defaultdict, deque
from collections.abc import Sequence
from itertools import islice

from misheard.analysis.candidates import CANDIDATES, best_of, ends, ids_of
from misheard.analysis.joint import answered_together
from misheard.analysis.matched import Match, Words
from misheard.analysis.replies import Reply, reply_of
from misheard.analysis.uptake import Uptake
from misheard.analysis.wording import overlap
from misheard.ingest.message import BROADCAST, AgentMessage, MessageType

BY_REPLY, BY_ID, BY_ORDER, BY_TEXT = "reply", "subtask id", "agents in order", "similar text"
PASSED_ON = "passed on"

RECENT = 8
"""How many answered tasks of a pair may still get a second part."""
LONGEST = 8
"""Over how many agents a task is followed that was passed on."""
SECOND_PART = 3
"""How many words of an answered task a result must hold to be its second part, if it fits no open one."""
ALIKE = 0.25
"""Which share of a task's words a result for somebody else must hold to be its answer."""


def match(messages: Sequence[AgentMessage], words: Words) -> list[Match]:
    """Return a match for every task of `messages`, in order."""
    matcher = _Matcher(words)
    for place, message in enumerate(messages):
        matcher.feed(place, message)
    matcher.give_lesser_replies(Uptake(messages, words))
    matches = list(matcher.matches.values())
    answered_together(matches, messages, words)
    return matches


class _Matcher:
    """Goes through the messages once, keeping the tasks that are open by pair, giver, receiver and id."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.matches: dict[str, Match] = {}
        self.about: dict[str, str] = {}
        self.open: dict[tuple[str, str], dict[str, Match]] = defaultdict(dict)
        self.open_of: dict[str, dict[str, Match]] = defaultdict(dict)
        self.open_by: dict[str, dict[str, Match]] = defaultdict(dict)
        self.recent: dict[tuple[str, str], deque[Match]] = defaultdict(lambda: deque(maxlen=RECENT))
        self.by_id: dict[str, list[Match]] = defaultdict(list)
        self.lesser: list[tuple[AgentMessage, Match | None, list[Match]]] = []

    def feed(self, place: int, message: AgentMessage) -> None:
        """Take the next message."""
        self._follow(message)
        if message.type is MessageType.TASK:
            self._task(place, message)
        elif message.type is MessageType.RESULT and reply_of(message) is Reply.ANSWER:
            self._result(message)
        else:
            self._keep(message)

    def _follow(self, message: AgentMessage) -> None:
        """Note which task a chain of replies is about."""
        asked = message.in_reply_to
        if asked in self.matches:
            self.about[message.id] = asked
        elif asked in self.about:
            self.about[message.id] = self.about[asked]

    def _task(self, place: int, task: AgentMessage) -> None:
        found = self.matches[task.id] = Match(task, place)
        self.open[task.sender, task.recipient][task.id] = found
        self.open_of[task.recipient][task.id] = found
        self.open_by[task.sender][task.id] = found
        for key in ids_of(task.payload):
            self.by_id[key].append(found)

    def _result(self, result: AgentMessage) -> None:
        found = self._by_reply(result)
        if found:
            self._give(found, result, BY_REPLY)
            return
        found = self._by_id(result)
        if found:
            self._give(found, result, BY_ID)
            return
        if self._by_order(result) or self._by_passing_on(result):
            return
        self._by_text(result)

    def _by_reply(self, message: AgentMessage) -> Match | None:
        about = self.about.get(message.id)
        found = self.matches[about] if about else None
        return found if found and message.sender != found.task.sender else None

    def _by_id(self, message: AgentMessage) -> Match | None:
        fitting = [
            found
            for key in ids_of(message.payload)
            for found in self.by_id.get(key, ())[-CANDIDATES:]
            if found.task.sender != message.sender
        ]
        own = [found for found in fitting if found.task.recipient in (message.sender, BROADCAST)]
        if not own and len(fitting) > 1:
            return None
        return next((found for found in own if not found.results), None) or next(iter(own or fitting), None)

    def _by_order(self, result: AgentMessage) -> bool:
        """Give a result to an open task of the same two agents; of several to the one it talks about."""
        pair = (result.recipient, result.sender)
        waiting = ends(self.open.get(pair, {}))
        before = list(self.recent[pair]) if pair in self.recent else []
        if not waiting and not before:
            return False
        best, score = best_of(self.words, result, waiting or before)
        if waiting and before and not self.words.asked(best.task) & self.words.told(result):
            earlier = max(before, key=lambda found: self._shared(found, result))
            best = earlier if self._shared(earlier, result) >= SECOND_PART else best
        self._give(best, result, BY_TEXT if score else BY_ORDER)
        return True

    def _shared(self, found: Match, result: AgentMessage) -> int:
        return len(self.words.asked(found.task) & self.words.told(result))

    def _by_passing_on(self, result: AgentMessage) -> bool:
        """Give a result to the tasks that reached its sender through others: A asks B, B asks C, C answers A."""
        for found in islice(reversed(self.open_of[result.sender].values()), RECENT):
            chain = self._chain_to(result.recipient, found)
            if not found.results and len(chain) > 1:
                for link in chain:
                    self._give(link, result, PASSED_ON)
                return True
        return False

    def _chain_to(self, giver: str, found: Match) -> list[Match]:
        """Return the open tasks from `found` up to the one that `giver` gave; empty where they lead elsewhere."""
        chain = [found]
        while chain[-1].task.sender != giver:
            middle = chain[-1].task.sender
            direct = self.open.get((giver, middle))
            outer = next(reversed((direct or self.open_of.get(middle) or {}).values()), None)
            if outer is None or outer.place >= chain[-1].place or len(chain) == LONGEST:
                return []
            chain.append(outer)
        return chain

    def _by_text(self, result: AgentMessage) -> None:
        """Give a result for everyone, or for somebody who did not ask, to the open task that it talks about."""
        waiting = ends(self.open_of[result.sender])
        if result.recipient == BROADCAST and waiting:
            best, score = best_of(self.words, result, waiting)
            self._give(best, result, BY_TEXT if score else BY_ORDER)
            return
        waiting += islice(reversed(self.open_of[BROADCAST].values()), RECENT)
        waiting = [found for found in waiting if found.task.sender != result.sender]
        if not waiting:
            waiting = ends(self.open_by.get(result.recipient, {}))
        shares = [(overlap(self.words.asked(f.task), self.words.told(result)), -f.place, f) for f in waiting]
        if shares and max(shares)[0] >= ALIKE:
            self._give(max(shares)[2], result, BY_TEXT)

    def _give(self, found: Match, result: AgentMessage, by: str) -> None:
        found.add(result, by)
        self.about.setdefault(result.id, found.task.id)
        pair = (found.task.sender, found.task.recipient)
        if self.open[pair].pop(found.task.id, None):
            self.recent[pair].append(found)
        self.open_of[found.task.recipient].pop(found.task.id, None)
        self.open_by[found.task.sender].pop(found.task.id, None)

    def _keep(self, message: AgentMessage) -> None:
        """Keep a message that is no result until it is known which tasks got none."""
        found = self._by_reply(message) or self._by_id(message)
        if found is None and message.recipient == BROADCAST:
            near = ends(self.open_of.get(message.sender, {}))
        else:
            near = ends(self.open.get((message.recipient, message.sender), {}))
        for key in ids_of(message.payload):
            if found and all(known is not found for known in self.by_id[key][-CANDIDATES:]):
                self.by_id[key].append(found)
        if found or near:
            self.lesser.append((message, found, near))

    def give_lesser_replies(self, uptake: Uptake) -> None:
        """Let statuses, notes and questions count: as answers where they are and no result came."""
        for message, direct, near in self.lesser:
            found = direct or best_of(self.words, message, near)[0]
            kind = reply_of(message)
            if kind is Reply.QUESTION:
                found.questions.append(message)
            elif kind is Reply.ANSWER and self._answers(message, found, direct is not None, len(near)):
                found.add(message, BY_REPLY if direct else BY_ORDER)
            elif message.type is not MessageType.RESULT and not found.results and uptake.of(message, found.task):
                found.add(message, BY_REPLY if direct else BY_TEXT)
            elif kind is Reply.ACKNOWLEDGEMENT or direct:
                found.acknowledgements.append(message)

    def _answers(self, message: AgentMessage, found: Match, direct: bool, waiting: int) -> bool:
        """Tell a status or note that answers a task: it replies, says done where nothing else is open, or fits."""
        if any(result.type is MessageType.RESULT for result in found.results):
            return False
        if direct or (message.type is MessageType.STATUS and waiting == 1):
            return True
        shared = self.words.asked(found.task) & self.words.told(message)
        alike = len(shared) >= 4 or overlap(self.words.asked(found.task), shared) >= ALIKE
        return len(shared) >= 2 and alike
