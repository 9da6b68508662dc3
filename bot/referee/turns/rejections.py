"""Sentences that say why a move isn't played, previewed, queued or hinted at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import ended, not_a_player, progress
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


def hint_between_people(match: Match) -> str:
    """Reject a hint in a match in which people play each other."""
    return _("In #{match} people play each other, so there are no hints. Play me for practice: `/challenge`.").format(
        match=match.id
    )


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


def nothing_left_to_play(match: Match) -> str:
    """Say that a match has ended, to a person who asks where a piece can go."""
    return ended(match) + " " + _("There's nothing left to play.")


def already_played(ply: int, text: str) -> str:
    """Say that a move has been played already."""
    return _("Move {ply} was already played: {move}.").format(ply=ply, move=formatting.code(text) if text else "")


def setup_already_made(match: Match, ply: int) -> str:
    """Say that what comes before the first move of a match is over, and how far the match has got."""
    return _("Move 0 was already played: the setup.") + f" {progress(match, ply)}"


def other_already_played(ply: int, text: str) -> str:
    """Say that another move than the person's was stored first."""
    return f"{already_played(ply, text)} " + _("Yours was not.")


def move_not_due(match: Match, ply: int, due: int) -> str:
    """Say that a move is too early."""
    return _("Move {ply} is not due yet: the next in #{match} is move {due}.").format(ply=ply, match=match.id, due=due)


def waits_for_move(match: Match, due: int, ply: int | None) -> str:
    """Say that a match waits for another move."""
    return _("#{match} waits for move {due}, not for move {ply}.").format(match=match.id, due=due, ply=ply)


def match_moved_on_unplayed(match: Match) -> str:
    """Say that a move came second."""
    return _("#{match} has just moved on, so your move was not played. Look at the board first.").format(match=match.id)


def went_another_way(match: Match, ply: int, move: str) -> str:
    """Say that a previewed move no longer fits its match."""
    return _("#{match} has gone another way, so move {ply}, {move}, wasn't played.").format(
        match=match.id, ply=ply, move=formatting.code(move)
    )


def too_many_moves(count: int, most: int) -> str:
    """Say that a text holds too many moves."""
    return _("That's {count} moves. Send at most {most} at once.").format(count=count, most=most)


def nothing_left_to_queue(number: int, text: str) -> str:
    """Say that a move can't be decided ahead, because nothing is left to place."""
    return _("Nothing was played: by move {number}, {text}, you have nothing left to place.").format(
        number=number, text=formatting.code(text)
    )


def queued_move_refused(number: int, text: str, reason: str) -> str:
    """Say which of several moves is against the rules, and why."""
    return _("Nothing was played, because of move {number}, {text}: {reason}").format(
        number=number, text=formatting.code(text), reason=reason
    )
