"""Sentences that say why a move isn't played, previewed, queued or hinted at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import ended, not_a_player
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from storage.queries.rows import Match, Person

NOT_YOUR_TURN_THEN = N_("It wasn't your turn yet when you sent this, so it was not played. Now it is: send it again.")
NO_SUCH_CHOICE = N_("That choice isn't there any more. Press Move under the board to begin again.")


def not_your_turn(match: Match, consequence: str) -> str:
    """Say that another player is to move, and since when; `consequence` is one more sentence."""
    mover = match.player_to_move
    turn = _("It's {name}'s turn (since {when}).").format(name=formatting.name(mover), when=formatting.ago(match.since))
    return f"{turn} {consequence}"


def wait_for_turn(match: Match) -> str:
    """Say that another player is to move, to a person who wants to."""
    return not_your_turn(match, _("I'll mention you when it's yours."))


def whose_turn(mover: Person, seat_name: str) -> str:
    """Say that another player is to move, and for which seat."""
    return _("It's {name}'s turn ({seat}).").format(name=formatting.name(mover), seat=_(seat_name))


def for_mover(mover: Person) -> str:
    """Introduce a sentence of the rules, in which "you" is the player to move."""
    # Translators: a sentence of the rules follows, in which "you" is the named player
    return _("For {name}:").format(name=formatting.name(mover))


def not_a_player_here(match: Match) -> str:
    """Say that the person who sent a move has no seat in the match."""
    return f"{not_a_player(match)} " + _("Watch along, or `/challenge` someone.")


def ended_start_another(match: Match) -> str:
    """Say that a match has ended, and how to start another."""
    return f"{ended(match)} " + _("`/challenge` starts another.")


def already_played(ply: int, text: str) -> str:
    """Say that a move has been played already."""
    return _("Move {ply} was already played: {move}.").format(ply=ply, move=formatting.code(text) if text else "")


def went_another_way(match: Match, ply: int, move: str) -> str:
    """Say that a previewed move no longer fits its match."""
    return _("#{match} has gone another way, so move {ply}, {move}, wasn't played.").format(
        match=match.id, ply=ply, move=formatting.code(move)
    )
