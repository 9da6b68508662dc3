"""The terms of an event: defaults, limits, the posts that tell of it, and why a request is rejected."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Literal, TypeAlias

from bot.referee import formatting
from games.translation import gettext as _, gettext_noop as N_
from storage.queries import outbox
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.context import Context
    from games.contract import Info
    from storage.engine.database import Tx
    from storage.queries.rows import Tournament, TournamentKind

CLOCK = "3d+1d"
"""On a server that has no clock of its own."""
SIGN_UP = timedelta(days=7)
"""How long people can sign up; also for the next season of a league."""
AT_ONCE = 3
"""Matches that a person plays at a time at most."""
ROUNDS = 4
"""Matches that each plays at tables."""


LONGEST_NAME = 60
"""Characters."""
EDIT_EVERY = timedelta(seconds=3)
"""How often the post of a round is rewritten at most."""
MOST_AT_ONCE = 10
"""Matches that a person plays at a time."""
MOST_ROUNDS = 10
"""Matches that each plays at tables."""
FEWEST = {"league": 3, "cup": 8, "tables": 3}
"""How many people an event of each kind needs."""


PostKind: TypeAlias = Literal["tournament", "tournament_refresh", "tournament_page"]
Notice: TypeAlias = Literal["warned", "withdrawn", "struck", "removed", "corrected", "cancelled"]
"""What a person is told by direct message."""


async def queue_event_post(
    context: Context, tx: Tx, tournament_id: int, kind: PostKind, *, source_id: int | None = None
) -> None:
    """Put an event's post into the outbox: its sign-up, a change of that, or its page. Raises `AlreadyStored`."""
    body = {"tournament": tournament_id}
    await outbox.add(tx, lane=f"e{tournament_id}", kind=kind, body=body, at=context.now(), source_id=source_id)


async def queue_round(context: Context, tx: Tx, tournament_id: int, stage: int) -> None:
    """Have the post of a round, or of the groups in stage 0, tell which matches began and how they ended.

    All that comes within `EDIT_EVERY` is told at once.
    """
    lane, kind, body = f"e{tournament_id}", "tournament_round", {"tournament": tournament_id, "stage": stage}
    if not await outbox.hold_waiting(tx, lane, kind, body):
        post = await outbox.add(tx, lane=lane, kind=kind, body=body, at=context.now())
        await outbox.retry_later(tx, post.id, context.now() + EDIT_EVERY)


async def queue_notice(
    context: Context, tx: Tx, tournament_id: int, user_id: int, notice: Notice, match_id: int | None = None
) -> None:
    """Tell a person something about an event, and about a match of it, by direct message; a former player nothing."""
    if not Person(user_id, "").is_reachable:
        return
    body = {"user": user_id, "tournament": tournament_id, "notice": notice, "match": match_id}
    lane = f"e{tournament_id}:{user_id}"
    await outbox.add(tx, lane=lane, kind="tournament_notice", body=body, at=context.now())


_WRONG_NUMBER_OF_PLAYERS: Mapping[TournamentKind, str] = {
    "league": N_("**{game}** is for {players} players, so it can't be played as a league. `{other}` fits."),
    "cup": N_("**{game}** is for {players} players, so it can't be played as a cup. `{other}` fits."),
    "tables": N_("**{game}** is for {players} players, so it can't be played at tables. `{other}` fits."),
}


def wrong_number_of_players(info: Info, kind: TournamentKind, other: TournamentKind) -> str:
    """Reject a kind of event that a game has too many or too few players for; `other` is one that fits."""
    players = f"{info.min_players}"
    if info.min_players < info.max_players:
        players = _("{least} to {most}").format(least=info.min_players, most=info.max_players)
    return _(_WRONG_NUMBER_OF_PLAYERS[kind]).format(game=info.title, players=players, other=other)


def advice_for_fewer(kind: TournamentKind) -> str:
    """Return a sentence, after a space, on what works with fewer people than an event of a kind needs; often empty."""
    if kind != "cup":
        return ""
    return " " + _("With fewer, a league works: it needs {least}.").format(least=FEWEST["league"])


def sign_up_is_over(tournament: Tournament) -> str:
    """Reject a sign-up after the event began."""
    return _("Sign-up for **{name}** is over.").format(name=formatting.plain(tournament.name))


def is_over(tournament: Tournament) -> str:
    """Reject a change of an event that is over."""
    return _("**{name}** is over.").format(name=formatting.plain(tournament.name))
