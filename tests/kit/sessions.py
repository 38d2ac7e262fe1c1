"""Sessions of our own client at a table, for tests over real sockets."""

from client.link.session import Session
from client.link.wire import Wire
from protocol.messages import Seated


async def sit(session: Session, table: str, name: str, seat: str = "") -> Seated:
    """Take a seat, and be ready: the game begins when everybody has done so."""
    seated = await session.join(table, name, seat)
    assert isinstance(seated, Seated), seated
    await session.ready()
    return seated


def cut(session: Session) -> None:
    """Cut the connection without a closing handshake."""
    assert isinstance(session._wire, Wire)
    session._wire._socket.transport.abort()
