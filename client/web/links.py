"""Links to this page, and their QR codes. A secret stands only behind the #, which no browser sends."""

from functools import lru_cache
from urllib.parse import quote

from client.link.way_in import LOOPBACK, own_addresses
from client.web.guard import host_in

SEAT, WATCH, WALL = "seat", "watch", "wall"
QUIET = 2
"""The width of the white border of a QR code, in its modules."""


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


@lru_cache(maxsize=8)
def qr_path(text: str) -> tuple[int, str]:
    """The QR code of the text: how many modules it is wide, and an SVG path of its dark modules."""
    import segno  # imported late, because most runs never need it

    rows = [list(row) for row in segno.make(text, micro=False, error="l").matrix_iter(border=QUIET)]
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return len(rows), path
