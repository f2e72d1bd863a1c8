"""The word lists of the checks of figures and dates."""

from misheard.analysis.claims.certainty_lexicon import read_data


def word_list(name: str) -> frozenset[str]:
    """Return one of the lists of figure_words.toml."""
    return frozenset(read_data("figure_words.toml")[name])
