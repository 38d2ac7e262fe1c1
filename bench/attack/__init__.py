"""Attacks on a server, one after the other, beside players who want to play. `make attack` runs them all."""
