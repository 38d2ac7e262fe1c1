"""Players of Argad, weakest first."""

from bench.pool.argad_2026_11.captain import captain
from bench.pool.argad_2026_11.recruit import recruit

PLAYERS = {"recruit": recruit, "captain": captain}
