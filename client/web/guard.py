"""Which requests of browsers are let in, and the headers with which every answer is sent.

A name that anybody can point at this machine (DNS rebinding) is refused, and so is a socket that a page of
another origin opens.
"""

import ipaddress
import re
from collections.abc import Collection

NOTHING, OURS = "'none'", "'self'"
"""What a content security policy allows."""
LOCAL_NAMES = frozenset({"localhost"})
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_][a-z0-9._-]{0,252})(?::([0-9]{1,5}))?", re.IGNORECASE)


def host_in(header: str) -> str:
    """The name or address in a Host header, without its port; empty if the header is no host at all."""
    found = _HOST.fullmatch(header)
    return found[1].strip("[]").rstrip(".").lower() if found else ""


def is_known_host(header: str, local: str, names: Collection[str]) -> bool:
    """Whether the header names this machine: a loopback address, the address called, or a given name."""
    host = host_in(header)
    if not host:
        return False
    if host in LOCAL_NAMES or host in names:
        return True
    try:
        address = ipaddress.ip_address(host)
        return address.is_loopback or address == _unmapped(local)
    except ValueError:
        return False


def _unmapped(local: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """The address of our end of a connection. An IPv4 address may come in the clothes of IPv6."""
    address = ipaddress.ip_address(local.partition("%")[0])
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def is_own_origin(origin: str, host: str) -> bool:
    """Whether a page of this very host and port opens the socket. `host` is the Host header, checked."""
    return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


def headers_for(host: str) -> dict[str, str]:
    """The headers of every answer. `host` is the Host header, checked, to which the page may connect."""
    policy = {
        **{"default-src": NOTHING, "script-src": OURS, "style-src": OURS, "img-src": OURS},
        "connect-src": f"{OURS} ws://{host} wss://{host}",
        **{"base-uri": NOTHING, "form-action": NOTHING, "frame-ancestors": NOTHING},
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {allowed}" for name, allowed in policy.items()),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": ", ".join(f"{name}=()" for name in ("camera", "geolocation", "microphone")),
    }
