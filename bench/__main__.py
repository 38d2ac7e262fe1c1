"""`make bench`: everything, or a part of it: `python -m bench rules`, or another name of PARTS."""

import sys

from bench import argad, load, rules, zargos, zargos_lords

PARTS = {
    "rules": rules.main,
    "zargos": zargos.main,
    "zargos_lords": zargos_lords.main,
    "argad": argad.main,
    "load": load.main,
}
for part in sys.argv[1:] or PARTS:
    PARTS[part]()
