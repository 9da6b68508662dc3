"""What people saw in a test, day by day, as a page of text and pictures below a folder."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from playground.model.resources.channel import DM
from playground.model.resources.user import BOT_ID

if TYPE_CHECKING:
    from datetime import date, datetime
    from pathlib import Path

    from playground.model.resources.message import Attachment
    from playground.model.state import Change
    from playground.server import Playground
    from tests.playground.client import Person

_STYLE = """body { font: 16px/1.45 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
h2 { border-top: 2px solid; padding-top: 1rem } article { margin: 1.5rem 0 } header { color: #666; font-size: .85rem }
pre { white-space: pre-wrap; font: inherit; margin: .3rem 0 } img { max-width: 24rem; width: 100% }
figcaption { color: #666; font-size: .85rem } figure { margin: .5rem 0 }"""


_PICTURES = (".png", ".webp", ".gif")


@dataclass(frozen=True, slots=True)
class Entry:
    """A post as it was last on a day: where it stood, its text, its pictures and what is written on its buttons."""

    at: datetime
    place: str
    content: str
    pictures: tuple[Attachment, ...]
    labels: tuple[str, ...]
    channel: int


class Album:
    """Keeps the posts of the bot, its direct messages and its private answers, in one channel or everywhere."""

    def __init__(self, playground: Playground, title: str, hall: str | None = None) -> None:
        self._playground = playground
        self._title = title
        self._hall = None if hall is None else int(hall)
        self._entries: dict[tuple[date, int], Entry] = {}
        playground.state.listeners.append(self._keep)

    @property
    def posts(self) -> int:
        """How many posts there are, each counted once a day."""
        return len(self._entries)

    def _keep(self, change: Change) -> None:
        message, channel, state = change.message, change.channel, self._playground.state
        if change.kind != "message" or message is None or channel is None or message.author_id != BOT_ID:
            return
        if channel.type == DM:
            place = f"Direct message to {state.people[channel.recipient or 0].name}"
        elif message.only_for:
            place = f"Only {state.people[message.only_for].name} sees this"
        else:
            place = f"#{channel.name}"
        if self._hall is None or channel.id == self._hall or channel.type == DM:
            buttons = [part for row in message.components for part in row.get("components", [])]
            labels = tuple(str(part["label"]) for part in buttons if part.get("label"))
            now = state.clock()
            self._entries[now.date(), message.id] = Entry(
                now, place, message.content, tuple(message.attachments), labels, channel.id
            )

    async def save(self, folder: Path, person: Person) -> None:
        """Write `index.html` and its pictures, which a person fetches."""
        parts: list[str] = []
        day: date | None = None
        for (when, key), entry in sorted(self._entries.items(), key=lambda each: (each[1].at, each[0][1])):
            if when != day:
                parts.append(f"<h2>{when:%A, %B} {when.day}</h2>")
                day = when
            parts.append(await self._write(folder, person, when, key, entry))
        head = f"<!doctype html><meta charset=utf-8><title>{self._title}</title><style>{_STYLE}</style>"
        page = f"{head}\n<h1>{self._title}</h1>\n"
        _write_file(folder / "index.html", (page + "\n".join(parts)).encode())

    async def _write(self, folder: Path, person: Person, day: date, key: int, entry: Entry) -> str:
        figures: list[str] = []
        for picture in entry.pictures:
            if not picture.filename.endswith(_PICTURES):
                continue
            name = f"{day}/{key}-{picture.id}-{picture.filename}"
            address = f"{self._playground.url}/attachments/{entry.channel}/{picture.id}/{picture.filename}"
            _write_file(folder / name, await person.fetch(address))
            alt = escape(picture.description or "")
            figures.append(f'<figure><img src="{name}" loading="lazy" alt=""><figcaption>{alt}</figcaption></figure>')
        buttons = f"<header>[{escape('] ['.join(entry.labels))}]</header>" if entry.labels else ""
        return (
            f"<article><header>{entry.at:%H:%M} · {escape(entry.place)}</header><pre>{escape(entry.content)}</pre>"
            f"{''.join(figures)}{buttons}</article>"
        )


def _write_file(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
