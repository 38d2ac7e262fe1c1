"""The event store on PostgreSQL, for servers that share one database."""
