"""Reads as much of a JSON text as is there: for files that were cut off, and to know a file by its beginning."""

import json
from typing import Any

DEEPEST = 6
"""Objects and lists that are cut off are followed to this depth; below it, the cut value is left out."""
_decode = json.JSONDecoder().raw_decode
_BLANK = " \t\r\n"
_BEHIND_NUMBER = frozenset((*_BLANK, ",", "]"))
"""Behind anything else, or nothing, a number may go on."""


class Cut(str):
    """A text that breaks off, as far as it goes, still with its escapes."""

    __slots__ = ()


class CutObject(dict[str, Any]):
    """An object that breaks off, as far as it goes."""


def whole_records(text: str) -> tuple[list[Any], int]:
    """Return the whole elements of the list that `text` begins with, and where the first that is not begins."""
    place = _skip(text, 0)
    found: list[Any] = []
    if text[place : place + 1] != "[":
        return found, place
    separator = "["
    while text[place : place + 1] == separator:
        place = _skip(text, place + 1)
        try:
            value, end = _decode(text, place)
        except (RecursionError, ValueError):
            return found, place
        if isinstance(value, int | float) and text[end : end + 1] not in _BEHIND_NUMBER:
            return found, place
        found.append(value)
        place, separator = _skip(text, end), ","
    return found, place


def partial(text: str) -> tuple[Any, int]:
    """Return the value that `text` begins with, short of what is cut off or broken, and where reading stopped."""
    return _value(text, _skip(text, 0), 0)


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] in _BLANK:
        place += 1
    return place


def _value(text: str, place: int, depth: int) -> tuple[Any, int]:
    try:
        return _decode(text, place)
    except (RecursionError, ValueError):
        pass
    mark = text[place : place + 1]
    if depth < DEEPEST and mark == "[":
        return _list(text, place + 1, depth)
    if depth < DEEPEST and mark == "{":
        return _object(text, place + 1, depth)
    return (Cut(text[place + 1 :]), len(text)) if mark == '"' else (None, place)


def _list(text: str, place: int, depth: int) -> tuple[list[Any], int]:
    found: list[Any] = []
    while True:
        place = _skip(text, place)
        value, end = _value(text, place, depth + 1)
        if end == place:
            return found, place
        found.append(value)
        place = _skip(text, end)
        if text[place : place + 1] != ",":
            return found, place
        place += 1


def _object(text: str, place: int, depth: int) -> tuple[dict[str, Any], int]:
    found = CutObject()
    while True:
        place = _skip(text, place)
        try:
            key, end = _decode(text, place)
        except (RecursionError, ValueError):
            return found, place
        end = _skip(text, end)
        if not isinstance(key, str) or text[end : end + 1] != ":":
            return found, place
        begin = _skip(text, end + 1)
        value, place = _value(text, begin, depth + 1)
        if place == begin:
            return found, place
        found[key] = value
        place = _skip(text, place)
        if text[place : place + 1] != ",":
            return found, place
        place += 1
