"""`make bench`: everything, or `python -m bench NAME`: `rules`, a game, `load`, `servers` or `web`."""

import sys

from bench import argad, load, rules, servers, web, zargos, zargos_lords

PARTS = {
    "rules": rules.main,
    "zargos": zargos.main,
    "zargos_lords": zargos_lords.main,
    "argad": argad.main,
    "load": load.main,
    "servers": servers.main,
    "web": web.main,
}
for part in sys.argv[1:] or PARTS:
    PARTS[part]()
