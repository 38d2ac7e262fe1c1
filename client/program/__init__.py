"""A program of the player's own plays at a seat: it reads lines of JSON and writes lines of JSON."""
