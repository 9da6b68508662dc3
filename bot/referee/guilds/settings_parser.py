"""The settings of a server: how each is written, what it is read as and what it comes to; and how they are changed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.clocks import clock
from bot.referee.clocks.time_control import NONE, described, read_control
from bot.referee.errors import RequestRejected
from bot.referee.guilds import settings
from bot.referee.people import quiet_hours
from storage.tables import guilds

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from bot.referee.context import Context
    from bot.referee.guilds.settings import Server

ANY, EVERYONE = "any", "everyone"
MOST_CHANNELS, MOST_MATCHES, LONGEST_PREFIX = 20, 100, 5
_NAMED = re.compile(r"(?:^|\s)(\w+)=")
_CHANNEL, _ROLE = re.compile(r"<#(\d{1,20})>", re.ASCII), re.compile(r"<@&(\d{1,20})>", re.ASCII)
_LIKE_A_MOVE = re.compile(r"(?:[^\W_]|[-+*(])(?:[^\W_]|[-+*():>,=.@#])*")
"""What moves are written with. A text that begins as text commands do is never taken for a move."""


@dataclass(frozen=True, slots=True)
class Premises:
    """What a server has: its text channels and its roles, by their ids; in those `barred` the bot may not post."""

    channels: Collection[int]
    roles: Collection[int]
    barred: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be set.

    `usual` is how it is as long as nobody sets it, `example` another way to write it. `read` takes what somebody wrote
    and returns it as it is kept, or raises `RequestRejected`; `meaning` tells in Markdown what is kept and what it comes to.
    """

    usual: str
    example: str
    read: Callable[[str, Premises], Any]
    meaning: Callable[[Any], str]


def _read_prefix(text: str, _: Premises) -> str:
    """Read what begins text commands: nothing that a move, a mention or a slash command could begin with."""
    if not 1 <= len(text) <= LONGEST_PREFIX or not text.isprintable() or any(each.isspace() for each in text):
        raise RequestRejected(
            f"A prefix has 1 to {LONGEST_PREFIX} characters that can be seen, and no spaces, as in `?`."
        )
    if "`" in text or text[0] in "@#</":
        raise RequestRejected(
            "A prefix can't begin with `@`, `#`, `<` or `/`, which Discord reads itself, nor hold a backtick."
        )
    if _LIKE_A_MOVE.fullmatch(text):
        raise RequestRejected(
            f"With the prefix {formatting.code(text)} I would take moves for commands. Use a sign that no move begins with, "
            "as in `?`, `.` or `tp!`."
        )
    return text


def _read_channels(text: str, premises: Premises) -> tuple[int, ...]:
    if text.lower() == ANY:
        return ()
    found = dict.fromkeys(_channel(each, premises) for each in text.replace(",", " ").replace("><", "> <").split())
    if not 1 <= len(found) <= MOST_CHANNELS:
        raise RequestRejected(f"Name 1 to {MOST_CHANNELS} channels, or `{ANY}` for all.")
    return tuple(found)


def _channel(text: str, premises: Premises) -> int:
    found = _CHANNEL.fullmatch(text)
    if found is None:
        raise RequestRejected(
            f"I can't read {formatting.code(text)} as a channel: begin with `#` and pick it from Discord's list."
        )
    if int(found[1]) not in premises.channels:
        raise RequestRejected(f"{found[0]} is not a text channel of this server, or I may not see it.")
    if int(found[1]) in premises.barred:
        raise RequestRejected(f"I may not post in {found[0]}. Let me send messages there, then choose it again.")
    return int(found[1])


def _read_clock(text: str, _: Premises) -> str:
    return str(read_control(text) or NONE)


def _clock_means(kept: str) -> str:
    control = read_control(kept)
    means = f"{described(control)}" if control else "no clock"
    return f"`{kept}`: {means}, unless a challenge says otherwise"


def _read_challengers(text: str, premises: Premises) -> int | None:
    if text.lower().removeprefix("@") == EVERYONE:
        return None
    found = _ROLE.fullmatch(text)
    if found is None:
        raise RequestRejected(f"I can't read {formatting.code(text)} as a role: mention it, or write `{EVERYONE}`.")
    if int(found[1]) not in premises.roles:
        raise RequestRejected(f"{found[0]} is not a role of this server.")
    return int(found[1])


def _read_most(text: str, _: Premises) -> int | None:
    if text.lower() == ANY:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= MOST_MATCHES):
        raise RequestRejected(f"`most` is a number from 1 to {MOST_MATCHES}, or `{ANY}`, not {formatting.code(text)}.")
    return int(text)


def _read_zone(text: str, _: Premises) -> str:
    zone = quiet_hours.read_zone(text)
    if zone == quiet_hours.SERVER:
        raise RequestRejected("A server's zone is named by continent and city, as in `Europe/Berlin`.")
    return zone


def _read_finished(text: str, premises: Premises) -> int | None:
    return None if text.lower() == NONE else _channel(text, premises)


def _one_of(name: str, usual: str, meanings: Mapping[str, str], kept_as: Mapping[str, Any] | None = None) -> Setting:
    """Return a setting among fixed words."""
    kept_as = kept_as or {word: word for word in meanings}
    written = {kept: word for word, kept in kept_as.items()}

    def read(text: str, _: Premises) -> Any:
        if text.lower() not in meanings:
            raise RequestRejected(
                f"`{name}` is {formatting.listed(map(formatting.code, meanings), 'or')}, not {formatting.code(text)}."
            )
        return kept_as[text.lower()]

    other = next(word for word in meanings if word != usual)
    return Setting(usual, other, read, lambda kept: f"`{written[kept]}`: {meanings[written[kept]]}")


THREADS = {"yes": "a match gets a thread of its own", "no": "a match lives in the channel where it begins"}
MENTIONS = {
    "turn": "a board mentions whoever is to move",
    "silent": "it does so without a sound",
    "never": "I name people and mention nobody",
}
TIMEOUT = {
    "claim": "when somebody's time is up, the others can claim it",
    "ends": "when somebody's time is up, they are out at once",
}
SETTINGS: Mapping[str, Setting] = {
    "prefix": Setting(
        settings.PREFIX, "?", _read_prefix, lambda kept: f"{formatting.code(kept)}: text commands begin with it"
    ),
    "channels": Setting(
        ANY,
        "#games #more",
        _read_channels,
        lambda kept: (
            f"matches may start in {formatting.listed(f'<#{each}>' for each in kept)}"
            if kept
            else f"`{ANY}`: matches may start everywhere"
        ),
    ),
    "threads": _one_of("threads", "yes", THREADS, {"yes": True, "no": False}),
    "clock": Setting(NONE, "3d+1d cap 6d", _read_clock, _clock_means),
    "challengers": Setting(
        EVERYONE,
        "@role",
        _read_challengers,
        lambda kept: f"who has the role <@&{kept}> may challenge" if kept else f"`{EVERYONE}` may challenge",
    ),
    "most": Setting(
        ANY,
        "5",
        _read_most,
        lambda kept: f"`{kept or ANY}`: matches that a member may play in at a time",
    ),
    "mentions": _one_of("mentions", "turn", MENTIONS),
    "timeout": _one_of("timeout", "claim", TIMEOUT),
    "zone": Setting("UTC", "Europe/Berlin", _read_zone, lambda kept: f"`{kept}`: days and weekends are those of it"),
    "finished": Setting(
        NONE,
        "#hall",
        _read_finished,
        lambda kept: f"matches that are over are shown in <#{kept}>" if kept else f"`{NONE}`: no such channel",
    ),
}
"""All that can be set: a field of `Server` each."""


def read_words(text: str) -> dict[str, str]:
    """Read `threads=no clock=3d+1d cap 6d`, in any order, as what `change` takes. Raises `RequestRejected`.

    >>> read_words("threads=no clock=3d+1d cap 6d zone=UTC")
    {'threads': 'no', 'clock': '3d+1d cap 6d', 'zone': 'UTC'}
    """
    before, *rest = _NAMED.split(text)
    said = {name.lower(): value.strip() for name, value in zip(rest[::2], rest[1::2], strict=True)}
    unknown = before.strip() or next((name for name in said if name not in SETTINGS), "")
    if unknown:
        known = formatting.listed(map(formatting.code, SETTINGS))
        raise RequestRejected(
            f"I can't read {formatting.code(unknown)} here. What can be set is {known}, as in `threads=no`."
        )
    return said


async def change(
    context: Context, guild_id: int, said: Mapping[str, str], premises: Premises, *, admin: bool
) -> Server:
    """Change what is said of a server, by name as people write it, and return its choices. Nothing said changes none.

    `premises` is what the server has, `admin` says whether whoever asks may manage it. Raises `RequestRejected`, and then
    nothing was changed.
    """
    if not said:
        async with context.database.read() as tx:
            return await settings.chosen(tx, guild_id)
    if not admin:
        raise RequestRejected("Only who may manage this server can change its settings. `/settings` shows them to all.")
    wanted = {name: _read(name, text.strip(), premises) for name, text in said.items()}
    async with context.database.write() as tx:
        await guilds.hold(tx, guild_id)
        before = await settings.chosen(tx, guild_id)
        now = replace(before, **wanted)
        await guilds.set_settings(tx, guild_id, now.kept)
        if now.zone != before.zone:
            await clock.zone_changed(context, tx, guild_id)
    return now


def _read(name: str, text: str, premises: Premises) -> Any:
    setting = SETTINGS[name]
    if not text:
        raise RequestRejected(
            f"Say what `{name}` is to be: `{name}={setting.example}`, or as usual `{name}={setting.usual}`."
        )
    return setting.read(text, premises)
