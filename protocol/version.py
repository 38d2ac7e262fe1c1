"""Which version of QG this is."""

import functools
from importlib import metadata


@functools.cache
def our_version() -> str:
    """It is read from the disk once, because every connection is told."""
    try:
        return metadata.version("quartier-general")
    except metadata.PackageNotFoundError:
        return "unknown"
