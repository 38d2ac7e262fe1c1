"""Players of Zargos, weakest first."""

from bench.pool.zargos_2026_11.captain import captain
from bench.pool.zargos_2026_11.recruit import recruit

PLAYERS = {"recruit": recruit, "captain": captain}
