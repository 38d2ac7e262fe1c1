"""What a command line leads to: host, join, solo, pick a table, our own server process, saved seats."""
