"""`make bench`: everything, or `python -m bench NAME` for a part: `rules`, a game, `load` or `servers`."""

import sys

from bench import argad, load, rules, servers, zargos, zargos_lords

PARTS = {
    "rules": rules.main,
    "zargos": zargos.main,
    "zargos_lords": zargos_lords.main,
    "argad": argad.main,
    "load": load.main,
    "servers": servers.main,
}
for part in sys.argv[1:] or PARTS:
    PARTS[part]()
