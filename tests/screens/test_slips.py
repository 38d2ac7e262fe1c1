"""Slips of newcomers at the full screen: what they try first does what they expect, or says what helps."""

from pathlib import Path

from tests.kit.onscreen import shown
from tests.screens.test_screens_played import click, table

HEADQUARTERS, V7 = (2, 1), (8, 5)
"""Where these places are on a screen of 80 columns and 24 rows."""


async def test_a_click_takes_up_the_piece_that_is_shown(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        click(glass, *HEADQUARTERS)
        await glass.wait("S HQ taken up")
        click(glass, *V7)
        await glass.wait("1 S   HQ  V7", "Written: S HQ V7")


async def test_another_click_takes_the_next_kind(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        for kind in ("S", "T", "C", "D", "S", "T"):
            click(glass, *HEADQUARTERS)
            await glass.wait(f"{kind} HQ taken up")
        click(glass, *V7)
        await glass.wait("1 T   HQ  V7")
        click(glass, *HEADQUARTERS)
        await glass.wait("S HQ taken up")
