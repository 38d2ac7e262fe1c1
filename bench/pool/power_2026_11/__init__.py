"""Players of POWER, weakest first."""

from bench.pool.power_2026_11.captain import captain
from bench.pool.power_2026_11.general import general
from bench.pool.power_2026_11.recruit import recruit

PLAYERS = {"recruit": recruit, "captain": captain, "general": general}
