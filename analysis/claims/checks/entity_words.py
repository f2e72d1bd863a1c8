"""The word lists of the entity check: opposite roles, converse and symmetric verbs, titles, names for the same."""

import tomllib
from functools import lru_cache
from importlib.resources import files

from misheard.analysis.lexicon.wordnet import Kind, relation

_DATA = tomllib.loads(files("misheard.analysis").joinpath("data", "entity_words.toml").read_text(encoding="utf-8"))


def _groups(lines: list[str]) -> dict[str, frozenset[str]]:
    """Return of each word all that stand in a line with it."""
    found: dict[str, set[str]] = {}
    for line in lines:
        for word in line.split():
            found.setdefault(word, set()).update(line.split())
    return {word: frozenset(others - {word}) for word, others in found.items()}


def _converse(lines: list[str]) -> dict[str, tuple[str, dict[str, str]]]:
    """Return of each verb the name of its group, and what role each slot at it is in that group."""
    found = {}
    for line in lines:
        for entry in line.split(";"):
            verb, *slots = entry.split()
            found[verb] = (line.split()[0], dict(slot.split("=") for slot in slots))
    return found


BE = frozenset(_DATA["be"].split())
DET = frozenset(_DATA["determiners"].split())
HELP = BE | frozenset(_DATA["auxiliaries"].split())
PREP = frozenset(_DATA["prepositions"].split())
SUBJECTS = frozenset(_DATA["subjects"].split())
OPPOSITE_ROLES = _groups(_DATA["opposite_roles"])
CONVERSE = _converse(_DATA["converse"])
SYMMETRIC = frozenset(_DATA["symmetric"].split())
TITLES = frozenset(_DATA["titles"].split())
ALIASES = _groups(_DATA["aliases"])

_AKIN = frozenset((Kind.SAME, Kind.SYNONYM, Kind.SIMILAR, Kind.DERIVED))


@lru_cache(maxsize=16384)
def are_akin(one: str, other: str) -> bool:
    """Tell whether two words can mean the same in any sense, however rare."""
    link = relation(one, other)
    return link.kind in _AKIN or (link.kind in {Kind.BROADER, Kind.NARROWER} and (link.distance or 9) <= 2)
