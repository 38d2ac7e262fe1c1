"""The connection to a server: addresses, one websocket, coming back, and what can be asked."""
