"""What people chose besides how boards look."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from bot.referee import hours, words, zones
from bot.referee.answers import Refused
from storage import people

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from bot.referee.table import Table
    from storage.database import Tx

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
    zone: str = hours.SERVER
    quiet: str = hours.NONE
    digest: str = hours.OFF

    @property
    def kept(self) -> dict[str, str]:
        """What is not as usual, as it is stored."""
        usual = asdict(Preferences())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be chosen.

    `read` takes what somebody wrote and returns it as it is kept, or raises `Refused`; `meaning` says what that comes
    to. `ways` are the words for it, or examples of them.
    """

    ways: tuple[str, ...]
    read: Callable[[str], str]
    meaning: Callable[[str], str]


def _one_of(name: str, meanings: Mapping[str, str]) -> Choice:
    """Return a choice among fixed words."""

    def read(text: str) -> str:
        if text.strip().lower() not in meanings:
            raise Refused(f"`{name}` is {words.listed(map(words.code, meanings), 'or')}, not {words.code(text)}.")
        return text.strip().lower()

    return Choice(tuple(meanings), read, lambda kept: meanings[kept])


def _zone_means(kept: str) -> str:
    return "times of day are the server's" if kept == hours.SERVER else "times of day are those of this place"


def _quiet_means(kept: str) -> str:
    if kept == hours.NONE:
        return "what I send you may ring at any hour"
    return "at that time of your day it comes without a sound, and no later for that"


def _digest_means(kept: str) -> str:
    if kept == hours.OFF:
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
    "zone": Choice(("Europe/Berlin", hours.SERVER), hours.read_zone, _zone_means),
    "quiet": Choice(("22-7", hours.NONE), hours.read_quiet, _quiet_means),
    "digest": Choice(("8", hours.OFF), hours.read_digest, _digest_means),
}
"""All that can be chosen: a field of `Preferences` each."""


def read_words(text: str) -> dict[str, str]:
    """Read `takebacks=never zone=Europe/Berlin`, in any order, as what `choose` takes. Raises `Refused`.

    >>> read_words("takebacks=Never zone=Europe/Berlin")
    {'takebacks': 'Never', 'zone': 'Europe/Berlin'}
    """
    said: dict[str, str] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if name.lower() not in CHOICES or not value:
            raise Refused(f"I can't read {words.code(word)} here. What you can choose is {all_ways()}.")
        said[name.lower()] = value
    return said


def all_ways() -> str:
    """Return all that can be chosen as it is written, with examples where it is no fixed word."""
    return words.listed(f"`{name}={'|'.join(choice.ways)}`" for name, choice in CHOICES.items())


async def chosen(tx: Tx, user_id: int) -> Preferences:
    """Return what a person chose."""
    return _known(await people.preferences(tx, user_id))


async def choose(table: Table, user_id: int, said: Mapping[str, str | None]) -> Preferences:
    """Change what a person chose, and return it. Raises `Refused`, and then nothing was changed."""
    wanted = {name: CHOICES[name].read(text) for name, text in said.items() if text is not None}
    async with table.database.write() as tx:
        await people.hold(tx, user_id)
        before = await chosen(tx, user_id)
        now = _with(before, wanted)
        if wanted:
            await people.set_preferences(tx, user_id, now.kept)
        if (now.digest, now.zone) != (before.digest, before.zone):
            await schedule(table, tx, user_id, now)
    return now


async def schedule(table: Table, tx: Tx, user_id: int, preferences: Preferences) -> None:
    """Keep when a person's next digest is due, by the clocks of their zone as it is now."""
    at = None
    if preferences.digest != hours.OFF:
        zone = await zones.of_person(tx, user_id)
        at = hours.next_time(hours.read_time(preferences.digest), table.now(), zone)
    await people.set_digest(tx, user_id, at)


def _known(kept: Mapping[str, str]) -> Preferences:
    """Return the preferences that a record keeps; what can't be read any more is as usual."""
    readable: dict[str, str] = {}
    for name, value in kept.items():
        with suppress(Refused, KeyError):
            readable[name] = CHOICES[name].read(value)
    return _with(Preferences(), readable)


def _with(preferences: Preferences, wanted: Mapping[str, Any]) -> Preferences:
    return replace(preferences, **wanted)
