"""Who is said to have claimed something: another one in the retelling, or nobody."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from misheard.analysis.claims.checks.attribution_phrases import Said
from misheard.analysis.claims.checks.attribution_said import is_doubted, said_in
from misheard.analysis.claims.checks.attribution_words import KEPT, MEASURE, NOUN, SEEN, STRONG, TRIGGERS, VERBS
from misheard.analysis.claims.checks.base import Check, Found
from misheard.analysis.claims.checks.entity_names import are_one
from misheard.analysis.claims.checks.entity_reading import verb_of
from misheard.analysis.claims.checks.entity_words import DET, HELP, OPPOSITE_ROLES, PREP, TITLES, are_akin
from misheard.analysis.claims.checks.mood import is_code, mood_of
from misheard.analysis.claims.checks.support import alike, content, place, quoted, share
from misheard.analysis.claims.edits.telling import Pair, Sentence
from misheard.analysis.claims.edits.tokens import Token
from misheard.analysis.lexicon.wordnet import lexical_class, relation

_DENY = frozenset(("not", "no", "never", "nobody", "none", "cannot", "without"))
SURE = 0.8
SURE_LOST = 0.7
CLOSE = 4
"""Persons so few steps apart in the lexicon may be one: a captain and a pilot."""
SOME = 0.3
"""So much of it must a sentence have that says the same in passing."""
LEAST_WORDS = 2
_NEAR = 3
_PROOF = frozenset(("confirmation", "confirmed", "proof", "evidence", "verified", "checked", "record", "backing"))
_OWN = frozenset(("he", "she", "it", "they", "his", "her", "its", "their", "i", "we", "our", "my"))
_POSSESSIVE = frozenset(("'s", "’s", "s'", "s’"))
_HAVING = frozenset(("has", "have", "had", "offers", "offered"))
_FROM = frozenset(("from", "per", "via", "by"))
LEAST_KEPT = 0.6
"""So much of what was claimed must stand in the retelling."""


def find(pair: Pair) -> Iterator[Found]:
    """Yield a claim that the retelling gives to another, or to nobody."""
    told = said_in(pair.source)
    if told is None:
        return
    retold = said_in(pair.retelling)
    if retold is not None:
        if _is_another(pair, told, retold) and share(told.what, retold.what, loose=True) >= LEAST_KEPT:
            before, after = place(told.who), place(retold.who)
            yield Found("attribution", before, after, quoted(pair, before, after), SURE)
    elif told.verb in STRONG and told.names_claimant and not told.is_paper and _is_fact(pair, told):
        words = sorted(
            [*(told.who if told.verb not in {"by", "heard"} else ()), *told.marks], key=lambda word: word.start
        )
        before = place(words)
        yield Found("attribution", before, None, quoted(pair, before, None), SURE_LOST)


def _is_another(pair: Pair, told: Said, retold: Said) -> bool:
    """Tell whether the claimants differ, and that of the retelling is no other name or word for the first."""
    mine = [word for word in content(told.who) if word.lower not in TITLES]
    theirs = [word for word in content(retold.who) if word.lower not in TITLES]
    if not (mine and theirs and told.names_claimant and retold.names_claimant):
        return False
    what = {word.key for word in told.what}
    others = [*theirs, *(word for word in pair.retelling.tokens if word.is_content and word.key not in what)]
    if any(_is_same(one, other) for one in mine for other in others):
        return False
    head, other = _head(told.who), _head(retold.who)
    if any(_says_too(one, other, retold) for one in pair.told.sentences):
        return False
    if are_akin(head.lower, other.lower) or not (_is_someone(head) or _is_someone(other)):
        return False
    persons = lexical_class(head.lower) == lexical_class(other.lower) == "noun.person"
    near = persons and (relation(head.lower, other.lower).distance or CLOSE) < CLOSE
    return not near or other.lower in pair.told.lower or other.lower in OPPOSITE_ROLES.get(head.lower, ())


def _is_someone(word: Token) -> bool:
    """Tell whether a word names persons, a group, or whoever has a name; a value and an output claim nothing."""
    return word.sort == "n" or lexical_class(word.lower) in ("noun.person", "noun.group", "")


def _says_too(sentence: Sentence, claimant: Token, retold: Said) -> bool:
    """Tell whether the source has the claimant of the retelling say the same, or a paper show it."""
    if claimant.key not in sentence.keys or share(retold.what, sentence.tokens) < SOME:
        return False
    said = said_in(sentence)
    return not SEEN.isdisjoint(sentence.lower) or (
        said is not None and any(word.key == claimant.key for word in said.who)
    )


def _head(who: Sequence[Token]) -> Token:
    """Return the noun that a name ends in, before anything that limits it: the pilot in command."""
    stop = next((i for i, word in enumerate(who) if i and word.lower in PREP), len(who))
    return content(who[:stop])[-1] if content(who[:stop]) else content(who)[-1]


def _is_same(one: Token, other: Token) -> bool:
    if one.key == other.key or alike(one.lower, other.lower):
        return True
    return other.sort == "n" and are_one(one.lower, other.lower)


def _is_fact(pair: Pair, told: Said) -> bool:
    """Tell whether the retelling states as a fact what was claimed, and nothing in the source bears it out."""
    what = {word.lower for word in told.what}
    said = pair.retelling.lower
    unproven = not _DENY.isdisjoint(said) and not _PROOF.isdisjoint(said)
    if not KEPT.isdisjoint(said - what) or is_doubted(pair.retelling) or unproven:
        return False
    if mood_of(pair.retelling) in ("question", "order", "plan", "supposed") or is_code(pair.source.text):
        return False
    if len(content(told.what)) < LEAST_WORDS or share(told.what, pair.retelling.tokens, loose=True) < LEAST_KEPT:
        return False
    if any(_bears_out(one, told) for one in pair.told.sentences if one is not pair.source):
        return False
    if any(_speaks_of(one, told) for one in pair.retold.sentences if one is not pair.retelling):
        return False
    return not _is_retold(pair, told) and not _is_credited(pair.retelling.tokens, told)


def _is_credited(words: Sequence[Token], told: Said) -> bool:
    """Tell whether a sentence names the claimant as its source: by the landlord's word, from the panel's page."""
    who = {word.key for word in told.who if word.is_content} or {
        word.key for word in told.marks if word.is_content and word.lower not in NOUN
    }
    own = _OWN.isdisjoint(word.lower for word in told.what) and who.isdisjoint(word.key for word in told.what)
    if own and any(word.key in who and word.text[-2:] not in _POSSESSIVE for word in words if word.sort in "wn"):
        return True
    for at, word in enumerate(words):
        if word.key not in who:
            continue
        if not NOUN.isdisjoint(other.lower for other in words[max(0, at - _NEAR) : at + _NEAR]):
            return True
        behind = words[at + 1 :]
        if told.verb in MEASURE and behind and behind[0].lower in _HAVING:
            return True
        if _is_said_last(words, at, who):
            return True
        ahead = at - 1
        while ahead >= 0 and (words[ahead].key in who or words[ahead].lower in DET):
            ahead -= 1
        if ahead >= 0 and words[ahead].lower in _FROM:
            return True
    return False


def _is_retold(pair: Pair, told: Said) -> bool:
    """Tell whether the retelling has another verb for the saying."""
    words = pair.retelling.tokens
    marks = {word.key for word in told.marks if told.verb != "by" and word.sort == "w"}
    who = {word.key for word in told.who if word.is_content}
    for one, two in pairwise(words):
        new = one.sort == "w" and one.lower not in pair.told.lower and one.key not in pair.told.keys
        if one.key in marks or (new and lexical_class(one.lower) == "verb.communication"):
            return True
        if two.lower == "that" and verb_of(one.lower):
            return True
        other = two.sort in "wf" and two.lower not in HELP and two.key not in pair.told.keys and verb_of(two.lower)
        if other and one.key in who and one.text[-2:] not in {"'s", "’s", "s'", "s’"}:
            return not any(alike(two.lower, word.lower) for word in told.what)
    return False


def _is_said_last(words: Sequence[Token], at: int, who: set[str]) -> bool:
    """Tell whether a sentence ends in the claimant and one verb: both pumps are running, the pilot radioed."""
    begin = at
    while begin and (words[begin - 1].key in who or words[begin - 1].lower in DET):
        begin -= 1
    rest = [word for word in words[at + 1 :] if word.sort != "p"]
    return begin > 2 and words[begin - 1].text[0] == "," and len(rest) == 1 and bool(verb_of(rest[0].lower))


def _bears_out(sentence: Sentence, told: Said) -> bool:
    """Tell whether a sentence says that somebody saw the same for themselves."""
    if SEEN.isdisjoint(sentence.lower) or not _DENY.isdisjoint(sentence.lower):
        return False
    return not sentence.lower.isdisjoint(("i", "we", "it", "this", "that")) or share(told.what, sentence.tokens) > 0


def _speaks_of(sentence: Sentence, told: Said) -> bool:
    """Tell whether a sentence says that all this is the claimant's word."""
    named = any(word.key in sentence.keys for word in told.who if word.is_content)
    told_of = not (VERBS.keys() | NOUN | KEPT).isdisjoint(sentence.lower)
    return told_of and (named or not sentence.lower.isdisjoint(("this", "that", "they", "he", "she", "their")))


CHECK = Check(find, TRIGGERS)
