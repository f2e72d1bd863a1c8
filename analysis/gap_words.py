"""Words that say that something is missing or was not done."""

import re

_NOT = r"(?:not|never|n['’]t)(?: (?:yet|been|be|have|fully|all|ever|so far|a single))*"
_ABSENT = (
    r"missing|outstanding|unanswered|unresolved|unavailable|incomplete|overdue|pending|awaited|awaiting|"
    r"unconfirmed|"
    r"unfinished|undelivered|unread|unchecked|untested|unverified|omitted|skipped|silent|unreachable|"
    r"in vain|lacking|"
    r"lacks?|blocked|refus\w+|denied|fail(?:s|ed|ure|ing)?|partial(?:ly)?|postponed|cancel\w*|absent|"
    r"deferred|dropped|"
    r"abandoned|gave up|given up|timed out|is down|was down|are down|left (?:out|open|undone|blank)|to follow|"
    r"follows? (?:on|in|by|next|later|as soon|once|when)|still to (?:be|come|do)|"
    r"to be (?:done|confirmed|delivered|supplied|clarified|decided|applied|determined)|tbd|tbc|"
    r"(?:is|are|remains?|still|stays?|left) open|open(?: (?:point|question|issue|item|matter|end)s?)?:|"
    r"waiting (?:for|on)|waits? (?:for|on)|hangs? on|depends? on|yet to|nowhere|could ?n[o'’]t|cannot|"
    r"can['’]t|unable|"
    r"without (?:a|an|the|any|his|her|its|their)|apart from|except(?: for)?|but for|excluding|short of|"
    r"not included|"
    r"(?:heard|had|got|received) nothing|nothing (?:from|came|back|yet|has|arrived)|"
    r"no (?:answer|reply|response|result|word|figure|value|data|news|feedback|report|reading|number|verdict|record|"
    r"access|confirmation|information|output|delivery|sign)s?"
)
_UNDONE = (
    r"(?:received|available|delivered|done|come|came|back|answer\w*|check\w*|confirm\w*|repl\w+|report\w*|"
    r"respond\w*|"
    r"return\w*|finish\w*|complet\w*|includ\w*|possible|arriv\w*|obtain\w*|provid\w*|reach\w*|compar\w*|read|"
    r"verif\w*|test\w*|cover\w*|support\w*|started|ready|known|settled|decided|found|get|got|had|supplied|"
    r"sent|seen|"
    r"examin\w*|review\w*|measur\w*|able|manage\w*|succeed\w*|work\w*|resolv\w*|clear|process\w*|deliver|made|run|"
    r"heard|disclos\w*|reveal\w*|giv\w+|tell|told|shar\w+|releas\w*|allow\w*|permit\w*|react\w*|appear\w*)"
)
GAP = re.compile(rf"\b(?:{_ABSENT})\b|open:|\b(?:{_NOT}|\w+{_NOT}) (?:\w+ )?{_UNDONE}\b", re.IGNORECASE)
"""That something is missing or was not done, in words that say so themselves."""
WEAK_GAP = re.compile(
    r"\b(no|not|none|nor|never|nobody|nothing|neither|without|only|however|still|yet|until|later|instead|although|"
    r"awaits?|the rest|though|despite|rather than|remains?|delayed|gaps?|n['’]t)\b|n['’]t\b",
    re.IGNORECASE,
)
"""That something may be missing; other words of the sentence must make sure."""
