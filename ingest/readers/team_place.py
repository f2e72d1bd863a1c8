"""Tells from where an inbox of a Claude agent team lies whose it is, and of which team."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from misheard.ingest import jsontext
from misheard.ingest.errors import UnreadableSourceError
from misheard.ingest.source import Source

FOLDER = "inboxes"
PREFIX = "inbox-"
CONFIG = "config.json"
NAMELESS = "team"


@dataclass
class Beside:
    """What lies in the same folder: the names of its files, and the agents that speak in them."""

    stems: list[str] = field(default_factory=list)
    agents: set[str] = field(default_factory=set)


def place_of(source: Source, senders: set[str]) -> tuple[str, str]:
    """Return the team and the agent of an inbox, whose messages are from `senders`.

    Read are `teams/<team>/inboxes/<agent>.json`, where Claude Code itself keeps them,
    `inboxes/<team>/<agent>.json`, `<team>/inbox-<agent>.json`, and `inboxes/<team>-<agent>.json`, cut where a name
    begins that speaks in one of the files there. A team configuration beside it says the team's name.
    """
    at = source.path.resolve() if source.path else Path(source.name)
    stem, folder = source.stem, at.parent.name
    above = at.parent.parent
    if folder == FOLDER or not folder:
        named = _configured(source, above)
        if named or above.parent.name == "teams":
            return named or above.name, stem
        cut = _flattened(stem, _beside(source), senders) if not stem.startswith(PREFIX) else None
        return cut or (above.name or NAMELESS, stem.removeprefix(PREFIX) or stem)
    return _configured(source, at.parent) or folder or NAMELESS, stem.removeprefix(PREFIX) or stem


def _configured(source: Source, folder: Path) -> str:
    """Return the name in the team configuration of a folder; empty where there is none."""
    if source.path is None:
        return ""
    try:
        config = json.loads((folder / CONFIG).read_bytes())
    except (OSError, ValueError, RecursionError):
        return ""
    name = config.get("name") if isinstance(config, dict) and isinstance(config.get("members"), list) else None
    return name.strip() if isinstance(name, str) else ""


def _flattened(stem: str, beside: Beside, senders: set[str]) -> tuple[str, str] | None:
    agents = beside.agents | senders
    if stem in agents:
        return None
    cut = _cut(stem, agents)
    if cut:
        return cut
    teams = {found[0] for other in beside.stems if (found := _cut(other, agents))}
    fitting = [team for team in teams if stem.startswith(f"{team}-")]
    team = max(fitting, key=len, default=None)
    return (team, stem[len(team) + 1 :]) if team else None


def _cut(stem: str, agents: set[str]) -> tuple[str, str] | None:
    """Cut `<team>-<agent>` ahead of the longest name of an agent."""
    fitting = [name for name in agents if stem.endswith(f"-{name}") and len(stem) > len(name) + 1]
    agent = max(fitting, key=len, default=None)
    return (stem[: -len(agent) - 1], agent) if agent else None


def _beside(source: Source) -> Beside:
    found = Beside()
    for other in _others(source):
        found.stems.append(other.stem)
        found.agents |= senders_in(_content(other))
    return found


def _others(source: Source) -> Iterator[Source]:
    if source.path is None:
        folder = Path(source.name).parent
        yield from (one for one in source.beside if Path(one.name).parent == folder)
    else:
        yield from (Source(str(file), file) for file in sorted(source.path.resolve().parent.glob("*.json")))


def _content(source: Source) -> Any:
    try:
        with source.open() as stream:
            return jsontext.loads(stream.read())[0]
    except (jsontext.JsonError, UnreadableSourceError, OSError):
        return None


def senders_in(entries: Any) -> set[str]:
    """Return who speaks in the entries of an inbox."""
    found = [entry.get("from") for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    return {name.strip() for name in found if isinstance(name, str) and name.strip()}
