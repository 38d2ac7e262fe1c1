"""The processes in which slow levels think, so that no table waits for them."""

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor


def thinking_processes(count: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(max_workers=count, mp_context=context, initializer=_end_with_the_server)


def _end_with_the_server() -> None:
    """A process whose server was killed would wait for the next work for ever."""
    threading.Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    server = multiprocessing.parent_process()
    assert server
    server.join()
    os._exit(0)
