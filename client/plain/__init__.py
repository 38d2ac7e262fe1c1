"""Plain mode, line by line: for screen readers, pipes, terminals without a cursor, and tests."""
