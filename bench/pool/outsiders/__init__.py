"""Players of POWER from outside: they share no code with our levels, and decide by other rules.

They see what everybody sees and use the rules of the game. Only `captain_reader` knows a level of ours, the
captain of November 2026, because it is there to exploit it. They are as frozen as the rest of the pool.
"""

from bench.pool.outsiders.attackers import all_in, rusher
from bench.pool.outsiders.builders import missileer, turtle
from bench.pool.outsiders.copycat import copycat
from bench.pool.outsiders.greedy import greedy
from bench.pool.outsiders.planner import besieger, planner
from bench.pool.outsiders.reader import captain_reader, prober

OUTSIDERS = {
    "greedy": greedy,
    "planner": planner,
    "besieger": besieger,
    "rusher": rusher,
    "all_in": all_in,
    "turtle": turtle,
    "missileer": missileer,
    "copycat": copycat,
    "prober": prober,
    "captain_reader": captain_reader,
}
