"""Whether two sentences speak in one mood: a fact, an order, a plan of the teller, a supposition, a question."""

from misheard.analysis.claims.checks.entity_reading import read
from misheard.analysis.claims.checks.entity_words import BE, HELP
from misheard.analysis.claims.checks.negation_mood import is_order
from misheard.analysis.claims.edits.telling import Pair, Sentence, read_once
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import lemmas, tags

COPY = 0.8
"""Sentences that share so much speak of the same thing whatever their mood."""
_CODE = ("`", "→", "==", "://", "](", "\\(", "{", "}")
_SUPPOSED = frozenset(("if", "suppose", "supposing", "assuming", "hypothetically", "given", "unless"))
_TELLERS = frozenset(("i", "we"))
_PLANNED = frozenset(("will", "must", "should", "shall", "need", "going", "plan", "want", "can", "could", "would"))
_OBJECTS = frozenset(
    ("the", "a", "an", "all", "each", "every", "any", "this", "these", "that", "those", "your", "its", "their",
     "our", "whether", "why", "how", "which", "if", "out", "for", "up")
)  # fmt: skip
_AHEAD = frozenset(("please", "then", "also", "first", "next", "now", "and", "always", "never", "not", "do"))
_LABELS = frozenset(("expected", "goal", "target", "todo", "task", "next", "plan", "requirement"))
_REACH = 3


def is_code(text: str) -> bool:
    """Tell whether a text holds code, a link or a formula, whose names and numbers are no statements."""
    return any(mark in text for mark in _CODE)


def are_in_one_mood(pair: Pair) -> bool:
    """Tell whether both sentences state, order, plan, suppose or ask."""
    return mood_of(pair.source) == mood_of(pair.retelling)


@read_once
def has_verb(sentence: Sentence) -> bool:
    """Tell whether a sentence states anything: a heading or an entry of a list has no verb."""
    return not HELP.isdisjoint(sentence.lower) or bool(read(sentence).verbs)


def can_be_held(pair: Pair) -> bool:
    """Tell whether two sentences can be held against each other: both state something, or they are near copies."""
    if "://" in pair.source.text or "://" in pair.retelling.text:
        return False
    if pair.overlap >= COPY:
        return mood_of(pair.source) != "question" != mood_of(pair.retelling)
    return are_in_one_mood(pair) and not (is_code(pair.source.text) or is_code(pair.retelling.text))


def state_both(pair: Pair) -> bool:
    """Tell whether neither is code, and neither supposes or asks what the other says, or they are near copies."""
    if pair.overlap >= COPY:
        return True
    if is_code(pair.source.text) or is_code(pair.retelling.text):
        return False
    return {mood_of(pair.source)} & {"supposed", "question"} == {mood_of(pair.retelling)} & {"supposed", "question"}


@read_once
def mood_of(sentence: Sentence) -> str:
    """Return question, supposed, plan, order, or "" for what is told as a fact."""
    words = [word for word in sentence.tokens if word.sort not in "pm"]
    if sentence.text.rstrip().endswith("?"):
        return "question"
    if not words:
        return ""
    lowers = [word.lower for word in words]
    if lowers[0] in _SUPPOSED or "hypothetically" in sentence.lower:
        return "supposed"
    if _is_planned(sentence, lowers) or (lowers[0] in _LABELS and ":" in sentence.text[: words[0].end + 2]):
        return "plan"
    orders = is_order(sentence) and not _is_subject(words)
    return "order" if orders or _is_order(words) else ""


def _is_planned(sentence: Sentence, lowers: list[str]) -> bool:
    """Tell whether the teller says what is going to be done."""
    if "'ll" in sentence.text or "’ll" in sentence.text:
        return True
    if "let" not in lowers and _TELLERS.isdisjoint(lowers):
        return False
    for place, word in enumerate(lowers[:-1]):
        behind = lowers[place + 1 : place + 1 + _REACH]
        if word in _TELLERS and not _PLANNED.isdisjoint(behind[:2]):
            return True
        if word == "let" and behind[0] in {"me", "us", "let"}:
            return True
    return lowers[0] == "let"


def _is_subject(words: list[Token]) -> bool:
    """Tell whether the first word is rather a noun with a verb behind it: Order 77 arrives on Monday."""
    if len(words) < 2 or "n" not in tags(words[0].lower) or words[1].lower in _OBJECTS:
        return False
    return any(
        word.lower in BE or (word.sort == "w" and word.lower.endswith("s") and _verb(word)) for word in words[1:4]
    )


def _verb(word: Token) -> bool:
    return tags(word.lower)[:1] == "v"


def _is_order(words: list[Token]) -> bool:
    """Tell whether a sentence opens with a verb in its base form and what it is done to: Review the poem."""
    rest = words
    while len(rest) > 2 and rest[0].lower in _AHEAD:
        rest = rest[1:]
    if len(rest) < 2 or rest[0].sort != "w":
        return False
    first, second = rest[0].lower, rest[1].lower
    return second in _OBJECTS and "v" in tags(first) and (first, "v") in lemmas(first)
