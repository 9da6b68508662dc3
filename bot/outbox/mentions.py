"""How a post names people: by a mention with a sound, by a silent one, or by name. Nothing else decides this.

A turn mentions whoever is to move once, at its board, and once more where they chose to be reminded in the thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.outbox.sender import mention_only
from bot.referee import formatting
from bot.referee.guilds.settings import load_settings
from bot.referee.people.preferences import is_quiet_now

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Person


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

    @property
    def send_options(self) -> dict[str, Any]:
        """The arguments for `send` beside the text."""
        return {"allowed_mentions": mention_only(*sorted(self.ids)), "silent": self.silent}


NO_MENTIONS = Mentions()
"""No mentions."""


async def choose_mentions(
    context: Context, tx: Tx, guild_id: int, people: Iterable[Person], others: Iterable[Person] = ()
) -> Mentions:
    """Return how a post on a server calls these people, as the server wants it and as they want to be called now.

    In their quiet hours a mention makes no sound. Where it should for others, those are named who want it quiet. The
    `others` have nothing to do yet: they don't decide whether it makes a sound.
    """
    habit = (await load_settings(tx, guild_id)).mentions
    if habit == "never":
        return NO_MENTIONS
    ids, more = (frozenset(person.id for person in some if person.is_reachable) for some in (people, others))
    if habit == "silent" or not ids:
        return Mentions(ids | more, silent=habit == "silent")
    awake = frozenset([each for each in ids | more if not await is_quiet_now(context, tx, each, guild_id)])
    if ids & awake:
        return Mentions(awake)
    return Mentions(ids | more, silent=True)


async def direct_message_options(context: Context, user_id: int) -> dict[str, Any]:
    """Return the arguments for `send` beside the text of a direct message to a person."""
    async with context.database.read() as tx:
        return Mentions(silent=await is_quiet_now(context, tx, user_id)).send_options
