"""What a person can do at a table, for every screen."""
