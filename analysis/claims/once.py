"""A property that is worked out once, and kept."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

_T = TypeVar("_T")


class once(Generic[_T]):  # noqa: N801 - used as `property` is
    """A property that is worked out when it is asked for, and kept; quicker than one with a lock."""

    def __init__(self, read: Callable[[Any], _T]) -> None:
        """Take the method that works it out."""
        self._read, self._name, self.__doc__ = read, read.__name__, read.__doc__

    def __get__(self, held: object, owner: type | None = None) -> _T:
        """Work it out; from then on it is found beside the other attributes."""
        found = held.__dict__[self._name] = self._read(held)
        return found
