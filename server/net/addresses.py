"""Which addresses count as one. All limits that belong to an address use this."""

import ipaddress

PREFIX_OF_ONE_HOST = 64
"""One household or machine usually has a whole IPv6 network of this size to choose its addresses from."""


def address_group(address: str) -> str:
    """The group of addresses that one person can choose from: an IPv4 address, or a /64 network of IPv6."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), PREFIX_OF_ONE_HOST), strict=False))
