"""Views of Zargos as tests write them: a position without rules, and the same drawn as in the rules."""

import re
from typing import Any

from protocol.views.zargos import ZargosView, events
from protocol.views.zargos.board import ORDER
from protocol.views.zargos.events import Event
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


LARGE = """\
                                                                  ~E1~

                                           ~TN~                          KO2^S3
                BZ1^M4                                  KO1 S4                         LU1 D12      ~E2~
                             BZ2 K7                                             ~LK~
                                                                  KOC*S4
~W1~     BZ3 D2     BZC*S4                                                 KO3 D7        LUC*K12
                              BZ4 K1                                                            LU3 A4
                                                   ~NND4                          LU2 M3
                  BZ5 K7
  OZ1 K4                                                                                 LU4 K1
         ~W2~                                                              ~NE~                      KA1^W4
                   TA1 K3          ~NW~
 OZC*K4                                         ZA6 X3        ZA1 X3                     KA2 S12
                           TA2 S5                                                              KAC*M12        ~E3~
            TA3^A2   TAC*M1                      ZI3 X6      ZI1 X6
                                         ZA5 X3        ZAC*X10       ZA2 X3             KA4 M3         KA3 W5
                            TA4 K4
 ~W3~      PA1 W4                                                                              KA5 K7
                        PA2 A3                         ZI2 X6               ~SE~
                                                ZA4 X3        ZA3 X3
                 PAC*K5             ~SW~
                                                                                    OH2 A7          OH1 A2
           PA3 M4          PA4 A5
                                                      ~SS~                                 OHC*A3
                                                                                                      OH3^W5
                  AK1^W7         AK2 S3                              OH6 K3
                                                                                   OH5 A1
                                           AK3 M3                                                OH4 W3
                            AKC*D4
              ~W4~                                      ~TS~                                              ~E4~
                                                                        ~E5~          IT1 K5
                                                                                             IT2^M4
                                                                                   ITC*D1
"""  # noqa: E501
"""The large board of the rules: 34 rows of at most 118 columns."""


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


COMBAT: tuple[Event, ...] = (
    events.Moved("K", 6, "BZ5", "TA3"),
    events.Moved("K", 3, "BZ2", "KO1"),
    events.Volley("TA3", (3,), 1),
    events.Round("TA3", "A", ((6,), (1, 2)), None, 5, 6, 0),
    events.Round("TA3", "K", ((4, 5), (2,)), events.Rerolled("K", 1, 5), 8, 2, 2),
    events.Captured("TA3", "K", "A", 5),
    events.Round("KO1", "S", ((6, 6), (1,)), None, 10, 3, 3),
    events.Held("KO1", "S", 4),
)
"""Two combats of one wave of the Knights: one is won, the other is lost."""
