"""One table: its facts, its state, who looks at it, what may be asked of it, and the task that runs it."""
