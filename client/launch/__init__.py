"""What the command line starts: host, join, solo, the choice of a table, our own server, saved seats."""
