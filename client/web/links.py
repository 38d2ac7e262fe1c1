"""Links to this page. A secret stands only behind the #, which no browser sends."""

from urllib.parse import quote

from client.link.way_in import LOOPBACK, own_addresses
from client.web.guard import host_in

SEAT, TABLE = "seat", "table"


def base_of(scheme: str, host: str) -> str:
    """The address of the page as other machines reach it. `host` is the Host header of this one."""
    name = host_in(host)
    if name not in ("localhost", LOOPBACK, "::1"):
        return f"{scheme}://{host}/"
    port = host.rpartition(":")[2] if not host.endswith("]") and ":" in host else ""
    reached = next(iter(own_addresses()), name)
    shown = f"[{reached}]" if ":" in reached else reached
    return f"{scheme}://{shown}{f':{port}' if port else ''}/"


def seat_link(base: str, table: str, token: str) -> str:
    return f"{base}#{SEAT}={quote(table)}.{quote(token)}"


def table_link(base: str, table: str) -> str:
    """A link that leads to the list of tables, and there to this one."""
    return f"{base}#{TABLE}={quote(table)}"
