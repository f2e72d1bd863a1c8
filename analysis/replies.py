"""Tells an answer from an acknowledgement, a progress line or a question, and a failure from a success."""

import re
from enum import StrEnum

from misheard.analysis.gist import list_of, report_of
from misheard.analysis.wording import content, is_fact, listed, sentences
from misheard.ingest.contract import Status, status_of
from misheard.ingest.message import AgentMessage, MessageType


class Reply(StrEnum):
    """What a message back from the receiver of a task is to that task."""

    ANSWER = "answer"
    ACKNOWLEDGEMENT = "acknowledgement"
    QUESTION = "question"


WORKING_WORDS = listed(
    """accepted acknowledged received queued scheduled started starting running working in_progress in-progress
    pending ongoing launched assigned open"""
) | {"in progress"}

_BACKGROUND = re.compile(
    r"\b(launched|started|running|runs|kicked off|queued|scheduled|continu\w+|work\w*)\b[^.\n]{0,60}"
    r"\b(in the background|asynchronously)|\basync (agent|task|job)\b",
    re.IGNORECASE,
)
_PROMISE = re.compile(
    r"\b(i|we)\s?(?:'|’)?(?:ll|\s+will|\s+shall)\b|\bwill\s+(?:come|be|get|report|let|follow|return|send|"
    r"deliver|have|start|begin|look|take|reply|answer|check|see|call|do)\b"
    r"|\b(on it|working on|work(?:ing)? in progress|looking into|got it|understood|acknowledged|noted|will do|"
    r"roger|copy that|in progress|under ?way|in hand|stand by|bear with|give me|starting|started|begun|beginning|"
    r"shortly|soon|tomorrow|later today|by tonight|hang on|one moment|queued|coming up|as soon as)\b"
    r"|\A(ok(ay)?|sure|noted|received|understood|accepted|thanks|thank you|happy to|right|great|certainly|"
    r"of course|taking)\b"
    r"|\A(?!(?:no|any|some|every)thing|(?:even|morn|meet|build|park|pric|dur|accord|regard)ing)\w+ing\b"
    r"[^.]{0,60}\b(?:now|next|first)\b",
    re.IGNORECASE,
)
_PROGRESS = re.compile(
    r"\b(next|so far|now|remaining|remain|left|to go|still|halfway|half|part|ongoing|waiting|pending|yet|"
    r"not yet|interim|draft(?:ing|ed)?|first|queue\w*|\d+ (?:of|out of) \d+|\w+ of \w+ (?:done|have|read))\b"
    r"|\A\w+ing\b|,\s+\w+ing\b|\b(?:is|are|am)\s+\w+ing\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(done|finished|completed?|ready|here (?:is|are)|results?|found|final|answer|concluded|confirmed|resolved|"
    r"delivered|attached|solved)\b",
    re.IGNORECASE,
)
_DID = re.compile(
    r"\A\W*(?:(?:i|we) (?:have |had )?|(?:all|both|everything|it) (?:is|are|was|were|has been|have been) )?"
    r"(?:sent|booked|filed|removed|delivered|paid|posted|published|uploaded|told|informed|notified|cancell?ed|"
    r"printed|quoted|installed|reserved|ordered|merged|shipped|moved|cleared|signed|submitted|issued|released|deployed|"
    r"emailed|handed over|returned|dispatched|registered|closed|fixed|repaired|replaced|updated|saved|stored|"
    r"written|fetched|refunded|confirmed|approved|archived)\b",
    re.IGNORECASE,
)
_FAILED_START = re.compile(
    r"\A\W*(?:(?:status|result|outcome)\W+)?"
    r"((?:blocked|failed|failure|fail|errored|error|incomplete|refused|denied|aborted|timed? ?out)"
    r"(?=\W*\Z|\s*[.:,;!—–]|\s+(?:to|by|because|with|while|due|since|after|as)\b)"
    r"|unable to|could not|couldn['’]t|cannot|can['’]t|not possible|not completed?\b|not done|gave up|"
    r"(?:i|we) (?:was|were|am|are) unable|(?:i|we) (?:could not|couldn['’]t|cannot|can['’]t|failed|did not manage)|"
    r"bad news\b|no (?:value|verdict|answer|luck|success|figure|access|reply|can do|dice)\b|no[- ]go\b|"
    r"nothing doing\b|"
    r"sold out\b|fully booked\b|out of stock\b|(?:none|nothing) (?:available|free|left|to be had)\b|"
    r"unfortunately,? (?:i|we|it|they|there|this|that|the \w+) (?:\w+ )?(?:not|no|cannot|can['’]t|couldn['’]t)\b|"
    r"(?:(?:i|we) (?:am|are) )?(?:sorry|afraid)[,:]? (?:but )?(?:that )?"
    r"(?:i|we|it) (?:cannot|can['’]t|could not)\b)",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"\A\W*(?:hi|hello|hey|dear \w+|good (?:morning|afternoon|evening|day))\b[^.!,:\n]{0,20}[.!,:\n]\s*",
    re.IGNORECASE,
)
_STOPPED = re.compile(
    r"interrupted by (?:the )?user|\buser (?:has )?(?:rejected|declined|interrupted|cancel\w+|doesn['’]t want)|"
    r"(?:rejected|declined|stopped|cancell?ed) by (?:the )?user|tool use was rejected",
    re.IGNORECASE,
)
_PARTLY = frozenset({"partial", "incomplete", "not complete", "not completed"})
_ONLY_BEGUN = re.compile(
    r"\A\W*(?:on it|working on|work(?:ing)? in progress|looking into|got it|understood|acknowledged|noted|will do|"
    r"roger|copy that|in progress|under ?way|stand by|starting|(?:started|begun)(?!\s+(?:in\s+)?\d)|"
    r"queued|received|accepted|taking|okay|ok|sure|thanks|thank you|happy to|certainly|of course|hang on|"
    r"one moment|bear with)\b"
    r"|\b(?:i|we)(?:['’]ll|['’]m|['’]re| will| shall| am| are)\s+(?:now\s+|just\s+|on\b)?"
    r"(?:come|be|get|report|let|follow|return|send|deliver|have|start|begin|look|take|reply|answer|check|see|on it|"
    r"working|starting|looking|do|post|provide|share|update)"
    r"|\bwill (?:come|get|report|be) back\b|\bwill (?:follow|report|send|let you)\b",
    re.IGNORECASE,
)


def reply_of(message: AgentMessage) -> Reply:
    """Return what a message from the receiver of a task is to that task, by its type, status and words."""
    text = report_of(message)
    if message.type is MessageType.RESULT:
        return Reply.ACKNOWLEDGEMENT if _is_no_result(message, text) else Reply.ANSWER
    if message.type is MessageType.ESCALATION:
        return Reply.QUESTION
    stated = status_of(message.payload) is not None and len(content(text)) >= 3
    if stated or list_of(message.payload, "findings"):
        return Reply.ANSWER
    return _of_words(message, text)


def _of_words(message: AgentMessage, text: str) -> Reply:
    if message.type is MessageType.STATUS:
        return Reply.ANSWER if _states_an_end(text) else Reply.ACKNOWLEDGEMENT
    if text.rstrip().endswith("?"):
        return Reply.QUESTION
    return Reply.ANSWER if left_over(text) else Reply.ACKNOWLEDGEMENT


def _is_no_result(message: AgentMessage, text: str) -> bool:
    """Tell a result that only says that work has begun; a status of its own makes it more than that."""
    word = message.payload.get("status")
    if list_of(message.payload, "findings") or "tool" in message.payload:
        return False
    if isinstance(word, str) and word.strip().lower() in WORKING_WORDS:
        return True
    if status_of(message.payload) not in (None, Status.COMPLETED) or len(text) > 1500:
        return False
    start = text[:200]
    if _BACKGROUND.search(start) and not _DONE.search(start):
        return True
    return bool(_ONLY_BEGUN.search(text)) and not left_over(text, _ONLY_BEGUN)


def left_over(text: str, promise: re.Pattern[str] = _PROMISE) -> bool:
    """Tell whether anything remains of a text once promises and progress lines are taken out."""
    return any(
        len(content(sentence)) >= 3 or any(is_fact(token) for token in content(sentence))
        for sentence in sentences(text)
        if not promise.search(sentence) and not _BACKGROUND.search(sentence)
    )


def _states_an_end(text: str) -> bool:
    """Tell a status line that delivers: it says that work is done, and nothing of work to come."""
    if _PROMISE.search(text) or _PROGRESS.search(text):
        return False
    tokens = content(text)
    if _DID.search(text) and len(tokens) >= 3:
        return True
    if not _DONE.search(text):
        return False
    return len(tokens) >= 6 or (len(tokens) >= 4 and any(map(is_fact, tokens)))


def outcome_of(message: AgentMessage) -> Status | None:
    """Return how the work ended by the status of a message or its first words; None where it does not say."""
    status = status_of(message.payload)
    if status is not None:
        return status
    if message.payload.get("is_error") is True:
        return Status.FAILED
    found = _FAILED_START.match(_GREETING.sub("", report_of(message)[:200]))
    if found is None:
        return None
    word = found[1].lower()
    if word in _PARTLY:
        return Status.PARTIAL
    return Status.BLOCKED if word in ("blocked", "refused", "denied") else Status.FAILED


def is_stopped(message: AgentMessage) -> bool:
    """Tell a result that only says that a person stopped or refused the work: that person knows."""
    return bool(_STOPPED.search(report_of(message)[:300]))


def is_failure(message: AgentMessage) -> bool:
    """Tell a message that says that work failed, was blocked or is not whole."""
    return outcome_of(message) not in (None, Status.COMPLETED)
