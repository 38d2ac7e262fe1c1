"""`make bench`: everything, or `python -m bench NAME`: a key of `PARTS`."""

import sys

from bench import argad, load, rules, search, servers, sizes, web, zargos, zargos_lords

PARTS = {
    "rules": rules.main,
    "search": search.main,
    "zargos": zargos.main,
    "zargos_lords": zargos_lords.main,
    "argad": argad.main,
    "load": load.main,
    "servers": servers.main,
    "hand-over": servers.main_of_hand_overs,
    "large-start": servers.main_of_starts,
    "sizes": sizes.main,
    "web": web.main,
}
for part in sys.argv[1:] or PARTS:
    PARTS[part]()
