"""Find the people whom a challenge by text names without mentioning them."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.features.challenges import reply_text
from bot.referee.errors import RequestRejected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import discord

MOST_FOUND = 100
"""Members that Discord returns for the beginning of a name."""
MOST_WORDS = 4
"""Words that are looked for as a name each, if together they are nobody's."""
_BETWEEN = re.compile(
    r"\s*(?:[,&]|\b(?:and|against|vs|with|to|please|each|(?:an? )?(?:game|match)(?: of| at)?)\b)\s*", re.IGNORECASE
)
ANYBODY = frozenset({"anybody", "anyone", "everybody", "everyone", "here", "somebody", "someone"})
"""Words by which people mean an open challenge; two are Discord's own mentions of all."""


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


async def find_members(
    guild: discord.Guild, names: Iterable[str], *, others_mentioned: bool = False
) -> list[discord.Member]:
    """Return the one member of a server for each name: called so, or else the only one whose name begins so.

    Several words that are nobody's name are several names if each is one. Where `others_mentioned` says that opponents
    are known already, what is nobody's name may be a term with a mistake. Asks Discord over the gateway, which needs no
    intent. Raises `RequestRejected` where nobody or several fit.
    """
    unknown = reply_text.unreadable_term if others_mentioned else reply_text.nobody_called
    return [member for name in names for member in await _find_by_words(guild, name, unknown)]


def count_lookups(names: Iterable[str]) -> int:
    """Return how often Discord is asked at most to find the members of these names."""
    return sum(1 + len(_words_alone(name)) for name in names)


async def _find_by_words(guild: discord.Guild, name: str, unknown: Callable[[str], str]) -> list[discord.Member]:
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


async def _find_member(guild: discord.Guild, name: str, unknown: Callable[[str], str]) -> discord.Member:
    try:
        begin_so = await guild.query_members(name, limit=MOST_FOUND, cache=False)
    except TimeoutError:
        begin_so = []
    called_so = [member for member in begin_so if name.casefold() in _names_of(member)]
    found = called_so or begin_so
    if not found:
        raise NobodyCalled(unknown(name))
    if len(found) > 1:
        raise RequestRejected(reply_text.several_called(name))
    return found[0]


def _names_of(member: discord.Member) -> set[str]:
    return {each.casefold() for each in (member.name, member.global_name, member.nick) if each}
