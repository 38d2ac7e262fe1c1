"""`make bench`: everything, or `python -m bench rules`, `zargos`, `zargos_lords` or `load` for a part."""

import sys

from bench import load, rules, zargos, zargos_lords

PARTS = {"rules": rules.main, "zargos": zargos.main, "zargos_lords": zargos_lords.main, "load": load.main}
for part in sys.argv[1:] or PARTS:
    PARTS[part]()
