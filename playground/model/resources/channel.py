"""Channels of a guild, direct messages and threads."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum

from playground.json_values import Json

TEXT, DM, VOICE, GROUP_DM, ANNOUNCEMENT, STAGE, FORUM, MEDIA = 0, 1, 2, 3, 5, 13, 15, 16
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = THREADS = (10, 11, 12)
FORUMS = {FORUM, MEDIA}
"""Channels that hold threads alone, called posts."""
REQUIRE_TAG = 1 << 4


class Context(IntEnum):
    """Where an interaction is made (docs: Interactions, Interaction Context Types)."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


@dataclass(slots=True)
class Channel:
    """A channel of a guild, direct messages with the bot (`recipient`), or a thread (`parent_id`, `members`).

    People write to each other without the bot in channels with `recipients`, two or more of them. Forums have
    `available_tags`, in Discord's JSON; their posts have the ids of some of these.
    """

    id: int
    type: int
    name: str = ""
    parent_id: int | None = None
    owner_id: int | None = None
    recipient: int | None = None
    position: int = 0
    archived: bool = False
    locked: bool = False
    auto_archive: int = 4320
    archive_changed: datetime | None = None
    slowmode: int = 0
    said: int = 0
    last_message_id: int | None = None
    members: dict[int, datetime] = field(default_factory=dict[int, datetime])
    denied: set[str] = field(default_factory=set[str])
    topic: str = ""
    flags: int = 0
    invitable: bool = True
    default_auto_archive: int | None = None
    available_tags: list[Json] = field(default_factory=list[Json])
    applied_tags: list[int] = field(default_factory=list[int])
    recipients: list[int] = field(default_factory=list[int])

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread of any type."""
        return self.type in THREADS

    @property
    def is_direct(self) -> bool:
        """Whether this is in no guild."""
        return self.type in {DM, GROUP_DM}

    @property
    def context(self) -> Context:
        """Where interactions of this channel are made."""
        if not self.is_direct:
            return Context.GUILD
        return Context.BOT_DM if self.recipient else Context.PRIVATE_CHANNEL
