"""The conversation with a program: questions go to it, its lines are served, and it is started again."""

import asyncio
from collections.abc import Callable, Sequence

from msgspec import Struct

from client.errors import ClientError, Ended, Refusal
from client.program.lines import (
    ClosedLine,
    FromProgram,
    HelloLine,
    OverLine,
    ReadLine,
    RefusedLine,
    SheetsLine,
    ToProgram,
    WrittenLine,
)
from client.program.owner import Owner
from client.program.process import LONGEST_LINE, ProgramProcess, TooLong
from client.program.service import BadLine, HeldSeat, Question, Service, read_heard
from client.words import reason_of, sentence
from protocol.notes import Arg

MOST_STARTS = 3
"""How often the program is started for one question."""
MOST_SILENT = 2
"""A program is ended that has let so many questions in a row pass without a word."""
MOST_BAD_LINES = 20
"""A program is ended that has written so many lines that cannot be used, to one question or between two."""
PATIENCE = 60.0
"""The owner is told when a program has not answered for so many seconds."""
GRACE = 1.0
"""How many seconds a program may take to end by itself, after its output or the game has ended."""
OVER = "over"
"""Why a process ends that was told that the game is over. The owner is not told it again."""


class _Asked(Struct):
    """A question that has been put, and what has come of it."""

    question: Question
    number: int
    starts: int = 0
    """How often the program was started for it."""
    is_heard: bool = False
    """The program has written something since."""
    is_in_hand: bool = False
    """An answer is being written on the sheets."""
    is_written: bool = False
    """The program has put something on the sheets."""
    is_settled: bool = False
    """No answer will be waited for any more: the sheets are sealed, or we have given up."""


class Conversation:
    """`run` is its task. Meanwhile others `open` and `close` its questions, and `tell` it what happens."""

    def __init__(
        self,
        command: Sequence[str],
        make_hello: Callable[[], HelloLine],
        seat: HeldSeat,
        owner: Owner,
        *,
        patience: float = PATIENCE,
    ) -> None:
        self._command = command
        self._make_hello = make_hello
        self._service = Service(seat)
        self._owner = owner
        self._patience = patience
        self._process: ProgramProcess | None = None
        self._why = ""
        """The code of why we end the process that runs now; empty if it is to go on."""
        self._asked: _Asked | None = None
        self._count = 0
        """How many questions have been put."""
        self._silent = 0
        """How many questions in a row have passed without a word of the program."""
        self._bad_lines = 0
        self._has_answered = False
        """Whether the process that runs now has answered a question."""
        self._last_read: ReadLine | None = None
        self._needed = asyncio.Event()
        """Set when a process is to be started."""
        self._serving = asyncio.Lock()
        """Held while a line of the program is served."""
        self._alarm: asyncio.TimerHandle | None = None
        self.settled = asyncio.Event()
        """Set when the question that is open waits for no answer any more."""
        self._idle = asyncio.Event()
        """Set while no process runs."""

    @property
    def _is_waiting(self) -> bool:
        return self._asked is not None and not self._asked.is_settled

    @property
    def _may_end(self) -> bool:
        """Whether the program owes no answer. The next question may be put while it is ending already."""
        is_unread = self._has_answered and self._asked is not None and not self._asked.is_heard
        return not self._is_waiting or is_unread

    def begin(self) -> None:
        """Start the program before the first question, so that it can get ready."""
        self._needed.set()

    def tell(self, line: ReadLine) -> None:
        """Tell what has happened. A program that is started later is told the last of these lines."""
        self._last_read = line
        self._send(line)

    async def until_written(self) -> None:
        """If an answer is being written on the sheets, wait until the program has been told that it is."""
        if self._asked and self._asked.is_in_hand:
            async with self._serving:
                pass

    def open(self, question: Question) -> None:
        """Put a question. One that was open before is closed."""
        self.close()
        self._count += 1
        self._asked = _Asked(question, self._count)
        self._bad_lines = 0
        self.settled.clear()
        self._owner.begin_question()
        self._alarm = asyncio.get_running_loop().call_later(self._patience, self._tell_patience)
        if self._process:
            self._send(question.make_line(self._count))
        else:
            self._needed.set()

    def close(self) -> None:
        """The sheets cannot be written any more. If no answer came, they count as they are."""
        asked, self._asked = self._asked, None
        if self._alarm:
            self._alarm.cancel()
        if asked is None or asked.is_settled:
            return
        self._send(ClosedLine(asked.number))
        self._silent = 0 if asked.is_heard else self._silent + 1
        if not asked.is_written:
            self._owner.report("no-answer", phase=asked.question.phase)
        if self._silent >= MOST_SILENT:
            self._end_process("silent")

    async def run(self) -> None:
        """Start the program when it is needed, and again if it ends, until this task is cancelled."""
        while True:
            await self._needed.wait()
            self._needed.clear()
            await self._run_process()
            while (asked := self._asked) and not asked.is_settled:
                if asked.starts >= MOST_STARTS:
                    self._owner.report("given-up", count=MOST_STARTS)
                    self._settle(asked)
                else:
                    await self._run_process()

    async def finish(self, line: OverLine) -> None:
        """Tell the program that the game is over, and let it end."""
        self.close()
        self._send(line)
        if self._process:
            self._why = self._why or OVER
            self._process.close_input()
            await self._idle.wait()

    async def _run_process(self) -> None:
        """Start the program, and serve it until it ends."""
        if self._asked:
            self._asked.starts += 1
        try:
            process = await ProgramProcess.start(self._command)
        except (OSError, ValueError) as error:
            reason = reason_of(error, self._owner.language)
            self._owner.report("not-started", command=self._command[0], reason=reason)
            return
        self._process, self._why, self._silent, self._bad_lines = process, "", 0, 0
        self._has_answered = False
        self._idle.clear()
        try:
            self._greet()
            await self._serve(process)
            self._tell_end(await process.end(GRACE if self._why in ("", OVER) else 0.0))
        finally:
            self._process = None
            await process.end()
            self._idle.set()

    def _greet(self) -> None:
        self._send(self._make_hello())
        if self._last_read:
            self._send(self._last_read)
        if self._asked:
            self._send(self._asked.question.make_line(self._asked.number))

    async def _serve(self, process: ProgramProcess) -> None:
        """Serve the lines of the program until its output ends, or until it is ended."""
        try:
            while (data := await process.hear()) is not None and not self._why:
                if self._asked:
                    self._asked.is_heard = True
                async with self._serving:
                    self._send(await self._answer(data))
        except TooLong:
            self._end_process("too-long", most=LONGEST_LINE)

    async def _answer(self, data: bytes) -> ToProgram:
        """The answer to a line, which may be a refusal."""
        try:
            return await self._answer_line(read_heard(data))
        except BadLine as bad:
            text = self._owner.report(bad.code, **bad.details)
            self._bad_lines += 1
            if self._bad_lines >= MOST_BAD_LINES:
                self._end_process("too-many-bad", most=MOST_BAD_LINES)
            return RefusedLine(bad.code, text)
        except Ended:
            raise
        except ClientError as error:
            code = error.code if isinstance(error, Refusal) else "refused"
            self._owner.report("refused", text=sentence(str(error)))
            return RefusedLine(code, str(error))

    async def _answer_line(self, line: FromProgram) -> ToProgram:
        asked = self._asked
        if asked is None or asked.is_settled:
            return await self._service.serve(line, None, 0)
        asked.is_in_hand = isinstance(line, SheetsLine)
        try:
            answer = await self._service.serve(line, asked.question, asked.number)
        finally:
            asked.is_in_hand = False
        if isinstance(answer, WrittenLine):
            self._take_written(answer, asked)
        return answer

    def _take_written(self, written: WrittenLine, asked: _Asked) -> None:
        asked.is_written = True
        for sheet, advice in written.advice.items():
            for each in advice:
                self._owner.report("lost-line", sheet=sheet, line=each.line + 1, text=each.text)
        if written.sealed:
            sheets = ", ".join(asked.question.owed)
            self._owner.report("sealed", phase=asked.question.phase, sheets=sheets)
            self._has_answered = True
            self._settle(asked)

    def _settle(self, asked: _Asked) -> None:
        asked.is_settled = True
        if asked is self._asked:
            self.settled.set()

    def _send(self, line: ToProgram) -> None:
        if self._process and not self._process.send(line):
            self._end_process("unread")

    def _end_process(self, why: str, **args: Arg) -> None:
        """End the process that runs now, and tell the owner why."""
        if self._process and not self._why:
            self._why = why
            self._owner.report(why, **args)
            self._process.kill()

    def _tell_end(self, status: int | None) -> None:
        """A program may end when it has answered. The owner is told of any other end."""
        if self._why or (status == 0 and self._may_end):
            return
        if status is None:
            self._owner.report("closed-output")
        elif status < 0:
            self._owner.report("killed", signal=-status)
        else:
            self._owner.report("ended", status=status)

    def _tell_patience(self) -> None:
        if self._is_waiting:
            self._owner.report("slow", seconds=round(self._patience))
