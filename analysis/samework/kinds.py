"""The kinds of facets that two requests are compared by."""

from enum import StrEnum


class Kind(StrEnum):
    """What a facet is about."""

    ACTION = "action"
    OBJECT = "object"
    ENTITY = "entity"
    NUMBER = "number"
    PERIOD = "period"
    PLACE = "place"
    SOURCE = "source"
    TOOL = "tool"
    COMMAND = "command"


PLAIN = frozenset((Kind.ACTION, Kind.OBJECT))
"""Kinds of words that may be put in other words; all others hold a value that makes other work when it changes."""
