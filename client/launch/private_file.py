"""A file that is replaced as a whole, and that only its owner can read."""

import contextlib
import os
import secrets
from pathlib import Path


def write_private_file(path: Path, content: bytes) -> None:
    """Others cannot read it at any moment. If it cannot be written, the old file stays as it is."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(content)
        os.replace(draft, path)
    except OSError:
        with contextlib.suppress(OSError):  # it may not even be there
            draft.unlink()
