"""Which analysis this is, on its own so that asking for it brings in no detector."""

from misheard.analysis import embedding

VERSION = "3"
"""Changes whenever the analysis may come to other results, so that stored ones are made anew."""


def analysed_with() -> str:
    """Return what a stored analysis is stamped with: the version, and the alignment where it is not by words alone.

    What was analysed with the vectors of `embedding.py` is stale where there are none, and the other way round.
    """
    return VERSION if embedding.alignment() == embedding.LEXICAL else f"{VERSION}+{embedding.alignment()}"
