"""Sentences that say why a request about a match, move, offer, note, replay or review is rejected, or what was stored.

Posts and labels around them stand in the features' `text.py`. Each function returns whole sentences in Discord's
Markdown; `#42` names a match, and times show in the reader's own zone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from storage.queries.rows import EventKind, Match, OfferKind, OpenSeatStatus, Person

RepeatedRequest: TypeAlias = Literal["seat", "offer", "resign", "end", "queue"]
"""What a person wanted to do when a match moved on."""

MATCH_NUMBER_EXPECTED = N_("Name a match by its number, for example `#42`.")
NO_SUCH_OFFER = N_("There is no such offer.")
OFFER_IS_NEWER = N_("You sent this before that offer was made, so nothing was done. Look at the offer, then answer.")
OWN_OFFER = N_("This is your own offer: the others have to agree to it.")
NOT_YOUR_TURN_THEN = N_("It wasn't your turn yet when you sent this, so it was not played. Now it is: send it again.")
BUSY_FOR_YOU = N_("I'm still working on what you asked for. Try again when it's done.")
BUSY_FOR_OTHERS = N_("I'm busy with other requests. Try again in a minute.")
NO_MATCH_IN_MESSAGE = N_("That message isn't about a match. Try it on one of my boards.")
NOTE_TEXT_EXPECTED = N_("What should the note say? For example `/match note watch b4`.")
ONLY_MANAGERS_END_MATCHES = N_(
    "Only people with Manage Server can end a match for others. `/match resign` gives up one of yours."
)
NO_SUCH_CHOICE = N_("That choice isn't there any more. Press Move under the board to begin again.")
RULES_CHANGED = N_("The rules changed after this match began, and by the new ones it would have gone another way.")
"""Why a match is void. The bot's log says what exactly would be different."""

_NONE_OPEN: Mapping[OfferKind, str] = {
    "draw": N_("No draw is on offer in #{match} right now."),
    "takeback": N_("No takeback is on offer in #{match} right now."),
    "pause": N_("No pause is on offer in #{match} right now."),
    "substitute": N_("No substitute is on offer in #{match} right now."),
    "seat": N_("No seat is on offer in #{match} right now."),
    "resignation": N_("No resignation is on offer in #{match} right now."),
}
_YOU_OFFER: Mapping[OfferKind, str] = {
    "draw": N_("You offer {names} a draw in #{match}."),
    "takeback": N_("You ask {names} for a takeback in #{match}."),
    "pause": N_("You ask {names} for a pause in #{match}."),
    "substitute": N_("You ask {names} for a substitute in #{match}."),
    "seat": N_("You ask {names} for an open seat in #{match}."),
}
_AGREED: Mapping[OfferKind, str] = {"draw": N_("Agreed: a draw in #{match}.")}
_OFFERED_BEFORE: Mapping[tuple[OfferKind, str], str] = {
    ("draw", "declined"): N_("You asked for a draw since your last move, and it was declined."),
    ("draw", "withdrawn"): N_("You asked for a draw since your last move, and it was withdrawn."),
    ("takeback", "declined"): N_("You asked for a takeback since your last move, and it was declined."),
    ("takeback", "withdrawn"): N_("You asked for a takeback since your last move, and it was withdrawn."),
    ("pause", "declined"): N_("You asked for a pause since your last move, and it was declined."),
    ("pause", "withdrawn"): N_("You asked for a pause since your last move, and it was withdrawn."),
    ("substitute", "declined"): N_("A substitute in that seat was declined."),
    ("substitute", "withdrawn"): N_("A substitute in that seat was withdrawn."),
    ("seat", "declined"): N_("Opening that seat was declined."),
    ("seat", "withdrawn"): N_("Opening that seat was withdrawn."),
}
_YOU_DECLINED: Mapping[OfferKind, str] = {
    "draw": N_("You declined a draw in #{match}."),
    "takeback": N_("You declined a takeback in #{match}."),
    "pause": N_("You declined a pause in #{match}."),
    "substitute": N_("You declined a substitute in #{match}."),
    "seat": N_("You declined an open seat in #{match}."),
    # Translators: "my" is the bot's, which plays and offered to resign
    "resignation": N_("You declined my resignation in #{match}."),
}
_YOU_WITHDREW: Mapping[OfferKind, str] = {
    "draw": N_("You withdrew your offer of a draw in #{match}."),
    "takeback": N_("You withdrew your offer of a takeback in #{match}."),
    "pause": N_("You withdrew your offer of a pause in #{match}."),
    "substitute": N_("You withdrew your offer of a substitute in #{match}."),
    "seat": N_("You withdrew your offer of an open seat in #{match}."),
}
_YOU_AGREE: Mapping[OfferKind, str] = {
    "draw": N_("You agree to a draw in #{match}."),
    "takeback": N_("You agree to a takeback in #{match}."),
    "pause": N_("You agree to a pause in #{match}."),
    "substitute": N_("You agree to a substitute in #{match}."),
    "seat": N_("You agree to an open seat in #{match}."),
    "resignation": N_("You agree to my resignation in #{match}."),
}
_SEAT_NOT_OPEN: Mapping[OpenSeatStatus, str] = {
    "taken": N_("{name} was faster and has that seat now: #{match}."),
    "turnpost": N_("{name} has that seat now: #{match}."),
    "kept": N_("{name} kept that seat: #{match}."),
    "left": N_("{name} left, so that seat is out: #{match}."),
    "went on": N_("The match went on without that seat: #{match}."),
    "ended": N_("The match is over: #{match}."),
}
_MOVED_ON: Mapping[RepeatedRequest, str] = {
    "seat": N_("#{match} has just moved on. Look at the board."),
    "offer": N_("#{match} has just moved on. Look at the board first."),
    "resign": N_("#{match} has just moved on. Look at the board, then resign again."),
    "end": N_("#{match} has just moved on. Look at the board, then end it again."),
    "queue": N_("#{match} has just moved on. Look at the board, then send your moves again."),
}


# Matches


def ended(match: Match) -> str:
    """Say when a match ended, for one that has."""
    return _("#{match} ended {when}.").format(match=match.id, when=formatting.ago(match.ended_at or match.since))


def progress(match: Match, ply: int) -> str:
    """Say how far a match has got: "#42 stands at move 7."."""
    if match.ended_at:
        return _("#{match} ended at move {ply}.").format(match=match.id, ply=ply)
    return _("#{match} stands at move {ply}.").format(match=match.id, ply=ply)


def not_a_player(match: Match) -> str:
    """Say that the person has no seat in a match."""
    return _("You don't play in #{match}.").format(match=match.id)


def already_left(match: Match) -> str:
    """Say that the person has left a match."""
    return _("You've already left #{match}.").format(match=match.id)


def no_such_match(number: int, *, on_server: bool) -> str:
    """Say that no match has this number."""
    if on_server:
        return _("There is no match #{number} on this server.").format(number=number)
    return _("There is no match #{number} of yours.").format(number=number)


def no_match_found(*, to_move: bool) -> str:
    """Say that there is no match for a command that names none."""
    reason = _("It isn't your move in any match here.") if to_move else _("You aren't in a match here.")
    return f"{reason} " + _("`/games` lists yours, `/challenge` starts one.")


def several_matches(command: str, numbers: Iterable[int]) -> str:
    """Say that a command could be about several matches, and how to name one."""
    choices = format_list((f"`/{command} #{number}`" for number in numbers), "or")
    return _("You play several matches. Name one: {choices}.").format(choices=choices)


def no_such_move(match: Match, ply: int, count: int) -> str:
    """Say that a match has no move `ply`, but `count` moves."""
    return ngettext(
        "#{match} has no move {ply}: it has {n} move, counted from 1.",
        "#{match} has no move {ply}: it has {n} moves, counted from 1.",
        count,
    ).format(match=match.id, ply=ply, n=count)


def no_such_moves(match: Match, first: int, last: int, count: int) -> str:
    """Say that a match doesn't have all moves from one to another, but `count` moves."""
    return ngettext(
        "#{match} has no moves `{first}-{last}`: it has {n} move, counted from 1.",
        "#{match} has no moves `{first}-{last}`: it has {n} moves, counted from 1.",
        count,
    ).format(match=match.id, first=first, last=last, n=count)


def moved_on_now(match_id: int, request: RepeatedRequest) -> str:
    """Say that a match moved on while the request was made."""
    return _(_MOVED_ON[request]).format(match=match_id)


def watch_own_match(match: Match) -> str:
    """Say that a player need not watch their own match."""
    return _("You play in #{match}, so you'll see how it ends.").format(match=match.id)


def too_many_watched(most: int) -> str:
    """Say that a person watches as many matches as one can."""
    return _("You watch {most} matches already. Stop watching one first.").format(most=most)


def rules_not_installed(match: Match, title: str) -> str:
    """Say that a match waits for its rules."""
    return _("#{match} is on hold: it needs version {version} of the rules of {game}, which isn't installed.").format(
        match=match.id, version=match.rules, game=title
    )


def rules_gone(match: Match, title: str) -> str:
    """Say that a match that has ended can no longer be shown."""
    return _(
        "#{match} was played by version {version} of the rules of {game}, which isn't installed any more, so it "
        "can't be shown. Its record is kept."
    ).format(match=match.id, version=match.rules, game=title)


def game_not_installed(key: str) -> str:
    """Say that the package of a game is missing."""
    return _("The game `{key}` isn't installed right now. Its matches wait until it's back.").format(key=key)


BOARD_FAILED = N_("This board can't be shown: its game has a bug. The match is safe.")


def game_failed(where: str, title: str) -> str:
    """Say that the code of a game has failed; `where` is "#42", or a challenge in the reader's language."""
    # Translators: {where} is "#42" or "challenge 42"
    return _(
        "{game} has a bug and can't do that in {where} right now. Nothing is lost: try again once it's fixed."
    ).format(game=title, where=where)


def not_saved(kind: EventKind) -> str:
    """Say that a move or a resignation could not be written to the record."""
    if kind == "move":
        return _("Your move wasn't saved: I can't write to my database just now. Send it again in a few minutes.")
    return _("Your resignation wasn't saved: I can't write to my database just now. Send it again in a few minutes.")


def reason_too_long(longest: int, length: int) -> str:
    """Say that the reason for ending a match is too long."""
    return _("A reason has at most {longest} characters; this one has {length}.").format(longest=longest, length=length)


# Moves


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


# Offers


def none_open(match: Match, kind: OfferKind | None) -> str:
    """Say that no offer is open, of a kind or at all."""
    if kind is None:
        return _("Nothing is on offer in #{match} right now.").format(match=match.id)
    return _(_NONE_OPEN[kind]).format(match=match.id)


def several_open(match: Match, command: str, kinds: Iterable[OfferKind]) -> str:
    """Say that several offers are open, and how to answer one."""
    choices = format_list((f"`/{command} #{match.id} {kind}`" for kind in kinds), "or")
    return _("Several offers are open in #{match}: {choices}.").format(match=match.id, choices=choices)


def offer_closed(outcome: str) -> str:
    """Say that an offer can no longer be answered, because of its outcome, a clause."""
    # Translators: {outcome} is for example "agreed", "declined by Ann" or "the match is over"
    return _("That offer is closed: {outcome}.").format(outcome=outcome)


def moved_on_since(match: Match) -> str:
    """Say that a match moved on after the request was sent."""
    return _("#{match} moved on after you sent this, so nothing was done. Look at the board first.").format(
        match=match.id
    )


def already_offered(match: Match) -> str:
    """Say that the same offer by the same player is open."""
    return _(
        "You already did, and your offer is open until the next move. `/match refuse #{match}` withdraws it."
    ).format(match=match.id)


def answer_takeback_first(match: Match, person: Person) -> str:
    """Say that another player asks for a takeback."""
    return _("{name} asks to take back a move. First `/match agree #{match}` or `/match refuse #{match}`.").format(
        name=formatting.name(person), match=match.id
    )


def you_offer(match: Match, kind: OfferKind, others: Iterable[Person]) -> str:
    """Say that an offer was made, and to which players."""
    names = format_list(formatting.name(person) for person in others)
    offer = _(_YOU_OFFER[kind]).format(names=names, match=match.id)
    rest = _("Your offer is open until the next move; `/match refuse #{match}` withdraws it.").format(match=match.id)
    return f"{offer} {rest}"


def done_at_once(match: Match, kind: OfferKind) -> str:
    """Say that what nobody else had to agree to, a takeback, a substitute or an open seat, has come about."""
    match kind:
        case "seat":
            return _("The seat in #{match} is open: the post is in <#{channel}>.").format(
                match=match.id, channel=match.channel_id
            )
        case "takeback":
            return _("Your move in #{match} is taken back.").format(match=match.id)
        case _:
            return _("I play on in #{match} now.").format(match=match.id)


def nothing_to_call_off(match: Match) -> str:
    """Say that a match wasn't lost on time."""
    return _("#{match} wasn't lost on time. Only such a match of two can be called off, by its winner.").format(
        match=match.id
    )


def winner_calls_off(match: Match) -> str:
    """Say to the player who ran out of time that the other one decides."""
    return _("You ran out of time in #{match}. Only the winner can call it off.").format(match=match.id)


def called_off_already(match: Match) -> str:
    """Say that a match is called off."""
    return _("#{match} is called off already.").format(match=match.id)


def too_late_to_call_off(match: Match, days: int) -> str:
    """Say that a match ended too long ago."""
    return _("#{match} ended more than {days} days ago, so its result stands.").format(match=match.id, days=days)


def offer_agreed(match: Match, kind: OfferKind) -> str:
    """Say that all the others agreed to an offer at once."""
    return _(_AGREED[kind]).format(match=match.id)


def no_draws(title: str) -> str:
    """Return why nobody can offer a draw in a game."""
    return _("There are no draws in {game}, so you can't offer one. `/match resign` gives the match up.").format(
        game=title
    )


def offered_before(kind: OfferKind, status: str) -> str:
    """Say that the player's last offer of a kind was declined or withdrawn, or the last substitute for a seat."""
    again = (
        _("You can ask again after that player's next move.")
        if kind in {"substitute", "seat"}
        else _("You can ask again after your next move.")
    )
    return f"{_(_OFFERED_BEFORE[kind, status])} {again}"


def offer_declined(match: Match, kind: OfferKind, *, own: bool) -> str:
    """Say that the player declined an offer, or withdrew their own."""
    return _((_YOU_WITHDREW if own else _YOU_DECLINED)[kind]).format(match=match.id)


def you_agree(match: Match, kind: OfferKind, missing: Iterable[Person] = ()) -> str:
    """Say that the player agrees to an offer, and which players are `missing`."""
    agreement = _(_YOU_AGREE[kind]).format(match=match.id)
    names = format_list(formatting.name(person) for person in missing)
    return agreement + " " + _("It's up to {names} now.").format(names=names) if names else agreement


def no_substitute_of_two(match: Match) -> str:
    """Say that a seat of a match of two can't be given away."""
    return _("#{match} has two players, so nobody plays on for you. `/match resign #{match}` gives it up.").format(
        match=match.id
    )


def seat_cannot_be_given(match: Match, seat: int) -> str:
    """Say why a seat that a player named can't be given to a substitute."""
    if not 1 <= seat <= len(match.seats):
        return _("#{match} has seats 1 to {last}.").format(match=match.id, last=len(match.seats))
    name = formatting.name(match.seats[seat - 1])
    if seat in match.gone:
        sentence = _("{name} left #{match}, and the match went on since, so nobody can play on in that seat any more.")
    else:
        sentence = _("{name} is still playing in #{match}, and isn't out of time. You can give your own seat away.")
    return sentence.format(name=name, match=match.id)


def seat_already_open(match: Match) -> str:
    """Say that a match offers a seat to anybody already."""
    return _("A seat of #{match} is open already: the post is in <#{channel}>.").format(
        match=match.id, channel=match.channel_id
    )


def no_open_seat_directly(match: Match) -> str:
    """Say that a match in direct messages can't offer a seat to anybody."""
    return _(
        "#{match} lives in direct messages, where nobody else could see an open seat. `/match substitute "
        "#{match}` has me play on instead."
    ).format(match=match.id)


def seat_not_open(match: Match, status: OpenSeatStatus, person: Person) -> str:
    """Say what became of an open seat, which `person` has now."""
    return _(_SEAT_NOT_OPEN[status]).format(name=formatting.name(person), match=match.id)


def had_a_seat(match: Match) -> str:
    """Say that somebody who has or had a seat can't take another one of the match."""
    return _("You've had a seat in #{match}, so somebody else has to take this one.").format(match=match.id)


def move_to_keep_seat(match: Match) -> str:
    """Tell the player to move, whose seat is open, how to keep it."""
    return _("It's still your seat: play your move in #{match}, and you keep it.").format(match=match.id)


def others_decide(match: Match) -> str:
    """Say that a player whose seat is open can't give it to Turnpost alone."""
    return _("The other players of #{match} decide when I take your seat.").format(match=match.id)


def nobody_late(match: Match) -> str:
    """Say that the time of the player to move isn't up."""
    return _("Nobody's time in #{match} is up any more.").format(match=match.id)


def last_person(match: Match) -> str:
    """Say that a substitute would leave nobody but computer players."""
    return _("Nobody but me would be left in #{match}. `/match resign #{match}` gives it up.").format(match=match.id)


def nothing_to_take_back(match: Match) -> str:
    """Say that the player has made no move."""
    return _("You have no move in #{match} to take back.").format(match=match.id)


def left_since(match: Match, people: Iterable[Person]) -> str:
    """Say that players have left after the move that should be taken back."""
    names = [formatting.name(person) for person in people]
    return ngettext(
        "{names} left #{match} after your last move, so it can't be taken back any more.",
        "{names} left #{match} after your last move, so it can't be taken back any more.",
        len(names),
    ).format(names=format_list(names), match=match.id)


def never_accepts_takebacks(person: Person) -> str:
    """Say that a player accepts no takebacks."""
    return _("{name} never accepts takebacks.").format(name=formatting.name(person))


# Notes and replays


def note_too_long(longest: int, length: int) -> str:
    """Say that a note is too long."""
    return _("A note has at most {longest} characters; this one has {length}.").format(longest=longest, length=length)


def too_many_notes(match: Match, most: int) -> str:
    """Say that the player has as many notes for a match as fit."""
    return _("You already have {most} notes for #{match}. `/match notes` with `remove` deletes one.").format(
        most=most, match=match.id
    )


def notes_are_private(match: Match) -> str:
    """Say that only players see a match's notes until it ends."""
    return f"{not_a_player(match)} " + _("Its players' notes are shown when it ends.")


def no_such_note(match: Match, number: int) -> str:
    """Say that the player has no note with this number."""
    return _("You have no note {number} for #{match}. `/match notes` lists yours.").format(
        number=number, match=match.id
    )


def notes_are_public(match: Match) -> str:
    """Say that a match has ended, so notes can't be added."""
    return f"{ended(match)} " + _("Its notes are open to everyone now.")


def unreadable_replay(word: str) -> str:
    """Say that a word of a request for a replay is unknown, and how to write one."""
    return _("I can't read {word}. Ask for a replay like this: `#42 10-20 gif`.").format(word=formatting.code(word))


def nothing_to_replay(match: Match) -> str:
    """Say that no move has been played."""
    return _("Nothing has been played in #{match} yet, so there is nothing to replay.").format(match=match.id)


# Reviews


def review_for_players(match: Match) -> str:
    """Say who can ask for the review of a match."""
    people = format_list((formatting.name(person) for person in match.seats if person.level is None), "or")
    return _("Only {people} can ask for the review of #{match}.").format(people=people, match=match.id)


def review_too_soon(match: Match) -> str:
    """Say that only finished matches are reviewed."""
    return _("#{match} isn't over yet. You can have it reviewed when it is.").format(match=match.id)


def nothing_to_review(match: Match) -> str:
    """Say that no move has been played."""
    return _("Nothing was played in #{match}, so there is nothing to review.").format(match=match.id)


def event_decides(match_id: int) -> str:
    """Reject calling a match of an event off."""
    return _("#{match} belongs to an event, so only its organizers can change the result.").format(match=match_id)
