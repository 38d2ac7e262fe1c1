"""Views of Zargos as tests write them: a position without rules, and the same drawn as in the rules."""

import re
from typing import Any

from protocol.views.zargos import ZargosView
from protocol.views.zargos.board import ORDER
from protocol.views.zargos.words import Units

SMALL = """\
                                            ~E1~
           BZ1M4             ~TN~                KO2S3             ~E2~
~W1~               BZ2K7              KO1S4        ~LK~   LU1D12
      BZ3D2  BZCS4                          KOCS4  KO3D7  LUCK12 LU3A4
      ~W2~          BZ4K1          ~NND4               LU2M3
 OZ1K4      BZ5K7                                           LU4K1
 OZCK4       TA1K3      ~NW~    ZA6X3     ZA1X3   ~NE~      KA2S12  KA1W4
        TA3A2     TA2S5          ZI3X6   ZI1X6                  KACM12    ~E3~
            TACM1  TA4K4    ZA5X3    ZACX10   ZA2X3        KA4M3     KA3W5
~W3~   PA1W4    PA2A3                ZI2X6         ~SE~         KA5K7
            PACK5       ~SW~    ZA4X3     ZA3X3
        PA3M4     PA4A5                                 OH2A7      OH1A2
                                    ~SS~                     OHCA3  OH3W5
            AK1W7     AK2S3                   OH6K3     OH5A1
                   AKCD4     AK3M3   ~TS~                        OH4W3
         ~W4~                                   ~E5~      IT1K5        ~E4~
                                                        ITCD1  IT2M4
"""
"""The small board of the rules: 17 rows of at most 80 columns."""


def units_on(drawn: str) -> Units:
    """The units of a drawn board."""
    units: Units = {}
    for place, people, count in re.findall(r"~?([A-Z]{2}[0-9C]|[A-Z]{2}|[WE][0-9])([A-Z])(\d+)", drawn):
        if place in ORDER:
            units.setdefault(people, {})[place] = int(count)
    return units


def zargos_view(**changes: Any) -> ZargosView:
    """Turn 3 with six players; the Knights of seat 1 write their attack."""
    fields: dict[str, Any] = {
        "stage": "attack",
        "turn": 3,
        "turns": 15,
        "zargos_powers": True,
        "buying": "turn",
        "trade": 3,
        "seating": tuple("123456"),
        "seats": dict(zip("KMADSW", "123456", strict=True)),
        "order": tuple("KMADSW"),
        "active": "K",
        "units": units_on(SMALL),
        "boats": {"K": 2, "D": 1},
        "hands": {"K": ("WAR", "WAR", "ICE")},
        "kingdoms": {"BZ": "K", "TA": "K", "OH": "A"},
        "curse": "HALF",
        "winds": ("ICE BZ",),
        "seat": "1",
        "owing": {"1": ("K",)},
        "master": None,
        "hand_sizes": {"K": 3, "A": 1},
        "backs": {},
        "pile": 36,
        "curses": 55,
        "blue": 0,
        "green": 0,
        "worth": {"K": 14, "M": 12, "A": 9, "D": 7, "S": 12, "W": 6},
    }
    return ZargosView(**{**fields, **changes})
