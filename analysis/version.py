"""Which analysis this is, on its own so that asking for it brings in no detector."""

VERSION = "2"
"""Changes whenever the analysis may come to other results, so that stored ones are made anew."""
