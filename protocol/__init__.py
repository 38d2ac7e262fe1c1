"""What server and clients share: identifiers, messages, views and texts. Imports nothing else of ours."""
