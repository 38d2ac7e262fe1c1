"""`make bench`: everything, or `python -m bench rules`, `zargos` or `load` for a part."""

import sys

from bench import load, rules, zargos

PARTS = {"rules": rules.main, "zargos": zargos.main, "load": load.main}
for part in sys.argv[1:] or PARTS:
    PARTS[part]()
