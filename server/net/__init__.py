"""Sockets, limits, discovery and encryption."""
