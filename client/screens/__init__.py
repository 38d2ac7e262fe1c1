"""What is on the screen: pure functions from what is known to lines of text, and the acts behind the keys."""
