"""One table: its facts, its state, who is connected, what may be asked of it, and the task that runs it."""
