"""Everything that the client shows of Zargo's Lords."""
