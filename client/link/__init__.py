"""The connection to a server: addresses, one websocket, reconnecting, and all requests."""
