"""Everything that the client shows of POWER."""
