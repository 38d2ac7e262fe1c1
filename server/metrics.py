"""Counts and times of the server in the text format of Prometheus. They show nothing of what players do."""

from collections.abc import Iterator

from msgspec import Struct


class Metrics(Struct):
    connections: int = 0
    connections_total: int = 0
    refused_connections_total: int = 0
    made_room_total: int = 0
    dropped_slow_total: int = 0
    floods_total: int = 0
    messages_total: int = 0
    protocol_errors_total: int = 0
    refusals_total: int = 0
    tables: int = 0
    facts_total: int = 0
    commits_total: int = 0
    commit_seconds_total: float = 0.0
    storage_errors_total: int = 0
    table_faults_total: int = 0
    rounds_total: int = 0
    last_commit_seconds: float = 0.0
    last_bell_late_seconds: float = 0.0
    tables_held: int = 0
    """The tables that this server plays, if it shares a database with others."""
    tables_taken_total: int = 0
    tables_lost_total: int = 0
    database_seconds: float = 0.0
    """How long the last heartbeat to a shared database took, there and back."""

    def text(self) -> str:
        return "".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for name in self.__struct_fields__:
            kind = "counter" if name.endswith("_total") else "gauge"
            yield f"# TYPE qg_{name} {kind}\nqg_{name} {getattr(self, name)}\n"
