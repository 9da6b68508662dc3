"""Read a challenge that is written as text: the people whom it names, and its terms."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.challenges.issue import (
    RANDOM,
    THEIRS,
    ChallengeTerms,
    CrowdTerms,
    parse_count,
    parse_seat,
    parse_yes_or_no,
)
from bot.referee.errors import RequestRejected
from bot.referee.people.display import DISPLAY_CHOICES, DISPLAY_WORDS
from bot.referee.times.dates import any_of
from bot.referee.times.time_control import COMMON_CONTROLS, parse_control, split_control
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import discord

    from games.contract import Info, Option

MOST_FOUND = 100
"""Members that Discord returns for the beginning of a name."""
MOST_WORDS = 4
"""Words that are looked for as a name each, if together they are nobody's."""
_BETWEEN = re.compile(
    r"\s*(?:[,&]|\b(?:and|against|vs|with|to|please|each|(?:an? )?(?:game|match)(?: of| at)?)\b)\s*", re.IGNORECASE
)
ANYBODY = frozenset({"anybody", "anyone", "everybody", "everyone", "here", "somebody", "someone"})
"""Words by which people mean an open challenge; two are Discord's own mentions of all."""


_EVERYONE = re.compile(r"(?<!\S)@?everyone here(?!\S)", re.IGNORECASE)
_ROLE = re.compile(r"<@&(\d+)>")


def take_crowds(guild: discord.Guild | None, text: str) -> tuple[list[CrowdTerms], str]:
    """Return the crowds that a text names, by roles or as "everyone here", and the rest of the text.

    Everyone's role is the same as "everyone here". Raises `RequestRejected` for a role that isn't there.
    """
    found: list[CrowdTerms] = []
    for each in re.finditer(f"{_EVERYONE.pattern}|{_ROLE.pattern}", text, re.IGNORECASE):
        role = guild.get_role(int(each[1])) if guild and each[1] else None
        if each[1] and role is None:
            raise RequestRejected(_("That role isn't on this server."))
        found.append(crowd_of_role(role) if role else CrowdTerms())
    return found, _ROLE.sub(" ", _EVERYONE.sub(" ", text)).strip()


def crowd_of_role(role: discord.Role) -> CrowdTerms:
    """Return a crowd of the people with a role; that of everyone is for all."""
    return CrowdTerms() if role.is_default() else CrowdTerms(role.id, role.name)


class NobodyCalled(RequestRejected):
    """No member of a server is called so."""


def split_names(words: Iterable[str]) -> list[str]:
    """Return the names among the words that are left of a challenge.

    >>> split_names(["Bob", "and", "Mary", "Ann,", "@Cleo"])
    ['Bob', 'Mary Ann', 'Cleo']
    >>> split_names("Bob to a game of please".split())
    ['Bob']
    """
    return [name.removeprefix("@") for name in _BETWEEN.split(" ".join(words)) if name]


async def find_members(guild: discord.Guild, names: Iterable[str], info: Info | None = None) -> list[discord.Member]:
    """Return the one member of a server for each name: called so, or else the only one whose name begins so.

    Several words that are nobody's name are several names if each is one. Where opponents are known already, and so is
    the game, given by its `info`, what is nobody's name may be a term with a mistake. Asks Discord over the gateway,
    which needs no intent. Raises `RequestRejected` where nobody or several fit.
    """
    unknown = _("Nobody here is called {name}. Write `@` and pick your opponent from Discord's list.")
    if info:
        unknown = _(
            "I don't understand {words} in your challenge. Nobody here has that name, and it isn't something like "
            "`3d`, `level=2` or `unrated`."
        )
        unknown += list_options(info)
    return [member for name in names for member in await _find_by_words(guild, name, unknown)]


def count_lookups(names: Iterable[str]) -> int:
    """Return how often Discord is asked at most to find the members of these names."""
    return sum(1 + len(_words_alone(name)) for name in names)


async def _find_by_words(guild: discord.Guild, name: str, unknown: str) -> list[discord.Member]:
    try:
        return [await _find_member(guild, name, unknown)]
    except NobodyCalled:
        words = _words_alone(name)
        with suppress(RequestRejected):
            if words:
                return [await _find_member(guild, word, unknown) for word in words]
        raise


def _words_alone(name: str) -> list[str]:
    """Return the words of a name that may be a name each, none if it has one word or too many."""
    words = name.split()
    return words if 1 < len(words) <= MOST_WORDS else []


async def _find_member(guild: discord.Guild, name: str, unknown: str) -> discord.Member:
    try:
        begin_so = await guild.query_members(name, limit=MOST_FOUND, cache=False)
    except TimeoutError:
        begin_so = []
    called_so = [member for member in begin_so if name.casefold() in _names_of(member)]
    found = called_so or begin_so
    if not found:
        raise NobodyCalled(unknown.format(name=formatting.code(name), words=formatting.code(name)))
    if len(found) > 1:
        several = _("Several people here are called {name}. Write `@` and pick one from Discord's list.")
        raise RequestRejected(several.format(name=formatting.code(name)))
    return found[0]


def _names_of(member: discord.Member) -> set[str]:
    return {each.casefold() for each in (member.name, member.global_name, member.nick) if each}


MOST_LEVELS = 4
"""The highest level of any game."""
_RATED = {"rated": "yes", "unrated": "no"}
"""The words that say alone whether a match counts for ratings."""
_WITHOUT_EQUALS_SIGN = re.compile(r"\b(?:(level|fill|players)[\s:]+(\d+)|(seat)[\s:]+(\w+))\b,?", re.IGNORECASE)
_AROUND_EQUALS_SIGN = re.compile(r"(?<=\w)\s*=\s*(?=\w)")


def parse_terms(text: str) -> tuple[str, dict[str, str]]:
    """Split `chomp 3d rows=6` into the game's name and the terms by name. Some need no `=`.

    >>> parse_terms("chomp 3d rows=6")
    ('chomp', {'rows': '6', 'clock': '3d'})
    >>> parse_terms("chomp level 2, seat theirs unrated")
    ('chomp', {'level': '2', 'seat': 'theirs', 'rated': 'no'})
    """
    text = _AROUND_EQUALS_SIGN.sub("=", text)
    text = _WITHOUT_EQUALS_SIGN.sub(lambda found: f" {found[1] or found[3]}={found[2] or found[4]} ".lower(), text)
    text, clock = split_control(text)
    tokens = text.split()
    words = dict(token.split("=", 1) for token in tokens if "=" in token)
    rated = next((_RATED[token.lower()] for token in tokens if token.lower() in _RATED), None)
    name = " ".join(token for token in tokens if "=" not in token and token.lower() not in _RATED)
    return name, words | without_missing(clock=clock, rated=rated)


def take_options(info: Info, words: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """Split words into those that are left, and the options of a game by name that are written like `target 12`."""
    text, options = " ".join(words), dict[str, str]()
    for option in info.options:
        names = any_of({title.lower() for title in option.titles})
        found = re.search(rf"(?<!\S)(?:{names})[\s:]+(\w+),?(?!\S)", text, re.IGNORECASE)
        if found and (found[1].isdecimal() or option.read(found[1]) is not None):
            options[option.name] = found[1]
            text = f"{text[: found.start()]} {text[found.end() :]}"
    return text.split(), options


def parse_options(info: Info, text: str) -> dict[str, str]:
    """Read `target=12 supply=stash`, or `target 12`. Raises `RequestRejected`."""
    name, words = parse_terms(text.replace(",", " "))
    left, options = take_options(info, name.split())
    if left:
        raise RequestRejected(
            _("I don't understand {words}.").format(words=formatting.code(" ".join(left))) + list_options(info)
        )
    return words | options


def list_options(info: Info) -> str:
    """Return the options of a game as they are written, as a sentence after a space."""
    if not info.options:
        return " " + _("**{game}** has no options.").format(game=info.title)
    written = format_list(
        formatting.code(_type(option, option.default if option.advised is None else option.advised))
        for option in info.options
    )
    # Translators: {options} is "`target=12` and `supply=stash`".
    return " " + _("Options of **{game}** are written like {options}.").format(game=info.title, options=written)


def without_missing(**words: str | None) -> dict[str, str]:
    """Return the words that were given, by name, without those that are None."""
    return {name: word for name, word in words.items() if word is not None}


def build_terms(
    info: Info,
    words: Mapping[str, str],
    size: int,
    *,
    invited: int = 0,
    computer: bool = False,
    crowds: Sequence[CrowdTerms] = (),
) -> ChallengeTerms:
    """Return the terms of a challenge from the words by name. Raises `RequestRejected`.

    It is for `size` players; if that is 0, for the challenger, the people `invited`, and computer players: one if a
    `computer` is challenged, and those that `fill` says. With a challenged `computer` they are as many as the game
    needs at least. The `crowds` are invited, too, except the one that the challenger is in: the first of two, or one
    that plays a computer. A name that the game uses for one of its options means that option.
    """
    own = {option.name for option in info.options}
    ours = {name: word for name, word in words.items() if name not in own}
    seat = ours.pop("seat", RANDOM)
    clock, standing = ours.pop("clock", None), ours.pop("standing", "1")
    fill = parse_count("fill", ours.pop("fill", "0"))
    computers = fill + computer
    if size == 0:
        invited += len(crowds) - (len(crowds) > 1 or (len(crowds) == 1 and computers > 0 and invited == 0))
        least = info.min_players - 1 - invited
        computers = max(computers, least) if computer else computers
        size = 1 + invited + computers
    level = parse_count("level", ours.pop("level", "1"))
    rated = parse_yes_or_no("rated", ours.pop("rated", "yes"))
    vote = ours.pop("vote", None)
    look = {name: ours.pop(name) for name in DISPLAY_CHOICES if name in ours}
    return ChallengeTerms(
        info,
        {name: word for name, word in words.items() if name in own} | ours,
        parse_seat(info, seat, THEIRS, RANDOM),
        size,
        look,
        clock,
        choose_seats=seat.strip().lower() == THEIRS,
        matches=parse_count("standing", standing),
        computers=computers,
        level=level,
        rated=rated,
        crowds=tuple(crowds),
        vote=vote,
    )


def suggest_seats(info: Info | None, size: int, typed: str) -> dict[str, str]:
    """Return the words for seats that begin with what is typed, in a match of `size` players, and how each is shown."""
    words = {RANDOM: _("random"), THEIRS: _("theirs")}
    for seat in info.seats[:size] if info else ():
        name = _(seat)
        words[seat.lower()] = seat.lower() if name == seat else name
    return {word: name for word, name in words.items() if begins_with(typed, word, name)}


def begins_with(typed: str, *texts: str) -> bool:
    """Return whether one of the texts begins with what is typed."""
    return any(text.lower().startswith(typed.strip().lower()) for text in texts)


def suggest_options(info: Info | None, typed: str) -> list[str]:
    """Return the texts of options that continue what is typed: with the last option completed, or one more added.

    Values that a game advises come first.
    """
    *before, word = typed.replace(",", " ").split(" ")
    given = [token for token in before if token]
    names = {token.partition("=")[0].lower() for token in given}
    open_options = [option for option in (info.options if info else ()) if option.name not in names]
    advised = [_type(option, option.advised) for option in open_options if option.advised is not None]
    values = [_type(option, value) for option in open_options for value in option.values]
    return [" ".join([*given, value]) for value in dict.fromkeys([*advised, *values]) if value.startswith(word.lower())]


_MORE = {
    "unrated": N_("it doesn't count for ratings"),
    "fill=1": N_("I take a seat, too"),
    "players=3": N_("for three, if anyone can join"),
    "everyone here": N_("a seat for all who join, who vote on its moves"),
    "vote=12h": N_("how long they can vote on a move"),
    "standing=5": N_("opens again after each match, 5 matches in all"),
    **{f"theme={word}": DISPLAY_WORDS[word] for word in DISPLAY_CHOICES["theme"]},
    **{f"size={word}": DISPLAY_WORDS[word] for word in DISPLAY_CHOICES["size"]},
    **{f"sides={word}": DISPLAY_WORDS[word] for word in DISPLAY_CHOICES["sides"]},
}
"""Terms besides the options of games, with what they mean."""


def suggest_more(info: Info | None, typed: str) -> dict[str, str]:
    """Return texts that continue what is typed by an option of a game or another term, each as a list shows it."""
    found = {text: label_options(info, text) for text in suggest_options(info, typed)}
    *before, word = typed.replace(",", " ").split(" ")
    given = [token for token in before if token]
    names = {token.partition("=")[0].lower() for token in given}
    for term, means in _MORE.items():
        if term.startswith(word.lower()) and term.partition("=")[0] not in names:
            text = " ".join([*given, term])
            found.setdefault(text, f"{text} ({_(means)})")
    return found


def label_options(info: Info | None, text: str) -> str:
    """Return the text of options as a list shows it: with the label of its last value, and the game's advice."""
    last = text.rsplit(" ", maxsplit=1)[-1]
    for option in info.options if info else ():
        for value in option.values:
            if last == _type(option, value):
                shown = option.show(value) if option.show(value) != option.write(value) else ""
                advice = _(option.advice) if value == option.advised else ""
                remarks = ", ".join(filter(None, (shown, advice)))
                return f"{text} ({remarks})" if remarks else text
    return text


def _type(option: Option, value: int | str) -> str:
    """Return an option with a value as it is typed."""
    return f"{option.name}={option.write(value)}"


def suggest_clocks(typed: str) -> list[str]:
    """Return the clocks that begin with what is typed; first that itself if it is one, with and without weekends."""
    typed = typed.strip().lower()
    found = [each for each in COMMON_CONTROLS if each.startswith(typed)]
    with suppress(RequestRejected):
        control = parse_control(typed)
        read = [str(replace(control, no_weekends=off)) for off in (control.no_weekends, True)] if control else [typed]
        found = [*read, *found]
    return list(dict.fromkeys(found))
