"""Channels of a guild, direct messages and threads."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

TEXT, DM, VOICE, THREAD, STAGE, FORUM, MEDIA = 0, 1, 2, 11, 13, 15, 16
FORUMS = {FORUM, MEDIA}
"""Channels that hold threads alone, called posts."""


@dataclass(slots=True)
class Channel:
    """A channel of a guild, a private one (`recipient`), or a public thread (`parent_id`, `owner_id`, `members`)."""

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
