"""Runs our code in this process as if the system had none of what only Unix has.

`python -m tests.kit.without_unix` imports every module of client, server and protocol, and then runs a few
commands. The libraries are loaded before, because on this system they rightly use what it has.
"""

import builtins
import contextlib
import importlib
import io
import os
import pkgutil
import signal
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

OURS = ("client", "server", "protocol")
MODULES = {
    *("fcntl", "termios", "resource", "pwd", "grp", "pty", "tty", "curses", "readline", "syslog", "posix"),
    *("crypt", "spwd", "nis"),
}
"""Modules that Python on Windows does not have."""
NAMES: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (signal, ("SIGHUP", "SIGWINCH", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGTSTP", "SIGCONT", "SIGPIPE")),
    (os, ("fork", "setsid", "getuid", "geteuid", "getpgid", "killpg", "uname", "sysconf", "statvfs")),
    (os, ("fchmod", "mkfifo", "openpty", "getloadavg", "chown", "setpgid", "O_NONBLOCK", "O_CLOEXEC")),
    (socket, ("SO_REUSEPORT", "AF_UNIX")),
)
"""Names that these modules do not have on Windows."""

_import = builtins.__import__


def import_without(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> Any:
    """Import as always, but refuse our own modules what Windows does not have."""
    importer = str((globals or {}).get("__name__", "")).partition(".")[0]
    if importer in OURS and name.partition(".")[0] in MODULES:
        raise ImportError(f"no module named {name!r} on Windows")
    return _import(name, globals, locals, fromlist or (), level)


def our_modules() -> Iterator[str]:
    for package in OURS:
        found = importlib.import_module(package)
        yield package
        for module in pkgutil.walk_packages(found.__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                yield module.name


def forget_ours() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
        del sys.modules[name]


def hide() -> None:
    builtins.__import__ = import_without
    for module, names in NAMES:
        for name in names:
            if hasattr(module, name):
                delattr(module, name)


def run_commands() -> None:
    from client.cli import main as client
    from server.cli import main as server
    from server.health import memory_held
    from server.net.files import allow_many_files

    with contextlib.redirect_stdout(io.StringIO()):
        for command, args in ((client, ["--help"]), (server, ["serve", "--help"])):
            with contextlib.suppress(SystemExit):
                command(args)
    allow_many_files()
    memory_held()


def main() -> None:
    names = tuple(our_modules())
    for name in names:
        importlib.import_module(name)
    forget_ours()
    hide()
    for name in names:
        importlib.import_module(name)
    run_commands()
    print(len(names))


if __name__ == "__main__":
    main()
