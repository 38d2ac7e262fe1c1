"""The table server and the rules of its games."""
