"""Which version of QG this is."""

from importlib import metadata


def our_version() -> str:
    try:
        return metadata.version("quartier-general")
    except metadata.PackageNotFoundError:
        return "unknown"
