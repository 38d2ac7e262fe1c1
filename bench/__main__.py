"""`make bench`: everything, or `python -m bench rules` and `python -m bench load` for a part."""

import sys

from bench import load, rules

PARTS = {"rules": rules.main, "load": load.main}
for part in sys.argv[1:] or PARTS:
    PARTS[part]()
