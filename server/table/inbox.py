"""What has arrived at a table and waits for its task.

Whoever only asks does not delay those who change something: questions wait until no change does.
"""

from collections import deque
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """Changes come out in their order, then questions: one of each peer in turn."""

    def __init__(self) -> None:
        self._changes: deque[T] = deque()
        self._questions: dict[int, deque[T]] = {}
        """The questions of each peer. The peer whose turn it is comes first."""

    def __bool__(self) -> bool:
        return bool(self._changes or self._questions)

    @property
    def has_changes(self) -> bool:
        return bool(self._changes)

    def add_change(self, item: T) -> None:
        self._changes.append(item)

    def add_question(self, peer: int, item: T) -> None:
        self._questions.setdefault(peer, deque()).append(item)

    def take_changes(self, most: int) -> list[T]:
        return [self._changes.popleft() for _ in range(min(most, len(self._changes)))]

    def put_back(self, changes: Iterable[T]) -> None:
        """These changes could not be handled yet; they come first again."""
        self._changes.extendleft(reversed(list(changes)))

    def take_question(self) -> T | None:
        """The next question; None if there is none. Then it is the turn of the next peer."""
        if not self._questions:
            return None
        peer = next(iter(self._questions))
        waiting = self._questions.pop(peer)
        question = waiting.popleft()
        if waiting:
            self._questions[peer] = waiting
        return question

    def forget_questions(self, peer: int) -> list[T]:
        """The questions of a peer that is gone. Nobody waits for their answers."""
        return list(self._questions.pop(peer, ()))

    def empty(self) -> list[T]:
        """Everything that waits. Nothing waits after that."""
        found = [*self._changes, *(item for waiting in self._questions.values() for item in waiting)]
        self._changes.clear()
        self._questions.clear()
        return found
