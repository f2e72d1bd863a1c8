"""Weights that were fitted to human ratings, and the scripts that fit them."""
