"""Some, most or two of nine became all or every, and all became only some."""

from collections.abc import Iterator, Sequence

from misheard.analysis.claims.checks.base import Found
from misheard.analysis.claims.checks.loss_read import WORDS, is_excepted
from misheard.analysis.claims.checks.phrases import Hit
from misheard.analysis.claims.checks.scope_words import AMOUNTS, LOWER, OFTEN, amounts
from misheard.analysis.claims.checks.support import alike
from misheard.analysis.claims.edits.record import Word, bit_of
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import lexical_class

SURE = 0.85
SURE_LOWER = 0.7
LEAST_LIKE = 0.5
"""So much of their content must two sentences share, where the things counted are not named alike."""
_REACH = 4
"""What is counted stands so many words behind the word that counts it, at most."""
_PRONOUNS = frozenset(("them", "it", "these", "those", "us", "you", "which", "whom", "this", "that"))
_NO = bit_of(("no",))
SAYS = AMOUNTS.bit | LOWER.bit | _NO
"""Words without one of which in the retelling nothing is found."""
_FLOATING = frozenset(("all", "both", "each", "always"))
_DENY = frozenset(("not", "no", "never", "nobody", "none", "without", "cannot", "nothing"))


def find(pair: Pair) -> Iterator[Found]:
    """Yield the first amount that was raised to all or none, or lowered from all."""
    yield from _raised(pair)
    yield from _lowered(pair)


def _raised(pair: Pair) -> Iterator[Found]:
    told = amounts(pair.retelling)
    wholes = [hit for hit in told if hit.tag in {"whole", "none"} and not _is_of_time(pair.retelling.records, hit)]
    wholes = wholes or _no(pair.retelling)
    if not wholes or len(wholes) < len(told):
        return
    hits = amounts(pair.source)
    if any(
        hit.tag == "rest" for text in (pair.told, pair.retold) for one in text.sentences for hit in amounts(one)
    ):
        return
    if WORDS["excepting"] & (pair.retold.lower | pair.source.lower) and is_excepted(pair):
        return
    parts = [hit for hit in hits if hit.tag in {"part", "few"}] + _counted(pair.source.tokens)
    if not parts or any(hit.tag in {"whole", "none"} for hit in hits) or _is_counted(pair.retelling.tokens, wholes):
        return
    for whole in wholes:
        for part in parts:
            if _fits(pair, part, whole):
                yield _found(pair, part, whole, SURE)
                return


def _is_of_time(words: Sequence[Word], hit: Hit) -> bool:
    """Tell whether every or each is said of a time, which tells how often: each hour."""
    behind = words[hit.end] if hit.end < len(words) else None
    return behind is not None and lexical_class(behind.lower) == "noun.time"


def _no(sentence: Sentence) -> list[Hit]:
    return [Hit("no", i, i + 1) for i in sentence.numbers_of(_NO)]


def _fits(pair: Pair, part: Hit, whole: Hit) -> bool:
    """Tell whether both quantify the same thing, on the same side of a negation."""
    if whole.tag == "no" and part.tag != "few":
        return False
    if whole.tag == "whole" and part.tag == "few" and not _is_denied(pair.retelling):
        return False
    if whole.tag == "whole" and _is_denied(pair.retelling) and not _is_denied(pair.source) and part.tag != "few":
        return False
    mine, theirs = _thing(pair.source.tokens, part), _thing(pair.retelling.tokens, whole)
    if any(alike(one.lower, other.lower) for one in mine for other in theirs):
        return True
    told, retold = pair.source.tokens[part.start], pair.retelling.tokens[whole.start]
    often = told.lower in OFTEN and retold.lower in OFTEN
    open_ended = (not mine or not theirs) and (whole.tag != "none" or part.tag == "few")
    return pair.overlap >= LEAST_LIKE and (often or open_ended)


def _is_denied(sentence: Sentence) -> bool:
    return not _DENY.isdisjoint(sentence.lower) and "without exception" not in sentence.text


def _thing(words: Sequence[Token], hit: Hit) -> list[Token]:
    """Return the nouns that a quantity is said of; none behind an adverb or a pronoun."""
    found: list[Token] = []
    if words[hit.start].lower in _FLOATING and hit.start > 1 and words[hit.start - 1].sort in "fw":
        found += [word for word in words[max(0, hit.start - _REACH) : hit.start] if word.sort in "wn"]
    for word in words[hit.end : hit.end + _REACH]:
        if word.lower in _PRONOUNS or (word.sort == "p" and word.text != "-"):
            break
        if word.sort in "wn":
            found.append(word)
    return found


def _counted(words: Sequence[Token]) -> list[Hit]:
    """Return the places such as `two of the nine`, where the first number is smaller."""
    found = []
    for i, word in enumerate(words):
        if word.sort != "d" or i + 2 >= len(words) or words[i + 1].lower not in {"of", "in", "out"}:
            continue
        rest = [
            other
            for other in words[i + 2 : i + 5]
            if other.lower not in {"the", "of", "our", "their", "its", "all"}
        ]
        if rest and rest[0].sort == "w" and words[i + 1].lower == "of" and rest[0].lower.endswith("s"):
            found.append(Hit("part", i, i + 2))
        elif rest and rest[0].sort == "d" and _value(word) < _value(rest[0]):
            found.append(Hit("part", i, i + 2 + words[i + 2 : i + 5].index(rest[0]) + 1))
    return found


def _is_counted(words: Sequence[Token], wholes: Sequence[Hit]) -> bool:
    """Tell whether some of a number are named besides what is said of all (every one of the nine)."""
    return any(all(not whole.start <= hit.start < whole.end for whole in wholes) for hit in _counted(words))


def _value(word: Token) -> float:
    try:
        return float(word.key)
    except ValueError:
        return 0.0


def _lowered(pair: Pair) -> Iterator[Found]:
    if not pair.retelling.bits & LOWER.bit:
        return
    wholes = [hit for hit in amounts(pair.source) if hit.tag == "whole"]
    if not wholes or any(hit.tag in {"part", "few"} for hit in amounts(pair.source)) or _is_denied(pair.source):
        return
    for hit in LOWER.find_in(pair.retelling):
        for whole in wholes if hit.tag == "lower" else ():
            mine, theirs = _thing(pair.source.tokens, whole), _thing(pair.retelling.tokens, hit)
            if any(alike(one.lower, other.lower) for one in mine for other in theirs):
                yield _found(pair, whole, hit, SURE_LOWER)
                return


def _found(pair: Pair, one: Hit, other: Hit, sure: float) -> Found:
    told, retold = pair.source.tokens, pair.retelling.tokens
    before = told[one.start].start, told[one.end - 1].end
    after = retold[other.start].start, retold[other.end - 1].end
    text = f'"{pair.source.text[slice(*before)]}" became "{pair.retelling.text[slice(*after)]}"'
    return Found("scope", before, after, text, sure)
