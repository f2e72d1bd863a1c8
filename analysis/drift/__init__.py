"""Telephone drift along the lineage of a run."""
