"""A person's preferences, how each is written, parsed, described and stored; and their daily digest."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Literal, TypeAlias
from zoneinfo import ZoneInfo

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.guilds.settings import DISCORD, load_settings, parse_language, resolve_language, split_values
from bot.referee.job_runner import JobType
from bot.referee.times.calendar import (
    NO_DIGEST,
    NO_QUIET_HOURS,
    SERVER,
    is_quiet,
    last_occurrence,
    next_occurrence,
    parse_digest_time,
    parse_quiet_hours,
    parse_time,
    parse_zone,
    stored_zone,
)
from games.text import format_list
from games.translation import ENGLISH, gettext as _, gettext_noop as N_, language_name
from storage.queries import challenges, matches, outbox, people

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from typing import Any

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Post


async def person_zone(tx: Tx, user_id: int, guild_id: int | None = None) -> ZoneInfo:
    """Return a person's time zone: the one they chose, else that of the server.

    Without a server it is that of the server of their latest match, and UTC for a person who has played none.
    """
    chosen = stored_zone((await people.preferences(tx, user_id)).get("zone", ""))
    if chosen is not None:
        return chosen
    if guild_id is None:
        guild_id = await matches.latest_guild(tx, user_id)
    return ZoneInfo("UTC") if guild_id is None else (await load_settings(tx, guild_id)).time_zone


async def load_person_zone(context: Context, user_id: int, guild_id: int | None) -> ZoneInfo:
    """Return `person_zone`, read in a transaction of its own."""
    async with context.database.read() as tx:
        return await person_zone(tx, user_id, guild_id)


def preference_not_one_of(name: str, choices: Collection[str], typed: str) -> str:
    """Reject a value that isn't one of the words for a preference."""
    return _("`{name}` can be {choices}, not {typed}.").format(
        name=name, choices=format_list(map(formatting.code, choices), "or"), typed=formatting.code(typed)
    )


WORDS: Mapping[str, Mapping[str, str]] = {
    "takebacks": {"ask": N_("I ask you about every takeback"), "never": N_("I decline every takeback for you")},
    "turns": {
        "mention": N_("I mention you when it's your turn"),
        "silent": N_("I mention you silently when it's your turn"),
        "direct": N_("I send you a link to the board when it's your turn"),
        "nothing": N_("I only name you when it's your turn"),
    },
    "alarm": {
        "mention": N_("I mention you in the match's thread when your time runs out"),
        "silent": N_("I mention you silently in the match's thread when your time runs out"),
        "direct": N_("I send you a direct message when your time runs out"),
        "nothing": N_("I don't tell you when your time runs out"),
    },
    "offers": {
        "mention": N_("I mention you in challenges, offers and other questions to you"),
        "silent": N_("I mention you silently in challenges, offers and other questions to you"),
        "direct": N_("I send you a link to challenges, offers and other questions to you"),
        "nothing": N_("I only name you in challenges, offers and other questions to you"),
    },
    "results": {
        "mention": N_("I mention you when your matches end"),
        "silent": N_("I mention you silently when your matches end"),
        "direct": N_("I send you a link to the last board when your matches end"),
        "nothing": N_("I don't mention you when your matches end"),
    },
    "events": {
        "mention": N_("I mention you when your matches in events begin, and send you warnings"),
        "silent": N_("I mention you silently when your matches in events begin, and warn you silently"),
        "direct": N_("I send you a link when your matches in events begin, and warnings"),
        "nothing": N_("I don't mention you when your matches in events begin, and send you no warnings"),
    },
    "reminders": {
        "mention": N_("I mention you in its thread when a match without a clock waits for you"),
        "silent": N_("I mention you silently in its thread when a match without a clock waits for you"),
        "direct": N_("I send you a direct message when matches without a clock wait for you"),
        "nothing": N_("I don't remind you of matches without a clock"),
    },
    "confirm": {
        "never": N_("I play the moves you send"),
        "always": N_("I show you each move and ask before I play it"),
    },
    "buttons": {
        "on": N_("boards have buttons to move, to look and for the rules"),
        "off": N_("boards have only the buttons My view and Analyse, if all players want that"),
    },
    "net": {
        "on": N_("when your time runs out, I take one of your vacation days, and the next day another"),
        "off": N_("when your time runs out, it's up"),
    },
    "remind_after": {
        "1d": N_("once a match without a clock has waited a day for you, I remind you each day"),
        "2d": N_("once a match without a clock has waited two days for you, I remind you each day"),
        "1w": N_("once a match without a clock has waited a week for you, I remind you each week"),
    },
    "site": {
        "named": N_("a site of finished matches shows your name"),
        "unnamed": N_("a site of finished matches calls you A player"),
    },
    "standings": {
        "shown": N_("tables and your profile show others your ratings"),
        "hidden": N_("only you see your ratings and your profile"),
    },
}
"""The preferences that are words, and what each word means."""
SERVER_ZONE = N_("times of day are in the server's time zone")


def language_means(language: str) -> str:
    """Say what the choice of a language does."""
    if language == DISCORD:
        return _("I write to you in the language of your Discord")
    return _("I write to you in {language}").format(language=language_name(language))


Takebacks: TypeAlias = Literal["ask", "never"]
Way: TypeAlias = Literal["mention", "silent", "direct", "nothing"]
"""How a person is told of something: by a mention with or without a sound, by a direct message, or not at all."""
MessageKind: TypeAlias = Literal["turns", "alarm", "offers", "results", "events", "reminders"]
MESSAGE_KINDS: tuple[MessageKind, ...] = ("turns", "alarm", "offers", "results", "events", "reminders")
"""The preferences whose value is a `Way`, one for each kind of message."""
Confirm: TypeAlias = Literal["never", "always"]
Buttons: TypeAlias = Literal["on", "off"]
Net: TypeAlias = Literal["on", "off"]
RemindAfter: TypeAlias = Literal["1d", "2d", "1w"]
Site: TypeAlias = Literal["named", "unnamed"]
Standings: TypeAlias = Literal["shown", "hidden"]


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's preferences.

    `takebacks` says whether others may ask them for one; `turns`, `alarm`, `offers`, `results`, `events` and
    `reminders` how they are told of each; `confirm` whether to ask them before a move of theirs is played; `buttons`
    whether boards have the buttons that help to move; `net` whether the safety net takes vacation days for them;
    `remind_after` how long a match without a clock waits before they are reminded; `site` whether a site of finished
    matches names them; `standings` whether tables and profiles show them to others. `zone` is their time zone, a key of
    the IANA database, or else `server`. In their `quiet` hours (as `22-7`, or `none`) messages arrive silently. At
    `digest` (a time of day, as `7:30`, or `off`) they get a list of what waits for them, each day. `language` is a
    language that the bot speaks, or `discord`. `locale` can't be chosen: it is the language of their Discord when they
    last used the bot, empty if that was English.
    """

    takebacks: Takebacks = "ask"
    turns: Way = "mention"
    alarm: Way = "direct"
    offers: Way = "mention"
    results: Way = "nothing"
    events: Way = "mention"
    reminders: Way = "direct"
    confirm: Confirm = "never"
    buttons: Buttons = "on"
    net: Net = "on"
    remind_after: RemindAfter = "2d"
    site: Site = "named"
    standings: Standings = "shown"
    zone: str = SERVER
    quiet: str = NO_QUIET_HOURS
    digest: str = NO_DIGEST
    language: str = DISCORD
    locale: str = ""

    @property
    def as_json(self) -> dict[str, str]:
        """The preferences that differ from the defaults, as they are stored."""
        defaults = asdict(Preferences())
        return {name: value for name, value in asdict(self).items() if value != defaults[name]}


@dataclass(frozen=True, slots=True)
class Choice:
    """One preference to choose.

    `examples` are its values, or some of them. `parse` takes what a person wrote and returns the value to store, or
    raises `RequestRejected`; `describe` says what a stored value means.
    """

    examples: tuple[str, ...]
    parse: Callable[[str], str]
    describe: Callable[[str], str]


def _one_of(name: str, meanings: Mapping[str, str]) -> Choice:
    """Return a choice among fixed words."""

    def parse(typed: str) -> str:
        word = typed.strip().lower()
        if word not in meanings:
            raise RequestRejected(preference_not_one_of(name, meanings, typed))
        return word

    return Choice(tuple(meanings), parse, lambda stored: _(meanings[stored]))


CHOICES: Mapping[str, Choice] = {
    **{name: _one_of(name, meanings) for name, meanings in WORDS.items()},
    "zone": Choice(
        ("Europe/Berlin", SERVER),
        parse_zone,
        lambda zone: _(SERVER_ZONE) if zone == SERVER else _("times of day are in this time zone"),
    ),
    "quiet": Choice(
        ("22-7", NO_QUIET_HOURS),
        parse_quiet_hours,
        lambda quiet: (
            _("my messages may make a sound at any hour")
            if quiet == NO_QUIET_HOURS
            else _("at these hours of your day my messages arrive silently, but not later")
        ),
    ),
    "digest": Choice(
        ("8", NO_DIGEST),
        parse_digest_time,
        lambda digest: (
            _("no daily list of what waits for you; I also choose this when I can't message you")
            if digest == NO_DIGEST
            else _("at this time of your day I send you a list of what waits for you, if anything does")
        ),
    ),
    "language": Choice((ENGLISH, DISCORD), parse_language, language_means),
}
"""Everything that can be chosen: one entry for each field of `Preferences` but `locale`."""
OLD_CHOICES: Mapping[tuple[str, str], tuple[str, str]] = {
    ("alarm", "thread"): ("alarm", "mention"),
    ("reminders", "off"): ("reminders", "nothing"),
    **{("reminders", length): ("remind_after", length) for length in WORDS["remind_after"]},
}
"""What earlier releases called some choices, by name and value: they are stored, and stand in old messages."""


def _rename(values: Mapping[str, str]) -> dict[str, str]:
    """Return choices by the names that they have now."""
    return dict(OLD_CHOICES.get((name, value.lower()), (name, value)) for name, value in values.items())


def split_preferences(typed: str) -> dict[str, str]:
    """Split `takebacks=never zone=Europe/Berlin`, in any order, into values by name. Raises `RequestRejected`.

    >>> split_preferences("takebacks=Never zone=Europe/Berlin")
    {'takebacks': 'Never', 'zone': 'Europe/Berlin'}
    """
    before, given = split_values(typed)
    values = _rename(given)
    wrong = (
        [before]
        if before
        else [f"{name}={value}" for name, value in values.items() if name not in CHOICES or not value]
    )
    if wrong:
        raise RequestRejected(
            _("I can't read {typed} here. You can choose {choices}.").format(
                typed=formatting.code(wrong[0]), choices=list_choices()
            )
        )
    return values


def list_choices() -> str:
    """Return all preferences as people write them, in Markdown, with their values or examples."""
    return format_list(f"`{name}={'|'.join(choice.examples)}`" for name, choice in CHOICES.items())


async def load_preferences(tx: Tx, user_id: int) -> Preferences:
    """Return a person's preferences."""
    return _from_json(await people.preferences(tx, user_id))


def language_of(preferences: Preferences) -> str:
    """Return the language of a person where nothing but their preferences is known: what they chose, or Discord's."""
    return resolve_language(preferences.language, preferences.locale)


async def people_unnamed_on_sites(tx: Tx) -> frozenset[int]:
    """Return the people whom a site of finished matches must not name."""
    chosen = await people.all_preferences(tx)
    return frozenset(user_id for user_id, stored in chosen.items() if _from_json(stored).site == "unnamed")


async def people_hidden_from_tables(tx: Tx, user_ids: Iterable[int]) -> frozenset[int]:
    """Return those among some people whom tables and profiles must not show to others."""
    chosen = await people.preferences_of(tx, user_ids)
    return frozenset(user_id for user_id, stored in chosen.items() if _from_json(stored).standings == "hidden")


async def is_anyone_for_buttons(tx: Tx, match: Match) -> bool:
    """Return whether any person who plays in a match wants buttons under its boards."""
    for person in match.seats:
        if person.is_reachable and (await load_preferences(tx, person.id)).buttons == "on":
            return True
    return False


async def change_preferences(context: Context, user_id: int, values: Mapping[str, str | None]) -> Preferences:
    """Change the preferences that `values` gives, by name and as people write them, and return all of them.

    None leaves a preference as it is. Raises `RequestRejected` and changes nothing where a value can't be parsed.
    """
    given = {name: typed for name, typed in values.items() if typed is not None}
    if "zone" in given:
        given["zone"] = parse_zone(given["zone"], context.now())
    wanted = {name: CHOICES[name].parse(typed) for name, typed in given.items()}
    async with context.database.write() as tx:
        await people.lock(tx, user_id)
        before = await load_preferences(tx, user_id)
        after = _replace(before, wanted)
        if wanted:
            await people.set_preferences(tx, user_id, after.as_json)
        if (after.digest, after.zone) != (before.digest, before.zone):
            await schedule_digest(context, tx, user_id, after)
    return after


async def note_locale(context: Context, user_id: int, language: str) -> None:
    """Keep the language of a person's Discord, for what the bot writes to them unasked."""
    async with context.database.write() as tx:
        await people.lock(tx, user_id)
        known = await load_preferences(tx, user_id)
        noted = replace(known, locale="" if language == ENGLISH else language)
        await people.set_preferences(tx, user_id, noted.as_json)


async def schedule_digest(context: Context, tx: Tx, user_id: int, preferences: Preferences) -> None:
    """Store when a person's next digest is due, in the time zone that they have now."""
    at = None
    if preferences.digest != NO_DIGEST:
        zone = await person_zone(tx, user_id)
        at = next_occurrence(parse_time(preferences.digest), context.now(), zone)
    await people.set_digest(tx, user_id, at)


def _from_json(stored: Mapping[str, str]) -> Preferences:
    """Return the preferences that a record holds, with the default for each value that can't be parsed any more."""
    readable: dict[str, str] = {name: value for name, value in stored.items() if name == "locale"}
    for name, value in _rename(stored).items():
        with suppress(RequestRejected, KeyError):
            readable[name] = CHOICES[name].parse(value)
    return _replace(Preferences(), readable)


def _replace(preferences: Preferences, wanted: Mapping[str, Any]) -> Preferences:
    return replace(preferences, **wanted)


STALE_AFTER = timedelta(hours=6)
"""How long after its time a digest is still worth reading."""


MOST_WAITING = 15
"""Digests that wait in the outbox at a time; others stay due until the next round of jobs. So they take about half of
the ten conversations in ten seconds that Discord lets a bot open."""


async def _queue_digest(context: Context, tx: Tx, user_id: int) -> None:
    """Put a person's digest into the outbox if it is due and something waits, and store when the next one is due.

    Where many are due, it stays due while as many wait as may.
    """
    now = context.now()
    if not await people.take_digest(tx, user_id, now):
        return
    preferences = await load_preferences(tx, user_id)
    if preferences.digest != NO_DIGEST:
        last = last_occurrence(parse_time(preferences.digest), now, await person_zone(tx, user_id))
        waits = (
            await matches.to_move(tx, user_id)
            or await matches.to_vote(tx, user_id, await matches.of_member(tx, user_id))
            or await challenges.open_for(tx, user_id)
        )
        if now - last <= STALE_AFTER and waits:
            if await outbox.count_waiting(tx, "digest") >= MOST_WAITING:
                return
            await outbox.add(tx, lane=f"digest:{user_id}", kind="digest", body={"user": user_id}, at=now)
    await schedule_digest(context, tx, user_id, preferences)


DIGESTS = JobType("digest", lambda context, tx: people.due_digests(tx, context.now()), _queue_digest)
"""Digests are put into the outbox."""


def is_stale(context: Context, post: Post) -> bool:
    """Return whether the row of a digest has waited too long in the outbox to be worth sending."""
    return context.now() - post.created_at > STALE_AFTER


async def stop_digests(context: Context, user_id: int) -> None:
    """Send no more digests to a person who can't be reached."""
    await change_preferences(context, user_id, {"digest": NO_DIGEST})


async def way_to_tell(context: Context, tx: Tx, user_id: int, kind: MessageKind, guild_id: int | None = None) -> Way:
    """Return how a person wants to be told of something now: silently in their quiet hours in place of a mention."""
    chosen: Way = getattr(await load_preferences(tx, user_id), kind)
    return "silent" if chosen == "mention" and await is_quiet_now(context, tx, user_id, guild_id) else chosen


async def is_quiet_now(context: Context, tx: Tx, user_id: int, guild_id: int | None = None) -> bool:
    """Return whether it is a person's quiet hours now, in their own time zone, else in that of the server."""
    quiet_hours = (await load_preferences(tx, user_id)).quiet
    if quiet_hours == NO_QUIET_HOURS:
        return False
    return is_quiet(quiet_hours, context.now(), await person_zone(tx, user_id, guild_id))
