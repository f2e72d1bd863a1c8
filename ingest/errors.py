"""The errors a user sees: each says place, problem and remedy, and carries its exit status."""

from enum import IntEnum


class Exit(IntEnum):
    """Exit statuses of the command line."""

    OK = 0
    FOUND = 1
    USAGE = 2
    STORE = 3


class MisheardError(Exception):
    """Something a person can act on; its text is shown as it is, without a traceback."""

    exit_status = Exit.USAGE


class NothingReadableError(MisheardError):
    """No message could be read from what was given."""


class UnreadableSourceError(MisheardError):
    """One file or stream could not be read; the others still are."""


class SettingError(MisheardError):
    """A setting has a value that cannot be used."""


class StoreError(MisheardError):
    """The store could not be opened, read or written."""

    exit_status = Exit.STORE


class StoreLockedError(StoreError):
    """Another process has the store open."""
