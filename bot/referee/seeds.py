"""Seeds of matches: none where nothing is drawn by lot, and others can be told from a number that was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

    from games.contract import Game, Options
    from storage.queries.rows import Match

FACTOR = 1_000_003
"""Every seed that the bot draws is a multiple of this prime, so of a million changed ones one goes unnoticed. With it
they stay below 2 ** 53, so that all readers of JSON take them."""
LONGEST_UNCHECKED = 1 << 32
"""Releases before this rule drew seeds below this number."""


def draw_seed(rng: Random, game: Game[Any, Any], players: int, options: Options) -> int:
    """Return a random seed for a new match, or 0 if it would decide nothing. Raises `BadOption`."""
    return needed_seed(game, players, options, (rng.getrandbits(32) or 1) * FACTOR)


def needed_seed(game: Game[Any, Any], players: int, options: Options, seed: int) -> int:
    """Return a seed, or 0 if it decides nothing: with 0 the same state comes first. Raises `BadOption`."""
    return seed if game.start(players, options, seed) != game.start(players, options, 0) else 0


def explain_seed(game: Game[Any, Any], match: Match) -> str | None:
    """Return as a clause why the seed of a match can't be the one that it began with, or None. Raises `BadOption`.

    An imported match, and the one whose seed a match has that began from its position, may have been begun by an
    earlier release, whose seeds can't be checked if they decide anything.
    """
    players, options, seed = len(match.seats), match.options, match.seed
    needed = needed_seed(game, players, options, seed)
    if needed != seed:
        return f"seed is stored as `{seed}`, but it decides nothing, so it was `0`"
    if match.start is not None or (match.challenge_id is None and seed < LONGEST_UNCHECKED):
        return None
    is_lost = not seed and any(needed_seed(game, players, options, lot * FACTOR) for lot in (1, 2, 3))
    return f"seed is stored as `{seed}`, which is none that is drawn" if seed % FACTOR or is_lost else None
