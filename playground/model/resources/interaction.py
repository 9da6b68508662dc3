"""Interactions: what a person did, and what the bot made of it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from playground.json_values import Json

if TYPE_CHECKING:
    from datetime import datetime

    from playground.model.resources.channel import Channel
    from playground.model.resources.message import Message

SLASH, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
CHANNEL_MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, SHOW_MODAL = 4, 5, 6, 7, 8, 9


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction: its person, channel, data and owners; then the kind and content of the bot's response."""

    id: int
    token: str
    type: int
    person: int
    channel: Channel
    created: datetime
    data: Json
    owners: Json
    source: Message | None = None
    origin: Interaction | None = None
    late: bool = False
    follow_ups: int = 0
    kind: int | None = None
    original: Message | None = None
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list[Json])
    message_ids: set[int] = field(default_factory=set[int])
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
