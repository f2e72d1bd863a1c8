"""What the sentences of a text name as causes, with what their pronouns stand for, and what they clear of blame."""

from misheard.analysis.claims.checks.cause_read import MARKS, WORDS, Link, read
from misheard.analysis.claims.checks.phrases import Phrases
from misheard.analysis.claims.checks.support import content
from misheard.analysis.claims.edits.record import bit_of
from misheard.analysis.claims.edits.telling import Sentence, Telling
from misheard.analysis.claims.edits.tokens import Token

_CLEARED = Phrases({"cleared": sorted(WORDS["cleared"])})
_MARK = bit_of(MARKS)
_PRONOUNS = frozenset(("this", "that", "it", "which", "these", "they", "those"))
_JOINTS = frozenset(("and", "but", "so", "then"))
_GOVERNS = frozenset(("of", "because", "to", "from", "than", "with", "as", "not"))


def links(sentence: Sentence, told: Telling) -> list[Link]:
    """Return the causes that a sentence of a text names, in order.

    Where one side is but a pronoun, what stands ahead of it takes its place: its clause or the sentence before.
    """
    if not sentence.bits & _MARK:
        return []
    found = []
    for one in read(sentence):
        sides = (_own(one.cause), _own(one.effect))
        cause, effect = (side if content(side) else _meant(side, sentence, told) for side in sides)
        if content(cause) and content(effect):
            found.append(one._replace(cause=cause, effect=effect))
    return found


def _own(side: list[Token]) -> list[Token]:
    """Return a side from its pronoun on, where that begins a clause: it sat in the cache and it made."""
    for at in range(len(side) - 1, 0, -1):
        if side[at].is_content:
            break
        if side[at].lower in _PRONOUNS and side[at - 1].lower in _JOINTS:
            return side[at:]
    return side


def _meant(side: list[Token], sentence: Sentence, told: Telling) -> list[Token]:
    """Return what a pronoun stands for; [] where there is none."""
    pronoun = next((word for word in side if word.lower in _PRONOUNS), None)
    if pronoun is None and side:
        return []
    ahead = [word for word in sentence.tokens if side and word.end <= side[0].start]
    if content(ahead):
        return [word for word in ahead if word.sort != "p"]
    index = next((at for at, one in enumerate(told.sentences) if one is sentence), 0)
    return [word for word in told.sentences[index - 1].tokens if word.sort != "p"] if index else []


def cleared(sentence: Sentence) -> list[Token]:
    """Return what a sentence says was not the cause; [] where it says nothing of the kind."""
    if _CLEARED.first.isdisjoint(sentence.lower):
        return []
    for hit in _CLEARED.find(sentence.tokens):
        words = sentence.tokens
        phrase = words[hit.start : hit.end]
        stop = next((at for at in range(hit.end, len(words)) if words[at].sort == "p"), len(words))
        behind = words[hit.end : stop]
        if phrase[-1].lower in _GOVERNS and content(behind):
            return behind
        return [word for word in words if word not in phrase and word.sort != "p"]
    return []
