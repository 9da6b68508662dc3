"""Replies and forms about challenges. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from storage.queries.rows import DIRECT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.contract import Info
    from storage.queries.rows import Challenge, Match, Person

_VALUE = re.compile(r"<@(\d+)>|`([^`]*)`")
_FILLED = re.compile(rf"(\w+) ((?:(?:{_VALUE.pattern}) ?)+)")

NO_BOTS = N_("Other bots don't play here: challenge a person, or me.")
OPTIONS_UNREADABLE = N_("Options are written `name=value`, for example `target=12`.")
PLAYERS_WITH_OPPONENTS = N_(
    "You named your opponents, so leave `players` out; it's for challenges that anyone can join."
)
FORM_TITLE = N_("Challenge")
CHOOSE_GAME = N_("Choose a game")
CHOOSE_OPPONENTS = N_("Choose opponents")
USUAL_CLOCK = N_("As this server has it; none in direct messages")
JOINED = N_("You're in. The match begins when everyone has accepted.")
LEFT = N_("You've left the challenge.")


def level_choice(level: int) -> str:
    """Return how a level of the bot is offered in a menu."""
    return (_("Level {level}, the easiest") if level == 1 else _("Level {level}")).format(level=level)


def typed_terms(challenge: Challenge, info: Info) -> str:
    """Return the terms of a challenge that aren't the usual ones, as people type them in the form."""
    terms = [
        f"{option.name}={option.write(value)}"
        for option in info.options
        if (value := challenge.options.get(option.name, option.default)) != option.default
    ]
    computers = [person.level for person in challenge.people if person.level is not None]
    terms += [f"fill={len(computers)}", f"level={computers[0]}"] if computers else []
    return " ".join([*terms, *([] if challenge.rated else ["unrated"])])


def cannot_post(challenge: Challenge, info: Info, person: Person | None = None) -> str:
    """Return the direct message to the challenger of a challenge that can't be posted, or not sent to a `person`."""
    if person:
        barred = _("I can't write to {name}, so nobody sees your challenge {id} to **{game}** there.")
    else:
        barred = _("I can't post in {channel}, so nobody sees your challenge {id} to **{game}** there.")
    said = barred.format(
        name=formatting.name(person) if person else "",
        channel=formatting.channel(challenge.channel_id),
        id=challenge.id,
        game=info.title,
    )
    how = _("It can still be accepted with `/match accept {id}`; `/match decline {id}` withdraws it.")
    return f"{said} {how.format(id=challenge.id)}"


def form_rejected(reason: str, values: Mapping[str, Sequence[str]]) -> str:
    """Return why a form issues no challenge, with what was filled in, so that it can be opened again like that."""
    shown = {name: " ".join(_field(name, each) for each in given) for name, given in values.items() if any(given)}
    filled = [f"{name} {written}" for name, written in shown.items()]
    return f"{reason}\n-# {', '.join(filled)}" if filled else reason


def filled_in(content: str) -> dict[str, list[str]]:
    r"""Return what a message says was filled in, by the fields' names.

    >>> filled_in("No.\n-# opponents <@7> <@8>, game `chomp`, seat `2`")
    {'opponents': ['7', '8'], 'game': ['chomp'], 'seat': ['2']}
    """
    small = content.rpartition("\n-# ")[2]
    return {found[1]: [user or typed for user, typed in _VALUE.findall(found[2])] for found in _FILLED.finditer(small)}


def _field(name: str, value: str) -> str:
    return f"<@{value}>" if name == "opponents" else formatting.code(value, 200)


def posted_elsewhere(challenge: Challenge, channel_id: int) -> str:
    """Return the reply to a challenger who can't see the post where they asked, or of whom others get one directly."""
    if challenge.guild_id == DIRECT:
        others = format_list(formatting.name(person) for person in challenge.people[1:] if person.level is None)
        return _("I'm sending challenge {id} to {people} as a direct message.").format(id=challenge.id, people=others)
    return _("Challenge {id} is posted in {channel}.").format(id=challenge.id, channel=formatting.channel(channel_id))


def match_begins(match: Match) -> str:
    """Return the reply to a player with whose acceptance a match begins."""
    if match.is_direct:
        return _("Match #{id} begins. Its boards come to you as direct messages.").format(id=match.id)
    return _("Match #{id} begins in {channel}.").format(id=match.id, channel=formatting.channel(match.channel_id))


def boards_come_directly(match: Match, install_link: str) -> str:
    """Return what a person reads with whose acceptance a match in direct messages begins."""
    how = _("If none arrives, add me to your account, so that I can write to you: {link}").format(link=install_link)
    return f"{match_begins(match)} {how}"


def declined(challenge: Challenge, user_id: int) -> str:
    """Return the reply to a person who declined, left or withdrew a challenge."""
    if user_id not in (person.id for person in challenge.people):
        return _(LEFT)
    if challenge.challenger.id == user_id:
        return _("Challenge {id} is withdrawn.").format(id=challenge.id)
    return _("Challenge {id} is declined.").format(id=challenge.id)


def opponent_missing(prefix: str, info: Info) -> str:
    """Return the reply to a challenge by text that mentions nobody."""
    return _(
        "Mention your opponent, for example `{prefix}challenge @Bob {game}`. If nobody is around, challenge me: "
        "`{prefix}challenge @Turnpost {game}`."
    ).format(prefix=prefix, game=info.key)


def nobody_called(name: str) -> str:
    """Return the reply to a challenge that names nobody on the server."""
    return _("Nobody here is called {name}. Write `@` and pick your opponent from Discord's list.").format(
        name=formatting.code(name)
    )


def unreadable_term(words: str) -> str:
    """Return the reply to a challenge that names its opponents, and has words that are neither a name nor a term."""
    return _(
        "I don't understand {words} in your challenge. It's nobody's name here, nor something like `3d`, `level=2` or "
        "`unrated`."
    ).format(words=formatting.code(words))


def several_called(name: str) -> str:
    """Return the reply to a challenge with a name that fits several people."""
    return _("Several people here are called {name}. Write `@` and pick one from Discord's list.").format(
        name=formatting.code(name)
    )


def open_to_anyone(prefix: str, info: Info) -> str:
    """Return the reply to a challenge by text of anyone rather than somebody."""
    size = "" if info.min_players == info.max_players else f" {info.max_players}"
    return _("A challenge that anyone can join is an open one: `{command}`.").format(
        command=f"{prefix}open {info.key}{size}"
    )


def size_missing(prefix: str, info: Info) -> str:
    """Return the reply to an open challenge by text that doesn't say for how many players."""
    return _("For how many players, {least} to {most}? For example `{prefix}open {game} {most}`.").format(
        least=info.min_players, most=info.max_players, prefix=prefix, game=info.key
    )
