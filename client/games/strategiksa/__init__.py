"""All that the client shows of Strategiksa."""
