"""`make bench`: everything, or `python -m bench NAME` for a part: rules, a game, load, servers or web."""

import sys

from bench import load, rules, servers, web, zargos, zargos_lords

PARTS = {
    "rules": rules.main,
    "zargos": zargos.main,
    "zargos_lords": zargos_lords.main,
    "load": load.main,
    "web": web.main,
    "servers": servers.main,
}
for part in sys.argv[1:] or PARTS:
    PARTS[part]()
