"""What holds for every test.

Ctrl-C reaches the programs under test, hypothesis measures no time, coverage is measured only where it has a
gate, files of tests are kept in memory where that can be, and workers share out the tests that take long.
"""

import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.kit.order import dealt_out

YOUNG = 20_000
"""Garbage is searched after so many new objects. Python's own 700 take a tenth of the time of the suite."""
NOT_MEASURED = {"bench", "client", "repository", "screens", "web"}
"""Folders of tests that run without measuring coverage, which is slow: others test what has a gate."""
MEMORY, ENOUGH = Path("/dev/shm"), 2**29
"""Where Linux has files in memory, and how much room of it the suite may need, in bytes."""


def has_room_for_files(folder: Path) -> bool:
    """Whether files of that folder can be written and run, and there is room enough."""
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        return False
    about = os.statvfs(folder)
    return not about.f_flag & os.ST_NOEXEC and about.f_bavail * about.f_frsize > ENOUGH


if has_room_for_files(MEMORY):  # hundreds of servers each have a database, and would wait for the disk
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

os.environ["QG_WEB"] = "off"  # a test that wants the page beside a table says so

# A suite started in the background by a shell ignores Ctrl-C, and all that it starts would ignore it too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("any speed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any speed")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """The thousands of collected tests stay; the collector of garbage need not look at them."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.set_threshold(YOUNG)
    gc.enable()
    return result


@pytest.hookimpl(trylast=True)  # what is not asked for has been taken out before
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items[:] = dealt_out(items, config.workerinput["workercount"])
    for item in items:
        if item.path.relative_to(Path(__file__).parent).parts[0] in NOT_MEASURED:
            item.add_marker("no_cover")
