"""What a client knows: the fold of the server's messages, local edits of a sheet, the log, record files."""
