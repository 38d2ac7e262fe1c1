"""`make bench`: everything, or `python -m bench NAME`: one of PARTS."""

import sys

from bench import argad, load, rules, search, servers, web, zargos, zargos_lords

PARTS = {
    "rules": rules.main,
    "search": search.main,
    "zargos": zargos.main,
    "zargos_lords": zargos_lords.main,
    "argad": argad.main,
    "load": load.main,
    "servers": servers.main,
    "web": web.main,
}
for part in sys.argv[1:] or PARTS:
    PARTS[part]()
