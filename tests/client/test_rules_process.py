"""The rules of this computer in a process of their own, as a replay and a program ask them."""

from collections.abc import AsyncIterator

import pytest

from client.errors import ClientError
from client.launch import rules_process
from client.launch.rules_process import RulesProcess
from client.state.client_state import ClientState
from protocol.messages import Supposed, WhatIf
from tests.kit.factories import view_of

pytestmark = pytest.mark.slow

STATE = ClientState(game="power", role="V", view=view_of({"V": {"V4": "1T"}, "B": {"B4": "1T"}}))
QUESTION = WhatIf(phase=1, sheets={"V": ("T V4 V0",)})


@pytest.fixture
async def rules() -> AsyncIterator[RulesProcess]:
    process = RulesProcess("en", sees_seat=True)
    yield process
    await process.stop()


async def test_a_question_that_took_too_long_does_not_spoil_the_answer_to_the_next(
    rules: RulesProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answer would come late, and be taken for that to the next question."""
    await rules.ask(STATE, QUESTION)
    with monkeypatch.context() as patch:
        patch.setattr(rules_process, "ANSWER_SECONDS", 0.0)
        with pytest.raises(ClientError, match="the rules of this computer do not answer"):
            await rules.ask(STATE, WhatIf(phase=7))
    answer = await rules.ask(STATE, QUESTION)
    assert isinstance(answer, Supposed)
    assert (answer.phase, answer.sheets) == (1, {"V": ("T V4 V0",)})
