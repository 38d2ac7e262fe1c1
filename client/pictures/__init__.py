"""Positions as pictures: SVG made from the shape and the diagram of any game."""
