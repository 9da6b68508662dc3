"""A session of the gateway: what it may see, and the events that it got."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playground.gateway.connection import Connection

_DISPATCH = 0
_MAX_SENT = 2000


@dataclass(slots=True, eq=False)
class Session:
    """What one IDENTIFY began: intents, shard and number of shards, and the events that a RESUME may ask for.

    `ready` says that everything a session begins with was sent on the present connection.
    """

    id: str
    intents: int
    shard: tuple[int, int]
    connection: Connection | None
    ready: bool = False
    last_seq: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque[tuple[int, str]](maxlen=_MAX_SENT))

    def dispatch(self, name: str, data: Any) -> None:
        """Send an event, or keep it until the session is resumed."""
        self.last_seq += 1
        text = json.dumps({"op": _DISPATCH, "t": name, "s": self.last_seq, "d": data}, ensure_ascii=False)
        self.sent.append((self.last_seq, text))
        if self.connection:
            self.connection.queue.put_nowait(text)

    def has(self, guild: int) -> bool:
        """Whether a guild's events belong to this shard; direct messages count as guild 0."""
        return (guild >> 22) % self.shard[1] == self.shard[0]

    def replayable(self, seq: int) -> bool:
        """Whether every event after number `seq` is still known."""
        return seq <= self.last_seq and (seq == self.last_seq or (bool(self.sent) and self.sent[0][0] <= seq + 1))
