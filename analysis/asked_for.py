"""Words by which a task says that it repeats on purpose, goes another way, asks how things stand or can wait."""

import re

ASKED_FOR = re.compile(
    r"\b(second (?:opinion|pair|person|reader|check\w*|look|signature|assessor|reviewer|estimate|modell?er|"
    r"measurement|reckoning|count|run on purpose|rater|judge|scorer|annotator|coder|witness|translat\w+)|"
    r"independent\w*|cross-?check\w*|double-?check\w*|blind(?:ed|ly)?|vote[sd]?|voting|majority|median|"
    r"quorum|consensus|replicat\w*|"
    r"redundan\w*|re-?check\w*|verif\w*|confirm\w*|to be (?:quite |very )?(?:sure|certain|safe)|"
    r"for (?:tone|errors|mistakes|accuracy|style|consistency|typos|spelling|correctness|clarity)|"
    r"proof-?read\w*|review\w*|peer|sanity|four[- ]eyes|pair of eyes|fresh eyes|"
    r"another (?:reader|checker|reviewer|opinion|assessor|person)|as a check|on purpose|triplicate|duplicates?|"
    r"control (?:measurement|sample|run|count)|without (?:seeing|knowing)|(?:two|three|four|both|other|several) "
    r"(?:colleagues|agents|readers|assessors|checkers|reviewers|raters|labs?|people|teams?)|do not compare|"
    r"counter-?check\w*|corroborat\w*|plausib\w*|compare (?:your|both|the two) (?:results?|answers?|notes))\b",
    re.IGNORECASE,
)
CHANGED = re.compile(
    r"\b(this time|instead|another|other|others|different\w*|alternative\w*|new|newer|newly|by (?:another|other)|"
    r"retry|try again|once more|once again|again,? (?:with|but|using|from|on|at|in|for)|"
    r"follow[- ]?up|remaining|rest of|missing|still open|only the|narrow\w*|in addition|further|"
    r"more detail\w*|in more (?:depth|words|places?|cases)|deeper|extend\w*|second half|next (?:page|batch|part|"
    r"chunk|section)|page \d+|part \d+|now that|after the (?:fix|change|edit|update|patch)|updated|revised|"
    r"corrected|"
    r"version \d+|v\d+|chase|repeat|re-?run|since then|fresh|latest|current\w*|today|re-?measure|as of|by now|"
    r"re-?try|refine\w*|specifically|directly|expand\w*|continue|go on|"
    r"second (?:attempt|try|pass|half)|stand-in)\b",
    re.IGNORECASE,
)
GOES_ON = re.compile(r"\b(?:continue|carry on|go on|keep \w+ing|scroll)\b", re.IGNORECASE)
"""Words by which a task asks for one step more of what is under way, however often they are said."""
STATUS = re.compile(
    r"\b(status|progress|still|any news|update me|how far|queue|poll|health|alive|uptime)\b", re.IGNORECASE
)
OPTIONAL = re.compile(
    r"\b(if (?:you have|there is|you find|you get) (?:time|a minute|a moment)|if time (?:allows|permits)|"
    r"(?:is|are|as|only|purely|entirely) optional|optional(?:ly)?(?=\s*[:;,.)\]]|\s*\Z)|"
    r"nice to have|no (?:hurry|rush)|not (?:urgent|needed for|required for)|at your leisure|"
    r"for later)\b",
    re.IGNORECASE,
)
"""Words by which a task says that nothing hangs on its answer."""
