"""Word lists of this project, kept as plain text in `analysis/data`."""

from importlib.resources import files


def lines_of(name: str) -> list[str]:
    """Return the lines of a list that are neither empty nor comments."""
    text = files("misheard.analysis").joinpath("data", name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def words_of(name: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(word for line in lines_of(name) for word in line.split())
