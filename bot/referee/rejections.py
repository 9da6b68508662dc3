"""Sentences that say why a request about a match, move, offer, note, replay or review is rejected, or what was stored.

Posts and labels around them stand in the features' `text.py`. Each function returns whole sentences in Discord's
Markdown; `#42` names a match, and times show in the reader's own zone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_count, format_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from storage.queries.rows import Match, OfferKind, OpenSeatStatus, Person

MATCH_NUMBER_EXPECTED = "Name a match by its number, for example `#42`."
NO_SUCH_OFFER = "There is no such offer."
OFFER_IS_NEWER = "You sent this before that offer was made, so nothing was done. Look at the offer, then answer."
OWN_OFFER = "This is your own offer: the others have to agree to it."
NOT_YOUR_TURN_THEN = "It wasn't your turn yet when you sent this, so it was not played. Now it is: send it again."
BUSY_FOR_YOU = "I'm still working on what you asked for. Try again when it's done."
BUSY_FOR_OTHERS = "I'm busy with other requests. Try again in a minute."
NO_MATCH_IN_MESSAGE = "That message isn't about a match. Try it on one of my boards."
NOTE_TEXT_EXPECTED = "What should the note say? For example `/match note watch b4`."
ONLY_MANAGERS_END_MATCHES = (
    "Only people with Manage Server can end a match for others. `/match resign` gives up one of yours."
)
NO_SUCH_CHOICE = "That choice isn't there any more. Press Move under the board to begin again."
RULES_CHANGED = "The rules changed after this match began, and by the new ones it would have gone another way."
"""Why a match is void. The bot's log says what exactly would be different."""

OFFER_NOUNS: Mapping[OfferKind, str] = {
    "draw": "a draw",
    "takeback": "a takeback",
    "pause": "a pause",
    "substitute": "a substitute",
    "seat": "an open seat",
    "resignation": "my resignation",
}


# Matches


def ended(match: Match) -> str:
    """Say when a match ended, for one that has."""
    return f"#{match.id} ended {formatting.ago(match.ended_at or match.since)}."


def progress(match: Match, ply: int) -> str:
    """Return a clause on how far a match has got: "stands at move 7"."""
    return f"ended at move {ply}" if match.ended_at else f"stands at move {ply}"


def not_a_player(match: Match) -> str:
    """Say that the person has no seat in a match."""
    return f"You don't play in #{match.id}."


def already_left(match: Match) -> str:
    """Say that the person has left a match."""
    return f"You've already left #{match.id}."


def no_such_match(number: int, *, on_server: bool) -> str:
    """Say that no match has this number."""
    return f"There is no match #{number} {'on this server' if on_server else 'of yours'}."


def no_match_found(*, to_move: bool) -> str:
    """Say that there is no match for a command that names none."""
    reason = "It isn't your move in any match" if to_move else "You aren't in a match"
    return f"{reason} here. `/games` lists yours, `/challenge` starts one."


def several_matches(command: str, numbers: Iterable[int]) -> str:
    """Say that a command could be about several matches, and how to name one."""
    choices = format_list((f"`/{command} #{number}`" for number in numbers), "or")
    return f"You play several matches. Name one: {choices}."


def no_such_moves(match: Match, moves: str, count: int) -> str:
    """Say that a match has no `moves`, "move 9" or "moves `3-9`", but `count` of them."""
    return f"#{match.id} has no {moves}: it has {format_count(count, 'move')}, counted from 1."


def moved_on_now(match_id: int, instead: str) -> str:
    """Say that a match moved on while the request was made."""
    return f"#{match_id} has just moved on. Look at the board{instead}."


def watch_own_match(match: Match) -> str:
    """Say that a player need not watch their own match."""
    return f"You play in #{match.id}, so you'll see how it ends."


def too_many_watched(most: int) -> str:
    """Say that a person watches as many matches as one can."""
    return f"You watch {most} matches already. Stop watching one first."


def rules_not_installed(match: Match, title: str) -> str:
    """Say that a match waits for its rules."""
    return f"#{match.id} is on hold: it needs version {match.rules} of the rules of {title}, which isn't installed."


def rules_gone(match: Match, title: str) -> str:
    """Say that a match that has ended can no longer be shown."""
    return (
        f"#{match.id} was played by version {match.rules} of the rules of {title}, which isn't installed any more, "
        "so it can't be shown. Its record is kept."
    )


def game_not_installed(key: str) -> str:
    """Say that the package of a game is missing."""
    return f"The game `{key}` isn't installed right now. Its matches wait until it's back."


BOARD_FAILED = "This board can't be shown: its game has a bug. The match is safe."


def game_failed(where: str, title: str) -> str:
    """Say that the code of a game has failed."""
    return f"{title} has a bug and can't do that in {where} right now. Nothing is lost: try again once it's fixed."


def not_saved(what: str) -> str:
    """Say that the record could not be written."""
    return f"{what} wasn't saved: I can't write to my database just now. Send it again in a few minutes."


def reason_too_long(longest: int, length: int) -> str:
    """Say that the reason for ending a match is too long."""
    return f"A reason has at most {longest} characters; this one has {length}."


# Moves


def not_your_turn(match: Match, consequence: str) -> str:
    """Say that another player is to move, and since when."""
    mover = match.seats[(match.to_move or 1) - 1]
    return f"It's {formatting.name(mover)}'s turn (since {formatting.ago(match.since)}). {consequence}"


def wait_for_turn(match: Match) -> str:
    """Say that another player is to move, to a person who wants to."""
    return not_your_turn(match, "I'll mention you when it's yours.")


def hint_between_people(match: Match) -> str:
    """Reject a hint in a match in which people play each other."""
    return f"In #{match.id} people play each other, so there are no hints. Play me for practice: `/challenge`."


def whose_turn(mover: Person, seat_name: str) -> str:
    """Say that another player is to move, and for which seat."""
    return f"It's {formatting.name(mover)}'s turn ({seat_name})."


def for_mover(mover: Person) -> str:
    """Introduce a sentence of the rules, in which "you" is the player to move."""
    return f"For {formatting.name(mover)}:"


def not_a_player_here(match: Match) -> str:
    """Say that the person who sent a move has no seat in the match."""
    return f"{not_a_player(match)} Watch along, or `/challenge` someone."


def ended_start_another(match: Match) -> str:
    """Say that a match has ended, and how to start another."""
    return f"{ended(match)} `/challenge` starts another."


def already_played(ply: int, what: str) -> str:
    """Say that a move has been played already."""
    return f"Move {ply} was already played: {what}."


def move_not_due(match: Match, ply: int, due: int) -> str:
    """Say that a move is too early."""
    return f"Move {ply} is not due yet: the next in #{match.id} is move {due}."


def waits_for_move(match: Match, due: int, ply: int | None) -> str:
    """Say that a match waits for another move."""
    return f"#{match.id} waits for move {due}, not for move {ply}."


def match_moved_on_unplayed(match: Match) -> str:
    """Say that a move came second."""
    return f"#{match.id} has just moved on, so your move was not played. Look at the board first."


def went_another_way(match: Match, ply: int, move: str) -> str:
    """Say that a previewed move no longer fits its match."""
    return f"#{match.id} has gone another way, so move {ply}, {formatting.code(move)}, wasn't played."


def too_many_moves(count: int, most: int) -> str:
    """Say that a text holds too many moves."""
    return f"That's {count} moves. Send at most {most} at once."


def nothing_left_to_queue(number: int, text: str) -> str:
    """Say that a move can't be decided ahead, because nothing is left to place."""
    return f"Nothing was played: by move {number}, {formatting.code(text)}, you have nothing left to place."


def queued_move_refused(number: int, text: str, reason: str) -> str:
    """Say which of several moves is against the rules, and why."""
    return f"Nothing was played, because of move {number}, {formatting.code(text)}: {reason}"


# Offers


def none_open(match: Match, kind: OfferKind | None) -> str:
    """Say that no offer is open, of a kind or at all."""
    what = "Nothing" if kind is None else f"No {kind}"
    return f"{what} is on offer in #{match.id} right now."


def several_open(match: Match, command: str, kinds: Iterable[OfferKind]) -> str:
    """Say that several offers are open, and how to answer one."""
    choices = format_list((f"`/{command} #{match.id} {kind}`" for kind in kinds), "or")
    return f"Several offers are open in #{match.id}: {choices}."


def offer_closed(outcome: str) -> str:
    """Say that an offer can no longer be answered."""
    return f"That offer is closed: {outcome}."


def moved_on_since(match: Match) -> str:
    """Say that a match moved on after the request was sent."""
    return f"#{match.id} moved on after you sent this, so nothing was done. Look at the board first."


def already_offered(match: Match) -> str:
    """Say that the same offer by the same player is open."""
    return f"You already did, and your offer is open until the next move. `/match refuse #{match.id}` withdraws it."


def answer_takeback_first(match: Match, person: Person) -> str:
    """Say that another player asks for a takeback."""
    who = formatting.name(person)
    return f"{who} asks to take back a move. First `/match agree #{match.id}` or `/match refuse #{match.id}`."


def you_offer(match: Match, kind: OfferKind, others: Iterable[Person]) -> str:
    """Say that an offer was made, and to which players."""
    names = format_list(formatting.name(person) for person in others)
    what = f"You offer {names} a draw" if kind == "draw" else f"You ask {names} for {OFFER_NOUNS[kind]}"
    return f"{what} in #{match.id}. Your offer is open until the next move; `/match refuse #{match.id}` withdraws it."


def done_at_once(match: Match, kind: OfferKind) -> str:
    """Say that what nobody else had to agree to, a takeback, a substitute or an open seat, has come about."""
    if kind == "seat":
        return f"The seat in #{match.id} is open: the post is in <#{match.channel_id}>."
    return f"Your move in #{match.id} is taken back." if kind == "takeback" else f"I play on in #{match.id} now."


def nothing_to_call_off(match: Match) -> str:
    """Say that a match wasn't lost on time."""
    return f"#{match.id} wasn't lost on time. Only such a match of two can be called off, by its winner."


def winner_calls_off(match: Match) -> str:
    """Say to the player who ran out of time that the other one decides."""
    return f"You ran out of time in #{match.id}. Only the winner can call it off."


def called_off_already(match: Match) -> str:
    """Say that a match is called off."""
    return f"#{match.id} is called off already."


def too_late_to_call_off(match: Match, days: int) -> str:
    """Say that a match ended too long ago."""
    return f"#{match.id} ended more than {days} days ago, so its result stands."


def offer_agreed(match: Match, kind: OfferKind) -> str:
    """Say that all the others agreed to an offer at once."""
    return f"Agreed: {OFFER_NOUNS[kind]} in #{match.id}."


def no_draws(title: str) -> str:
    """Return why nobody can offer a draw in a game."""
    return f"There are no draws in {title}, so you can't offer one. `/match resign` gives the match up."


def offered_before(kind: OfferKind, status: str) -> str:
    """Say that the player's last offer of a kind was declined or withdrawn, or the last substitute for a seat."""
    if kind in {"substitute", "seat"}:
        what = "A substitute in that seat" if kind == "substitute" else "Opening that seat"
        return f"{what} was {status}. You can ask again after that player's next move."
    return (
        f"You asked for {OFFER_NOUNS[kind]} since your last move, and it was {status}. "
        "You can ask again after your next move."
    )


def offer_declined(match: Match, kind: OfferKind, *, own: bool) -> str:
    """Say that the player declined an offer, or withdrew their own."""
    done = f"withdrew your offer of {OFFER_NOUNS[kind]}" if own else f"declined {OFFER_NOUNS[kind]}"
    return f"You {done} in #{match.id}."


def you_agree(match: Match, kind: OfferKind, missing: Iterable[Person] = ()) -> str:
    """Say that the player agrees to an offer, and which players are `missing`."""
    names = [formatting.name(person) for person in missing]
    rest = f" It's up to {format_list(names)} now." if names else ""
    return f"You agree to {OFFER_NOUNS[kind]} in #{match.id}.{rest}"


def no_substitute_of_two(match: Match) -> str:
    """Say that a seat of a match of two can't be given away."""
    return f"#{match.id} has two players, so nobody plays on for you. `/match resign #{match.id}` gives it up."


def seat_cannot_be_given(match: Match, seat: int) -> str:
    """Say why a seat that a player named can't be given to a substitute."""
    if not 1 <= seat <= len(match.seats):
        return f"#{match.id} has seats 1 to {len(match.seats)}."
    who = formatting.name(match.seats[seat - 1])
    if seat in match.gone:
        return f"{who} left #{match.id}, and the match went on since, so nobody can play on in that seat any more."
    return f"{who} is still playing in #{match.id}, and isn't out of time. You can give your own seat away."


def seat_already_open(match: Match) -> str:
    """Say that a match offers a seat to anybody already."""
    return f"A seat of #{match.id} is open already: the post is in <#{match.channel_id}>."


def no_open_seat_directly(match: Match) -> str:
    """Say that a match in direct messages can't offer a seat to anybody."""
    return (
        f"#{match.id} lives in direct messages, where nobody else could see an open seat. "
        f"`/match substitute #{match.id}` has me play on instead."
    )


def seat_not_open(match: Match, status: OpenSeatStatus, person: Person) -> str:
    """Say what became of an open seat, which `person` has now."""
    who = formatting.name(person)
    outcomes: dict[OpenSeatStatus, str] = {
        "taken": f"{who} was faster and has that seat now",
        "turnpost": f"{who} has that seat now",
        "kept": f"{who} kept that seat",
        "left": f"{who} left, so that seat is out",
        "went on": "The match went on without that seat",
        "ended": "The match is over",
    }
    return f"{outcomes[status]}: #{match.id}."


def had_a_seat(match: Match) -> str:
    """Say that somebody who has or had a seat can't take another one of the match."""
    return f"You've had a seat in #{match.id}, so somebody else has to take this one."


def move_to_keep_seat(match: Match) -> str:
    """Tell the player to move, whose seat is open, how to keep it."""
    return f"It's still your seat: play your move in #{match.id}, and you keep it."


def others_decide(match: Match) -> str:
    """Say that a player whose seat is open can't give it to Turnpost alone."""
    return f"The other players of #{match.id} decide when I take your seat."


def nobody_late(match: Match) -> str:
    """Say that the time of the player to move isn't up."""
    return f"Nobody's time in #{match.id} is up any more."


def last_person(match: Match) -> str:
    """Say that a substitute would leave nobody but computer players."""
    return f"Nobody but me would be left in #{match.id}. `/match resign #{match.id}` gives it up."


def nothing_to_take_back(match: Match) -> str:
    """Say that the player has made no move."""
    return f"You have no move in #{match.id} to take back."


def left_since(match: Match, people: Iterable[Person]) -> str:
    """Say that players have left after the move that should be taken back."""
    who = format_list(formatting.name(person) for person in people)
    return f"{who} left #{match.id} after your last move, so it can't be taken back any more."


def never_accepts_takebacks(person: Person) -> str:
    """Say that a player accepts no takebacks."""
    return f"{formatting.name(person)} never accepts takebacks."


# Notes and replays


def note_too_long(longest: int, length: int) -> str:
    """Say that a note is too long."""
    return f"A note has at most {longest} characters; this one has {length}."


def too_many_notes(match: Match, most: int) -> str:
    """Say that the player has as many notes for a match as fit."""
    return f"You already have {most} notes for #{match.id}. `/match notes` with `remove` deletes one."


def notes_are_private(match: Match) -> str:
    """Say that only players see a match's notes until it ends."""
    return f"{not_a_player(match)} Its players' notes are shown when it ends."


def no_such_note(match: Match, number: int) -> str:
    """Say that the player has no note with this number."""
    return f"You have no note {number} for #{match.id}. `/match notes` lists yours."


def notes_are_public(match: Match) -> str:
    """Say that a match has ended, so notes can't be added."""
    return f"{ended(match)} Its notes are open to everyone now."


def unreadable_replay(word: str) -> str:
    """Say that a word of a request for a replay is unknown, and how to write one."""
    return f"I can't read {formatting.code(word)}. Ask for a replay like this: `#42 10-20 gif`."


def nothing_to_replay(match: Match) -> str:
    """Say that no move has been played."""
    return f"Nothing has been played in #{match.id} yet, so there is nothing to replay."


# Reviews


def review_for_players(match: Match) -> str:
    """Say who can ask for the review of a match."""
    people = format_list((formatting.name(person) for person in match.seats if person.level is None), "or")
    return f"Only {people} can ask for the review of #{match.id}."


def review_too_soon(match: Match) -> str:
    """Say that only finished matches are reviewed."""
    return f"#{match.id} isn't over yet. You can have it reviewed when it is."


def nothing_to_review(match: Match) -> str:
    """Say that no move has been played."""
    return f"Nothing was played in #{match.id}, so there is nothing to review."


def event_decides(match_id: int) -> str:
    """Reject calling a match of an event off."""
    return f"#{match_id} belongs to an event, so only its organizers can change the result."
