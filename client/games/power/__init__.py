"""All that the client shows of POWER."""
