"""Typed comparison of two sentences that speak of the same thing: one kind of change a module.

A check is for paraphrase: it reads what is said of what on both sides and finds where the two cannot both hold,
however the rest is worded. It yields nothing where it is not sure, for a faithful rewrite must stay silent.
"""
