"""The files of the page. They are read once, when the server starts, and are part of this package."""

import gzip
import hashlib
from importlib import resources

from msgspec import Struct

from client.web.parts import tell
from client.words import known_languages

TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
FIRST = "/index.html"
FOLDER = "page"
NEEDS_SCRIPT = b"{needs-script}"
"""Stands in the first file where a browser without JavaScript shows a sentence."""


class PageFile(Struct, frozen=True):
    body: bytes
    packed: bytes
    """The body in the form of gzip."""
    type: str
    tag: str
    """Changes with the content, so that a browser can keep the file and ask whether it is still the same."""


def page_files() -> dict[str, PageFile]:
    """Every file under its path."""
    found = {}
    for file in resources.files(__package__).joinpath(FOLDER).iterdir():
        ending = f".{file.name.rpartition('.')[2]}"
        if ending in TYPES:
            body = file.read_bytes().replace(NEEDS_SCRIPT, _needs_script())
            tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            found[f"/{file.name}"] = PageFile(
                body, gzip.compress(body, 9), f"{TYPES[ending]}; charset=utf-8", tag
            )
    return {**found, "/": found[FIRST]}


def _needs_script() -> bytes:
    """The sentence in every language, because such a browser tells us nothing."""
    return " ".join(tell(language, "page.script") for language in known_languages()).encode()
