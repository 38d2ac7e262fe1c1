"""The suite many times in a row: does it say the same each time?

`python -m tests.kit.steady 10 -n 4` (`make steady N=10`). A line is printed for each run, with the tests
that failed; their whole reports are kept in a folder that is named at the end.
"""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
SUMMARY = re.compile(r"^=* ?(\d.* in [\d.]+s.*?) ?=*$", re.MULTILINE)


def run_once(number: int, options: list[str], reports: Path) -> bool:
    """One run of the suite, told in a line; whether all was well."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    begun = time.strftime("%H:%M:%S")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    told = SUMMARY.findall(done.stdout)
    failed = FAILED.findall(done.stdout)
    summary = told[-1] if told else f"exit code {done.returncode}"
    print("  ".join([f"run {number}", begun, summary, *failed]), flush=True)
    if done.returncode:
        (reports / f"run-{number}.txt").write_text(done.stdout + done.stderr)
    return done.returncode == 0


def main() -> int:
    runs, options = int(sys.argv[1]), sys.argv[2:]
    reports = Path(tempfile.mkdtemp(prefix="steady-"))
    version = ".".join(map(str, sys.version_info[:3]))
    green = sum(run_once(number, options, reports) for number in range(1, runs + 1))
    print(f"Python {version}: {green} of {runs} runs passed")
    if green < runs:
        print(f"the reports of the others are in {reports}")
        return 1
    reports.rmdir()
    return 0


if __name__ == "__main__":
    sys.exit(main())
