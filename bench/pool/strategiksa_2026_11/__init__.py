"""Players of Strategiksa, weakest first."""

from bench.pool.strategiksa_2026_11.captain import captain
from bench.pool.strategiksa_2026_11.recruit import recruit

PLAYERS = {"recruit": recruit, "captain": captain}
