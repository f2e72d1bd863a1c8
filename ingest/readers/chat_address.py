"""Who speaks in a group chat, and whom the speaker says to speak to."""

import re
from collections.abc import Collection
from typing import NamedTuple

from misheard.ingest.message import USER

_ARROW = re.compile(r"\A(.+?)\s*\(\s*(?:->|→|to)\s*([^()]+?)\s*\)\Z")
_ASIDE = re.compile(r"\A(.+?)\s*\(\s*(thought|thoughts|thinking|termination condition)\s*\)\Z", re.IGNORECASE)
_ENDS = re.compile(r"\A\W*(TERMINATE|TASK[ _]COMPLETED?)\W*\Z")
_STOPS = re.compile(r"(?:\A|\s)(?:TERMINATE|exit|#{2,}STOP#{2,})\W*\Z")
_OPENS = r"\A[\s*_#>`-]*"
_ASKS = r"[\s*_]*(?:please|kindly|can you|could you|would you|will you)\b"
_LISTS = re.compile(r"\s*(?:and|or|the|a|an|who|which|whose)\b", re.IGNORECASE)
MOST_NAMES = 200
"""A chat of more speakers than this is not searched for names in its texts."""
PEOPLE = frozenset({"user", "human"})


class Speaker(NamedTuple):
    """Who speaks, to whom if the log names one, and whether it is a thought or the end of the run."""

    name: str
    addressee: str | None = None
    thinks: bool = False
    ends: bool = False


def speaker_of(label: str) -> Speaker:
    """Return what the name or role of an entry says: `A`, `A (-> B)`, `A (thought)` and the like."""
    label = label.strip()
    arrow = _ARROW.match(label)
    if arrow:
        return Speaker(_person(arrow[1]), _person(arrow[2]))
    aside = _ASIDE.match(label)
    if aside:
        ends = aside[2].lower() == "termination condition"
        return Speaker(_person(aside[1]), thinks=not ends, ends=ends)
    return Speaker(_person(label))


def _person(name: str) -> str:
    return USER if name.lower() in PEOPLE else name


def says_end(text: str) -> bool:
    """Return whether the last line of a text is a word of its own that ends the run."""
    lines = text.strip().rsplit("\n", 1)
    return _ENDS.match(lines[-1][:100]) is not None


def stops(text: str) -> bool:
    """Return whether a person's text ends in a word that ends the talk; it then asks for nothing."""
    return _STOPS.search(text.strip()[-100:]) is not None


def addressee_in(text: str, speaker: str, names: Collection[str]) -> str | None:
    """Return whom a text addresses by name where it, or its last paragraph, begins; None where it does not.

    A name is an address after `@`, before a comma, before a colon or dash and a request, or in `me → name`.
    """
    if len(names) > MOST_NAMES:
        return None
    stripped = text.strip()
    for paragraph in (stripped[:400], stripped.rsplit("\n\n", 1)[-1].strip()[:400]):
        words = paragraph.lower().replace(" ", "_")
        for name in names:
            mentioned = name.lower().replace(" ", "_") in words
            if mentioned and name != speaker and _addresses(paragraph, name, speaker, names):
                return name
    return None


def _addresses(paragraph: str, name: str, speaker: str, names: Collection[str]) -> bool:
    spelled = _spelled(name)
    if re.match(rf"{_OPENS}@{spelled}(?!\w)", paragraph, re.IGNORECASE):
        return True
    if re.match(rf"{_OPENS}{_spelled(speaker)}\s*(?:(?:→|->)\s*|\(to ){spelled}(?!\w)", paragraph):
        return True
    found = re.match(rf"{_OPENS}{spelled}[*_]*(?:(,)|\s*[:—–-]|(?={_ASKS}))", paragraph)
    if not found:
        return False
    rest = paragraph[found.end() :]
    if found[1]:
        others = (other for other in names if other != name)
        lists = _LISTS.match(rest) or any(re.match(rf"\s*@?{_spelled(other)}\b", rest) for other in others)
        return not lists
    return re.match(_ASKS, rest) is not None


def _spelled(name: str) -> str:
    return re.escape(name).replace("_", "[_ ]").replace(r"\ ", "[_ ]")
