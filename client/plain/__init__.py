"""The line by line client: for screen readers, pipes, dumb terminals and tests."""
