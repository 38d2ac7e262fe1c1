"""What one seat may know of a game; one module a game."""
