"""How much one connection, one address and one seat may send. Reconnecting does not refill a budget."""

from msgspec import Struct

from protocol import messages
from protocol.codec import BadField
from protocol.messages import ClientMessage
from server.net.limits import Bucket, Limits

MOST_BUCKETS = 10_000
WRONG_SECRET_COST = 10
WITH_RANDOM_SECRET = (messages.Resume, messages.Referee)
"""Whoever has such a secret gets in, whatever others send from the same address. Nobody can guess it."""


class Buckets:
    """One bucket for each key, such as an address or a seat. Their number is limited."""

    def __init__(self, burst: float, rate: float, most: int = MOST_BUCKETS) -> None:
        self._burst, self._rate, self._most = burst, rate, most
        self._buckets: dict[str, Bucket] = {}
        """The bucket that was used last comes last."""

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, now: float, cost: int = 1) -> bool:
        return self._bucket(key, now).take(now, cost)

    def charge(self, key: str, now: float, cost: int) -> None:
        """Take so much that the next messages may have to wait."""
        self._bucket(key, now).charge(now, cost)

    def wait(self, key: str, now: float) -> float:
        """How many seconds it takes until one more can be taken."""
        bucket = self._buckets.get(key)
        return bucket.wait(now) if bucket else 0.0

    def used(self, key: str, now: float) -> float:
        """How much has been taken lately."""
        bucket = self._buckets.get(key)
        return bucket.used(now) if bucket else 0.0

    def _bucket(self, key: str, now: float) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(self._burst, self._rate, now)
        if len(self._buckets) >= self._most:
            self._forget(now)
        self._buckets[key] = bucket
        return bucket

    def _forget(self, now: float) -> None:
        """Forget buckets that are full again, and if that is not enough, those not used for long."""
        kept = [(key, bucket) for key, bucket in self._buckets.items() if not bucket.is_full(now)]
        self._buckets = dict(kept[-self._most // 2 :])


class Shares(Struct, frozen=True):
    """The budgets of one kind of message: those that change something, or those that only ask."""

    seats: Buckets
    seated: Buckets
    """By address, for those who have a seat. So the others from the same address cost them nothing."""
    others: Buckets
    """By address, for all who have no seat."""


class Budgets:
    """The budgets of addresses and seats, for the whole server."""

    def __init__(self, limits: Limits) -> None:
        self._changes = _shares(limits.burst, limits.rate, limits.address_share)
        self._asks = _shares(limits.asking_burst, limits.asking_rate, limits.address_share)

    def take(self, message: ClientMessage | BadField, now: float, address: str, seat: str) -> bool:
        """Whether the address and the seat may still send this. `seat` is empty for those without one."""
        cost = message.cost
        shares = self._asks if message.is_question else self._changes
        if isinstance(message, WITH_RANDOM_SECRET):
            return True
        if not seat:
            return shares.others.take(address, now, cost)
        return shares.seats.take(seat, now, cost) and shares.seated.take(address, now, cost)

    def charge_wrong_secret(self, now: float, address: str) -> None:
        self._changes.others.charge(address, now, WRONG_SECRET_COST)


def _shares(burst: int, rate: float, share: int) -> Shares:
    return Shares(
        Buckets(burst, rate), Buckets(burst * share, rate * share), Buckets(burst * share, rate * share)
    )
