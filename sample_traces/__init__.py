"""Sample runs: what each failure looks like in a log, and what a healthy run looks like beside it."""

from importlib.resources import files
from pathlib import Path


def folder() -> Path:
    """Return the folder that holds the sample runs, in a checkout and in an installed package alike.

    Raises:
        NotADirectoryError: the package lies in an archive, so that its files have no place on disk.
    """
    place = files(__name__)
    if not isinstance(place, Path):
        raise NotADirectoryError(
            f"{place}: the sample runs have no folder; install the package unpacked, as pip does"
        )
    return place
