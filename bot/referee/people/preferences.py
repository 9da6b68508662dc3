"""What people chose besides how boards look."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.people import quiet_hours, timezones
from storage.tables import people

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from bot.referee.context import Context
    from storage.engine.database import Tx

Takebacks: TypeAlias = Literal["ask", "never"]
Alarm: TypeAlias = Literal["direct", "thread"]
Confirm: TypeAlias = Literal["never", "always"]


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's choices.

    `takebacks` says whether others may ask them for one, `alarm` where they are told that their time runs out:
    directly, or in the match's thread, `confirm` whether they are asked before a move of theirs is played. `zone` is
    their time zone, a key of the IANA database, or else `server`. In their `quiet` hours (as `22-7`, or `none`) nothing
    rings for them. At `digest` (a time of day, as `7:30`, or `off`) they are told each day what waits for them.
    """

    takebacks: Takebacks = "ask"
    alarm: Alarm = "direct"
    confirm: Confirm = "never"
    zone: str = quiet_hours.SERVER
    quiet: str = quiet_hours.NONE
    digest: str = quiet_hours.OFF

    @property
    def kept(self) -> dict[str, str]:
        """What is not as usual, as it is stored."""
        usual = asdict(Preferences())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be chosen.

    `read` takes what somebody wrote and returns it as it is kept, or raises `RequestRejected`; `meaning` says what that comes
    to. `ways` are the words for it, or examples of them.
    """

    ways: tuple[str, ...]
    read: Callable[[str], str]
    meaning: Callable[[str], str]


def _one_of(name: str, meanings: Mapping[str, str]) -> Choice:
    """Return a choice among fixed words."""

    def read(text: str) -> str:
        if text.strip().lower() not in meanings:
            raise RequestRejected(
                f"`{name}` is {formatting.listed(map(formatting.code, meanings), 'or')}, not {formatting.code(text)}."
            )
        return text.strip().lower()

    return Choice(tuple(meanings), read, lambda kept: meanings[kept])


def _zone_means(kept: str) -> str:
    return "times of day are the server's" if kept == quiet_hours.SERVER else "times of day are those of this place"


def _quiet_means(kept: str) -> str:
    if kept == quiet_hours.NONE:
        return "what I send you may ring at any hour"
    return "at that time of your day it comes without a sound, and no later for that"


def _digest_means(kept: str) -> str:
    if kept == quiet_hours.OFF:
        return "no daily list of what waits for you; it also ends when you take no direct messages from me"
    return "at that time of your day I send you a list of what waits for you, if anything does"


CHOICES: Mapping[str, Choice] = {
    "takebacks": _one_of(
        "takebacks", {"ask": "I put every request for one to you", "never": "I turn down every request for one"}
    ),
    "alarm": _one_of(
        "alarm",
        {
            "direct": "I tell you by direct message when your time runs out",
            "thread": "I tell you by a mention in the match's thread when your time runs out",
        },
    ),
    "confirm": _one_of(
        "confirm",
        {"never": "I play the moves you send", "always": "I show you what a move would be and ask before I play it"},
    ),
    "zone": Choice(("Europe/Berlin", quiet_hours.SERVER), quiet_hours.read_zone, _zone_means),
    "quiet": Choice(("22-7", quiet_hours.NONE), quiet_hours.read_quiet, _quiet_means),
    "digest": Choice(("8", quiet_hours.OFF), quiet_hours.read_digest, _digest_means),
}
"""All that can be chosen: a field of `Preferences` each."""


def read_words(text: str) -> dict[str, str]:
    """Read `takebacks=never zone=Europe/Berlin`, in any order, as what `choose` takes. Raises `RequestRejected`.

    >>> read_words("takebacks=Never zone=Europe/Berlin")
    {'takebacks': 'Never', 'zone': 'Europe/Berlin'}
    """
    said: dict[str, str] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if name.lower() not in CHOICES or not value:
            raise RequestRejected(f"I can't read {formatting.code(word)} here. What you can choose is {all_ways()}.")
        said[name.lower()] = value
    return said


def all_ways() -> str:
    """Return all that can be chosen as it is written, with examples where it is no fixed word."""
    return formatting.listed(f"`{name}={'|'.join(choice.ways)}`" for name, choice in CHOICES.items())


async def chosen(tx: Tx, user_id: int) -> Preferences:
    """Return what a person chose."""
    return _known(await people.preferences(tx, user_id))


async def choose(context: Context, user_id: int, said: Mapping[str, str | None]) -> Preferences:
    """Change what a person chose, and return it. Raises `RequestRejected`, and then nothing was changed."""
    wanted = {name: CHOICES[name].read(text) for name, text in said.items() if text is not None}
    async with context.database.write() as tx:
        await people.hold(tx, user_id)
        before = await chosen(tx, user_id)
        now = _with(before, wanted)
        if wanted:
            await people.set_preferences(tx, user_id, now.kept)
        if (now.digest, now.zone) != (before.digest, before.zone):
            await schedule(context, tx, user_id, now)
    return now


async def schedule(context: Context, tx: Tx, user_id: int, preferences: Preferences) -> None:
    """Keep when a person's next digest is due, by the clocks of their zone as it is now."""
    at = None
    if preferences.digest != quiet_hours.OFF:
        zone = await timezones.of_person(tx, user_id)
        at = quiet_hours.next_time(quiet_hours.read_time(preferences.digest), context.now(), zone)
    await people.set_digest(tx, user_id, at)


def _known(kept: Mapping[str, str]) -> Preferences:
    """Return the preferences that a record keeps; what can't be read any more is as usual."""
    readable: dict[str, str] = {}
    for name, value in kept.items():
        with suppress(RequestRejected, KeyError):
            readable[name] = CHOICES[name].read(value)
    return _with(Preferences(), readable)


def _with(preferences: Preferences, wanted: Mapping[str, Any]) -> Preferences:
    return replace(preferences, **wanted)
