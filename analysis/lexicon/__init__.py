"""An English lexicon that ships with the package: forms of words, and which words mean the same or the opposite.

`wordnet` is what others call. The data, `words.tsv.gz`, is a selection from WordNet 3.0 (licence in
`WORDNET.LICENSE`) that `build.py`, run by hand, has written; it is read on first use.
"""
