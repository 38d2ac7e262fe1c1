"""Everything that the client shows of Zargos."""
