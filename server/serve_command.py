"""The command `qg-server serve`: what can be typed, and how the server runs until it is told to stop."""

import argparse
import asyncio
import contextlib
import gc
import os
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from protocol.folders import data_folder
from server import event_loop
from server.databases import folder_of, named

if TYPE_CHECKING:  # only running the command loads the network modules
    from server.app import Settings
    from server.net.limits import Limits

SETTLED_SECONDS = 10.0
"""So long after it listens a server for many loads the games that nobody has played yet."""


def add_database(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--database",
        type=named,
        default=data_folder() / "qg.db",
        metavar="FILE",
        help="a file, or postgresql://USER@HOST/NAME; default: %(default)s",
    )


def add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    serve = commands.add_parser("serve", help="run a server with tables for everyone on the network")
    add_database(serve)
    serve.add_argument(
        "--host", help="listen on one interface only, such as 127.0.0.1; on every one if left out"
    )
    serve.add_argument("--port", type=_port, default=7878, help="default: %(default)s; 0 takes a free one")
    serve.add_argument(
        "--name", default="QG", help="the name that players on the LAN see; default: %(default)s"
    )
    serve.add_argument(
        "--no-announce", action="store_true", help="do not answer players who search for tables on the LAN"
    )
    serve.add_argument(
        "--tls", action="store_true", help="encrypt, with a certificate that this server makes"
    )
    serve.add_argument("--cert", type=Path, metavar="PEM", help="encrypt, with this certificate")
    serve.add_argument(
        "--key", type=Path, metavar="PEM", help="the key of the certificate, if it is in another file"
    )
    serve.add_argument("--log-level", default="info", choices=("debug", "info", "warning", "error"))
    serve.add_argument(
        "--rate",
        type=float,
        metavar="N",
        help="how many messages a second one player may send; 0 means no limit",
    )
    serve.add_argument(
        "--newcomers", type=int, metavar="N", help="how many connections may be at no table yet"
    )
    serve.add_argument(
        "--metrics",
        type=_where,
        metavar="[ADDRESS:]PORT",
        help="give counts for Prometheus at this port; only this machine can read them, "
        "unless an address of another interface is given",
    )
    serve.add_argument(
        "--from-one",
        type=int,
        metavar="N",
        help="how many connections of one address may be at tables, and how many at no table",
    )
    serve.add_argument(
        "--address",
        default="",
        metavar="HOST:PORT",
        help="where players reach this server, if several share a database and it cannot be found out",
    )
    serve.add_argument(
        "--workers",
        type=_count,
        metavar="N",
        help="run N servers behind this port, and each at a port of its own above it; needs PostgreSQL",
    )
    _add_web(serve)
    serve.add_argument("--shared-port", type=_port, help=argparse.SUPPRESS)
    serve.add_argument("--until-eof", action="store_true", help="stop when standard input ends")
    serve.add_argument("--bot-seconds", type=float, default=2.0, help="how long a bot may think")
    serve.set_defaults(run=_serve)


def _add_web(serve: argparse.ArgumentParser) -> None:
    serve.add_argument(
        "--web",
        type=_port,
        nargs="?",
        const=8080,
        metavar="PORT",
        help="serve the tables to browsers, too, at this port; 8080 if it is left out",
    )
    serve.add_argument(
        "--web-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which browsers reach this machine, besides its addresses",
    )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text[:20]!r}")
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError(f"a number from 1 to 64 is needed, not {text[:20]!r}")
    return int(text)


def _where(text: str) -> tuple[str, int]:
    """Reads `9878`, `127.0.0.1:9878` or `[::1]:9878`."""
    host, colon, port = text.rpartition(":")
    if colon and not host:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} has no address; write PORT or ADDRESS:PORT")
    return host.strip("[]") or "127.0.0.1", _port(port)


def _serve(args: argparse.Namespace) -> int:
    gc.disable()  # what is loaded now stays, and need not be searched for garbage
    from server import app, logs  # noqa: F401  # the loop would wait for it
    from server.net.files import allow_many_files

    gc.enable()
    logs.set_up(args.log_level)
    allow_many_files()
    if args.workers:
        return asyncio.run(_serve_with_workers(args))
    return event_loop.run(_serve_until_told(args), is_encrypted=bool(args.tls or args.cert))


async def _serve_with_workers(args: argparse.Namespace) -> int:
    from server.workers import Workers, check_workers

    check_workers(args.database, args.port, args.workers)
    ports = f"{args.port + 1} to {args.port + args.workers}"
    print(f"QG serves on port {args.port}, with workers at {ports}; stop with Ctrl-C", flush=True)
    async with _page_for_browsers(args, args.port):
        return await Workers(args.given, args.port, args.workers, args.metrics).run()


async def _serve_until_told(args: argparse.Namespace) -> int:
    from server import logs
    from server.app import App
    from server.garbage import spared_loop

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: Ctrl-C arrives as KeyboardInterrupt
            break
    if args.until_eof:
        _stop_at_eof(loop, stop)
    async with App(_settings(args)) as app, spared_loop(app.lobby.next_bell):
        where = args.host or "every interface"
        print(f"QG serves on port {app.port} of {where}; stop with Ctrl-C", flush=True)
        if args.metrics:
            print(f"counts at http://{_address(args.metrics[0])}:{app.metrics_port}/metrics", flush=True)
        logs.info(
            "serving",
            port=app.port,
            host=where,
            tls=bool(args.tls or args.cert),
            loop=event_loop.name_of_loop(),
        )
        async with _page_for_browsers(args, app.port):
            await stop.wait()
        logs.info("stopping")
    return 0


def _page_for_browsers(args: argparse.Namespace, port: int) -> contextlib.AbstractAsyncContextManager[None]:
    """The page beside the server, if it is wanted. It is encrypted if the server is.

    Workers that share a port have one page, which the server that started them serves.
    """
    if args.web is None or args.shared_port is not None:
        return contextlib.nullcontext()
    from server.web_process import web_process

    is_encrypted = args.tls or args.cert
    host = _address(args.host) if args.host else "127.0.0.1"
    words = [f"{'tls://' if is_encrypted else ''}{host}:{port}", "--port", str(args.web)]
    words += ["--tls"] if is_encrypted and not args.cert else []
    words += ["--cert", str(args.cert)] if args.cert else []
    words += ["--key", str(args.key)] if args.key else []
    words += ["--host", args.host] if args.host else []
    words += [word for name in args.web_name for word in ("--name", name)]
    return web_process(words)


def _address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _stop_at_eof(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """Stop when standard input ends, so that the server ends with the program that started it."""

    def wait() -> None:
        with contextlib.suppress(OSError):
            while os.read(0, 4096):  # not sys.stdin: its lock would be held while we exit
                pass
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=wait, name="until eof", daemon=True).start()


def _settings(args: argparse.Namespace) -> "Settings":
    from protocol import certificates
    from server.app import Settings
    from server.net.metrics_page import Where

    context = None
    if args.tls or args.cert:
        folder = folder_of(args.database)
        certificate, key = (args.cert, args.key) if args.cert else certificates.self_signed(folder)
        context = certificates.context(certificate, key)
        print(f"certificate fingerprint (SHA-256): {certificates.fingerprint(certificate)}", flush=True)
    return Settings(
        database=args.database,
        host=args.host,
        port=args.port,
        name=args.name,
        announce=not args.no_announce,
        tls=context,
        limits=_limits(args),
        bot_seconds=args.bot_seconds,
        address=args.address,
        shared_port=args.shared_port,
        is_alone=not args.until_eof,
        metrics_at=Where(*args.metrics) if args.metrics else None,
        load_games_after=None if args.until_eof else SETTLED_SECONDS,
    )


def _limits(args: argparse.Namespace) -> "Limits":
    from server.net.limits import Limits

    own = Limits()
    rate = own.rate if args.rate is None else args.rate
    newcomers = own.newcomers if args.newcomers is None else args.newcomers
    # All players in a hall, or behind a reverse proxy, have one address.
    shared = args.newcomers if args.from_one is None else args.from_one
    return Limits(
        rate=rate,
        burst=max(own.burst, int(rate * 20)),
        asking_rate=own.asking_rate if rate else 0,
        newcomers=newcomers,
        newcomers_from_one=own.newcomers_from_one if shared is None else shared,
        connections=max(own.connections, newcomers, shared or 0),
        from_one=max(own.from_one, shared or 0) if args.from_one is None else args.from_one,
        unfinished=max(own.unfinished, shared or 0),
        unfinished_from_one=max(own.unfinished_from_one, shared or 0),
        tables_from_one=max(own.tables_from_one, shared or 0),
    )
