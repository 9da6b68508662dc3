"""Migrate matches whose version of the rules isn't installed: to the newest one if it agrees, else end them as void."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from bot.referee.context import run_rules
from bot.referee.history.rebuild import LogMismatch, check_other_rules
from bot.referee.log.append import end_without_result
from bot.referee.log.automatic_moves import drop_plans
from games.contract import find_version
from games.translation import gettext_noop as N_
from storage.engine.database import WriteConflict
from storage.queries import events, matches

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.context import Context
    from games.contract import Game
    from storage.queries.rows import Match

log = logging.getLogger(__name__)
RULES_CHANGED = N_("The rules changed after this match began, and under the new ones it would have gone another way.")
"""Why a match is void. The bot's log says what exactly would be different."""


async def migrate_matches(context: Context) -> None:
    """Migrate every active match whose version of the rules isn't installed, or end it as void.

    Matches of a game that isn't installed at all wait for it. Call this before any move is played. If all versions are
    installed, it takes one query.
    """
    async with context.database.read() as tx:
        missing = [pair for pair in await matches.rules_in_use(tx) if rules_missing(context.games, *pair)]
        affected = [match for pair in missing for match in await matches.with_rules(tx, *pair)]
    for match in affected:
        await _migrate(context, match.id)


def rules_missing(games: Mapping[str, Game[Any, Any]], key: str, rules: int) -> bool:
    """Return whether a game is installed, but not this version of its rules."""
    return key in games and find_version(games[key], rules) is None


async def _migrate(context: Context, match_id: int) -> None:
    while True:
        async with context.database.read() as tx:
            match = await matches.require(tx, match_id)
            log_of_match = await events.of_match(tx, match_id)
        if match.ended_at is not None or not rules_missing(context.games, match.game, match.rules):
            return
        game = context.rules(match.game)
        try:
            try:
                await run_rules(check_other_rules, game, match, log_of_match)
            except LogMismatch as mismatch:
                await _end_as_void(context, match, game, mismatch)
            else:
                await _set_newest_rules(context, match, game)
        except WriteConflict:  # another process has changed the match: look again
            continue
        except Exception:  # a fault in one game's rules must neither end its matches nor stop the bot
            log.exception("#%d waits: version %d of the rules of %s fails on it", match.id, game.info.rules, match.game)
        return


async def _set_newest_rules(context: Context, match: Match, game: Game[Any, Any]) -> None:
    async with context.database.write() as tx:
        await matches.set_rules(tx, match, game.info.rules)
        await drop_plans(context, tx, match, "rules")
    log.info(
        "#%d goes on by version %d of the rules of %s: version %d is not here, and nothing changes for it",
        *(match.id, game.info.rules, match.game, match.rules),
    )


async def _end_as_void(context: Context, match: Match, game: Game[Any, Any], mismatch: LogMismatch) -> None:
    async with context.write() as tx:
        await end_without_result(context, tx, match, RULES_CHANGED, user_id=None, source_id=None)
    log.warning(
        "#%d is void: version %d of the rules of %s is not here, and by version %d %s",
        *(match.id, match.rules, match.game, game.info.rules, mismatch),
    )
