"""How much of the protocol, of the rules and of the table the suite reaches, in lines and branches.

`python -m tests.kit.covered` after a run with `--cov --cov-branch` (`make coverage`). What a part reaches
may not fall below its gate; what it does not reach is listed.
"""

import io
import sys

from coverage import Coverage

GATES = {"protocol": 98, "server/games": 98, "server/table": 98}
"""By folder: the percentage below which the command fails."""


def measure(coverage: Coverage, folder: str) -> tuple[float, str]:
    """The percentage that is reached, and a list of what is not."""
    table = io.StringIO()
    reached = coverage.report(include=[f"{folder}/*"], show_missing=True, skip_covered=True, file=table)
    return reached, table.getvalue()


def main() -> int:
    coverage = Coverage()
    coverage.load()
    low = False
    for folder, gate in GATES.items():
        reached, table = measure(coverage, folder)
        print(f"{folder}: {reached:.2f} % (gate {gate} %)\n{table}")
        low = low or reached < gate
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
