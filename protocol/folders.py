"""The folder in which this system keeps a person's files."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The folder that QG_HOME names, else the one that this platform has for the data of applications."""
    if own := os.environ.get("QG_HOME"):
        return Path(own).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "qg"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/qg").expanduser()
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "qg"
