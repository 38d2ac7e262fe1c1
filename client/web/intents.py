"""What a page can ask for. A page sends each of these as a JSON object, and a record as bytes."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

Short: TypeAlias = Annotated[str, Meta(max_length=80)]
Text: TypeAlias = Annotated[str, Meta(max_length=2000)]
Secret: TypeAlias = Annotated[str, Meta(max_length=200)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]


class Intent(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    pass


class Greet(Intent, frozen=True):
    """The first message: the language that the person has chosen, or else that of the browser."""

    language: Short = ""


class Watch(Intent, frozen=True):
    table: Short
    password: Secret = ""


class Join(Intent, frozen=True):
    """Take a seat."""

    table: Short
    name: Short
    seat: Short = ""
    password: Secret = ""


class Resume(Intent, frozen=True):
    """Come back to a seat with its secret."""

    table: Short
    token: Secret


class Referee(Intent, frozen=True):
    table: Short
    key: Secret


class Leave(Intent, frozen=True):
    """Go back to the list of tables. A seat is kept."""


class Write(Intent, frozen=True):
    """Put a line on a sheet, below the others or in place of line `at`, counted from 0."""

    sheet: Short
    text: Text
    at: Number | None = None


class Enter(Intent, frozen=True):
    """What was typed and entered: a command behind a colon, or a line for the sheet."""

    sheet: Short
    text: Text
    at: Number | None = None


class Move(Intent, frozen=True):
    """Let a line of a sheet be at another place in it."""

    sheet: Short
    at: Number
    to: Number


class Delete(Intent, frozen=True):
    sheet: Short
    at: Number


class Act(Intent, frozen=True):
    """Do one of the actions, with what is typed behind its verb."""

    name: Short
    typed: Text = ""
    sheet: Short = ""


class Answer(Intent, frozen=True):
    """Answer the open question."""

    number: Number
    yes: bool


class Suggest(Intent, frozen=True):
    """How may this text go on? Line `at` of the sheet is being changed, or a new one is written below."""

    sheet: Short
    text: Text
    at: Number | None = None


class Look(Intent, frozen=True):
    """What is at that place, and what can be ordered for the pieces there?"""

    place: Short
    sheet: Short = ""


class Send(Intent, frozen=True):
    """Send the piece whose order has begun like this to that place."""

    sheet: Short
    begun: Text
    place: Short


class Tell(Intent, frozen=True):
    """Tell the story of the round of that number in the list of rounds."""

    number: Number


class Link(Intent, frozen=True):
    """Show the link and the code with which this seat can be taken up again elsewhere."""


class Export(Intent, frozen=True):
    """Give the record of the game so far, to be kept as a file."""


AnyIntent: TypeAlias = (
    Greet
    | Watch
    | Join
    | Resume
    | Referee
    | Leave
    | Write
    | Enter
    | Move
    | Delete
    | Act
    | Answer
    | Suggest
    | Look
    | Send
    | Tell
    | Link
    | Export
)
