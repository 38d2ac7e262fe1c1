"""Where a person's files belong on this system."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """QG_HOME if it is set, else the platform's place for an application's data."""
    if own := os.environ.get("QG_HOME"):
        return Path(own).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "qg"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/qg").expanduser()
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "qg"
