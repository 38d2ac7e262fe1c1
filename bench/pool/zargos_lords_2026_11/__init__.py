"""Players of Zargo's Lords, weakest first."""

from bench.pool.zargos_lords_2026_11.captain import captain
from bench.pool.zargos_lords_2026_11.recruit import recruit

PLAYERS = {"recruit": recruit, "captain": captain}
