"""The full screen: `draw` makes lines of text from the state, and `control` does what the keys mean."""
