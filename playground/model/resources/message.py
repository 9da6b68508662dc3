"""Messages and the files on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from playground.json_values import Json

if TYPE_CHECKING:
    from datetime import datetime


ORDINARY, RECIPIENT_ADD, RECIPIENT_REMOVE, PINNED, THREAD_CREATED, REPLY, COMMAND, STARTER = 0, 1, 2, 6, 18, 19, 20, 21
SYSTEM = {RECIPIENT_ADD, RECIPIENT_REMOVE, PINNED, THREAD_CREATED, STARTER}
"""Messages that Discord writes in somebody's name."""
CROSSPOSTED, HAS_THREAD, EPHEMERAL, LOADING = 1 << 0, 1 << 5, 1 << 6, 1 << 7


@dataclass(slots=True)
class Attachment:
    """A file on a message; `size` in bytes, `width` and `height` in pixels. `inline` ones show inside an embed only."""

    id: int
    filename: str
    size: int
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    inline: bool = False


@dataclass(slots=True)
class Message:
    """One message. `only_for` names the one person who sees an ephemeral one.

    `interaction` is the metadata of the interaction that it answers, in Discord's own JSON; such messages were sent
    through a webhook, and a reply to one never counts as a mention. `reactions` are the users by emoji.
    """

    id: int
    channel_id: int
    author_id: int
    content: str
    timestamp: datetime
    type: int = ORDINARY
    edited: datetime | None = None
    flags: int = 0
    mentions: list[int] = field(default_factory=list[int])
    mention_roles: list[int] = field(default_factory=list[int])
    everyone: bool = False
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    embeds: list[Json] = field(default_factory=list[Json])
    components: list[Json] = field(default_factory=list[Json])
    nonce: str | int | None = None
    reference: dict[str, int] | None = None
    interaction: Json | None = None
    only_for: int | None = None
    reactions: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    pinned: datetime | None = None
