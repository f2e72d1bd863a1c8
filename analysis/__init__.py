"""What the messages of a run mean for one another: delegations, claims, flags, cost and confidence."""
