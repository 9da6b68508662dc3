"""How a post names people: by a mention with a sound, by a silent one, or by name. Nothing else decides this.

A turn mentions whoever is to move once, at its board, and again where they chose alarms or reminders in the thread.
People who want a direct message in place of a mention get one with a link, once the post is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.outbox.sender import mention_only
from bot.referee import formatting
from bot.referee.context import DirectNotices
from bot.referee.guilds.settings import load_settings
from bot.referee.people.preferences import is_quiet_now, load_preferences, way_to_tell
from games.text import format_list
from games.translation import ngettext
from storage.queries.rows import DIRECT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from bot.referee.context import Context
    from bot.referee.people.preferences import MessageKind, Way
    from storage.engine.database import Tx
    from storage.queries.rows import Person, Post


@dataclass(frozen=True, slots=True)
class Mentions:
    """Whom a post mentions, by their ids, and whether Discord is to keep quiet about it.

    It is called with a person and returns how the post's text names them: by a mention, or else by their name.
    """

    ids: frozenset[int] = frozenset()
    silent: bool = False

    def __call__(self, person: Person) -> str:
        """Return a person's mention or name for the text."""
        return formatting.mention(person) if person.id in self.ids else formatting.name(person)

    def in_line(self, people: Sequence[Person]) -> tuple[Mentions, str]:
        """Return the mentions that one post may have of those of these people, and a line of them, each with its break.

        The line is empty if none of them is mentioned.
        """
        called = [person for person in people if person.id in self.ids]
        first, more = called[:MOST_MENTIONED], len(called[MOST_MENTIONED:])
        names = [self(person) for person in first]
        if more:
            names.append(ngettext("{n} more", "{n} more", more).format(n=more))
        others = self.ids - {person.id for person in called[MOST_MENTIONED:]}
        return Mentions(others, self.silent), f"\n-# {format_list(names)}" if names else ""

    @property
    def send_options(self) -> dict[str, Any]:
        """The arguments for `send` beside the text."""
        return {"allowed_mentions": mention_only(*sorted(self.ids)), "silent": self.silent}


MOST_MENTIONED = 20
"""Members of a crowd whom a post mentions at most."""
NO_MENTIONS = Mentions()
"""No mentions."""
# A mention says what can't be said directly, and a direct match is where its post is a direct message already.
_WITHOUT_DIRECT: dict[Way, Way] = {"direct": "mention", "nothing": "mention"}
_IN_DIRECT_MATCH: dict[Way, Way] = {"direct": "mention", "nothing": "silent"}


async def choose_mentions(  # noqa: PLR0913 - whom a post calls, of what, and where
    context: Context,
    tx: Tx,
    guild_id: int,
    kind: MessageKind,
    people: Iterable[Person],
    others: Iterable[Person] = (),
    *,
    post: Post | None = None,
    mentioned: Collection[int] = (),
    must: bool = False,
) -> Mentions:
    """Return how a post on a server calls these people, as the server wants it and as they want to be called now.

    In their quiet hours a mention makes no sound. Where it should for others, those are named who want it quiet. The
    `others` begin a match of an event and have nothing to do yet: they decide whether it makes a sound only where
    nobody else is called. People whom a message `mentioned` already are named. With `must` those are mentioned, too,
    who want a direct message, or nothing. Those who want one get it once the row `post` is sent.
    """
    ways = dict[int, "Way"]()
    called: dict[int, MessageKind] = {person.id: kind for person in people if person.is_reachable}
    others_called: dict[int, MessageKind] = {person.id: "events" for person in others if person.is_reachable}
    for user_id, what in (others_called | called).items():
        way = await way_to_tell(context, tx, user_id, what, guild_id)
        instead = _WITHOUT_DIRECT if must else _IN_DIRECT_MATCH if guild_id == DIRECT else {}
        ways[user_id] = instead.get(way, way)
    directly = {user_id: what for user_id, what in (others_called | called).items() if ways[user_id] == "direct"}
    if post and directly:
        context.direct_notices[post.id] = DirectNotices(guild_id, directly)
    habit = (await load_settings(tx, guild_id)).mentions
    ids = frozenset(user_id for user_id, way in ways.items() if way in {"mention", "silent"}) - {*mentioned}
    if habit == "never":
        return NO_MENTIONS
    loud = frozenset(user_id for user_id in ids if ways[user_id] == "mention")
    if habit == "turn" and loud & (ids & {*called} or ids):
        return Mentions(loud)
    return Mentions(ids, silent=habit == "silent" or bool(ids))


async def direct_message_options(context: Context, user_id: int, kind: MessageKind | None = None) -> dict[str, Any]:
    """Return the arguments for `send` beside the text of a direct message to a person.

    It is silent in their quiet hours, and where they want to be told of this kind silently or not at all. The last
    board of a match is no mention, so a person who wants none is still told.
    """
    async with context.database.read() as tx:
        quiet = await is_quiet_now(context, tx, user_id)
        way = getattr(await load_preferences(tx, user_id), kind) if kind else "direct"
    return Mentions(silent=quiet or way == "silent" or (way == "nothing" and kind != "results")).send_options
