"""`make attack`, or `python -m bench.attack --only pong,ping --seconds 4 --connections 8` for a part."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.attack.floods import FLOODS, NOBODY, Flood
from bench.attack.game import stored_game
from bench.attack.report import missed, sentence, table
from bench.attack.run import Finding, Settings, attacker_process, measure_alone
from bench.peers import allow_many_files


def main(argv: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(argv)
    settings = Settings(
        seconds=args.seconds,
        quiet_seconds=args.seconds,
        connections=args.connections,
        crowd=args.crowd,
        share=args.share,
        same_address=args.same_address,
        tls=args.tls,
    )
    allow_many_files()
    findings = asyncio.run(attack(args.only, settings))
    print(table(findings))
    return 1 if any(missed(finding) for finding in findings) else 0


def _parser() -> argparse.ArgumentParser:
    own = Settings()
    names = ", ".join(dict.fromkeys(flood.name for flood in FLOODS))
    parser = argparse.ArgumentParser(
        prog="python -m bench.attack",
        description="Attack a server in many ways, one after the other, beside four players, and measure"
        " what the players notice. It needs Linux. The code is 1 if an aim is missed.",
    )
    parser.add_argument("--only", type=_floods, default=FLOODS, metavar="NAMES", help=f"of these: {names}")
    parser.add_argument(
        "--seconds", type=float, default=own.seconds, help="how long each flood lasts; default: %(default)s"
    )
    parser.add_argument(
        "--connections", type=int, default=own.connections, help="of the attackers; default: %(default)s"
    )
    parser.add_argument(
        "--crowd",
        type=int,
        default=own.crowd,
        help="connections of attackers that do nothing; default: %(default)s",
    )
    parser.add_argument(
        "--share",
        type=float,
        default=own.share,
        help="how much of a core the attackers may use; default: %(default)s",
    )
    parser.add_argument(
        "--same-address",
        action="store_true",
        help="attackers and players come from one address, as from behind one router",
    )
    parser.add_argument("--tls", action="store_true", help="the server, players and attackers encrypt")
    return parser


def _floods(text: str) -> tuple[Flood, ...]:
    names = [name.strip() for name in text.split(",")]
    unknown = [name for name in names if name not in [flood.name for flood in (NOBODY, *FLOODS)]]
    if unknown:
        raise argparse.ArgumentTypeError(f"there is no flood of {unknown[0][:40]!r}")
    return tuple(flood for flood in FLOODS if flood.name in names)


async def attack(floods: Sequence[Flood], settings: Settings) -> list[Finding]:
    findings = []
    async with stored_game() as game, attacker_process() as attackers:
        for flood in (NOBODY, *floods):
            with tempfile.TemporaryDirectory(prefix="qg-attack-") as folder:
                finding = await measure_alone(flood, game, attackers, Path(folder), settings)
            findings.append(finding)
            print(sentence(finding), flush=True)
    return findings


if __name__ == "__main__":
    sys.exit(main())
