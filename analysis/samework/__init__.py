"""Whether two requests ask for the same work: typed facets of both, and a small fitted model that weighs them."""
