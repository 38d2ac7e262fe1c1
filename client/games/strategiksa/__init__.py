"""Everything that the client shows of Strategiksa."""
