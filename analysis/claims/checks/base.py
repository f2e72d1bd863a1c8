"""What a check is and what it yields."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from misheard.analysis.claims.edits.telling import Pair, Sentence


class Found(NamedTuple):
    """One change: places in the source sentence and in the retelling sentence (None where words are only lost).

    Places are counted in characters from the beginning of the sentence.

    `sure` (0 to 1) is how likely it is that the retelling says what the source does not support; the detector
    flags from 0.5. `explanation` is one sentence that names the words. `anchored` says that what was found itself
    shows that both speak of the same thing, however little else they share.
    """

    kind: str
    before: tuple[int, int]
    after: tuple[int, int] | None
    explanation: str
    sure: float
    anchored: bool = False


class Check(NamedTuple):
    """One kind of change: `triggers` are the lower-case words without one of which nothing can be found.

    With no triggers the check is run on every pair of sentences; `figures` asks for a number on both sides.
    `copies` asks for the copies of a sentence too, for what stood beside it may be lost.
    """

    find: Callable[[Pair], Iterator[Found]]
    triggers: frozenset[str] = frozenset()
    figures: bool = False
    copies: bool = False


def by_tokens(find: Callable[[Pair], Iterator[Found]]) -> Callable[[Pair], Iterator[Found]]:
    """Turn a search whose places are token numbers, [first, last), into one whose places are characters."""

    def found(pair: Pair) -> Iterator[Found]:
        for one in find(pair):
            after = None if one.after is None else _characters(pair.retelling, *one.after)
            yield one._replace(before=_characters(pair.source, *one.before), after=after)

    return found


def _characters(sentence: Sentence, first: int, last: int) -> tuple[int, int]:
    return sentence.tokens[first].start, sentence.tokens[last - 1].end
