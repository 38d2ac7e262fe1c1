"""`make bench`: everything, or a part: `python -m bench rules`, `zargos`, `zargos_lords`, `load` or `web`."""

import sys

from bench import load, rules, web, zargos, zargos_lords

PARTS = {
    "rules": rules.main,
    "zargos": zargos.main,
    "zargos_lords": zargos_lords.main,
    "load": load.main,
    "web": web.main,
}
for part in sys.argv[1:] or PARTS:
    PARTS[part]()
