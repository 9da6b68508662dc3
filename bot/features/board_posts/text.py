"""What the posts of boards say, and the post of a finished match in the channel that a server has for these. Pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.features.board_replies import board_footer
from bot.features.challenges.text import seat_list
from bot.features.history import note_line
from bot.features.match_text import (
    clock_lines,
    ended_without_result,
    event_sentences,
    in_duration,
    match_duration,
    outcome_lines,
    player_left,
    seat_left_line,
)
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.formatting import is_deleted
from bot.referee.history.history import list_holders, match_result
from bot.referee.history.rebuild import list_entries
from bot.referee.log.automatic_moves import explain_illegal
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.referee.boards import Snapshot
    from bot.referee.log.automatic_moves import Refusal
    from bot.referee.log.notes import ShownNote
    from games.contract import Game, Info, Result
    from storage.queries.rows import Event, Match, Person, Tournament

    NamePerson = Callable[[Person], str]

INLINE = 800
"""Characters that moves and notes may take in the post of a finished match; longer ones come as a file."""

# Translators: the small print of a post; {nonce} tells it from others.
FAILED_MARK = N_("-# note {nonce}")
"""The last line of a post in place of a board that failed, by which it is recognized."""


def ways_to_move(match: Match, *, content: bool) -> str:
    """Return how to send a move, naming only what works without a thread or without the message content intent."""
    if not content:
        return _("Press **Move**, reply to this post with the ping on, mention me with your move, or use `/move`.")
    if match.thread_id:
        return _("Press **Move**, reply to this post, write here or use `/move`.")
    return _("Press **Move**, reply to this post or use `/move`.")


def match_of_event(match: Match, event: Tournament, info: Info, others: Sequence[Person], name_of: NamePerson) -> str:
    """Return the line above the first board of a match of an event: who plays. `name_of` names the `others`.

    The player to move is named below.
    """

    def call(person: Person) -> str:
        return name_of(person) if person in others else formatting.name(person)

    people = seat_list(match.seats, info, call)
    return _("**{event}**: {people}.").format(event=formatting.plain(event.name), people=people)


@dataclass(frozen=True, slots=True)
class BoardNews:
    """What a board tells beside its own event: earlier ones, the queued move that was refused, a tip, if any.

    `events` are those and the board's own, each with its ply: moves that were queued or planned, moves before the
    answer of a computer player, and the leaving of a player before them.
    """

    events: tuple[tuple[int, Event], ...] = ()
    refusal: Refusal | None = None
    tip: str = ""


NO_NEWS = BoardNews()


def board_post(
    snapshot: Snapshot, game: Game[Any, Any], name_of: NamePerson, *, content: bool, news: BoardNews = NO_NEWS
) -> str:
    """Return the text above the board of an event: what happened, whose turn it is, how to move next.

    `name_of` names the player to move. What the players did is the first line; a board that tells several turns names
    all of them as far as they fit there.
    """
    if snapshot.ending:
        # Translators: {duration} is "in 3 days".
        took = ngettext("After {n} move {duration}.", "After {n} moves {duration}.", snapshot.ply)
        took = took.format(n=snapshot.ply, duration=in_duration(match_duration(snapshot)))
        headline = ended_without_result(snapshot.match, game, snapshot.ending)
        return "\n".join([headline, took, board_footer(snapshot)])
    result = match_result(game, snapshot.match, snapshot.event, snapshot.state)
    lines = _tell_events(snapshot, game, name_of, news.events, ended=result is not None)
    if news.refusal:
        lines.append(_refused(snapshot, game, news.refusal))
    if not (snapshot.closed or snapshot.undone):  # the board of the last turn said what that turn brought
        lines += map(formatting.sentence, game.news(snapshot.state))
    if result is not None:
        return "\n".join([*lines, *outcome_lines(snapshot, game, result), board_footer(snapshot)])
    seat = game.to_move(snapshot.state) or 1
    player = snapshot.match.seats[seat - 1]
    if player.level:
        lines.append(_("{name} is thinking.").format(name=formatting.name(player)))
        return "\n".join([*lines, *clock_lines(snapshot), board_footer(snapshot)])
    if player.is_crowd:
        turn = _("{name} to move.").format(name=name_of(player)) + formatting.time_until(snapshot.deadline)
        how = _("Members press **Move** to propose a move, and **Vote** to vote for one.")
        return "\n".join([*lines, turn, how, board_footer(snapshot)])
    tip = [_("**Tip**: {tip}").format(tip=news.tip)] if news.tip else []
    left = seat_left_line(snapshot)
    mover, more = name_of(player), [*left, *clock_lines(snapshot), *tip]
    task = formatting.sentence(game.task(snapshot.state))
    if snapshot.ply < len(snapshot.match.seats) or "`" in task:  # a phase begins, which the task shows an example of
        # Translators: {task} says what to do: "place a small, for example `c4`."
        asked = _("{name}, {task}").format(name=mover, task=task)
        asked += formatting.time_until(snapshot.deadline)
        ways = ways_to_move(snapshot.match, content=content)
        return "\n".join([*lines, asked, ways, *more, board_footer(snapshot)])
    turn = _("{name} to move.").format(name=mover) + formatting.time_until(snapshot.deadline)
    return "\n".join([*lines, turn, *more, board_footer(snapshot, content=content)])


def _tell_events(
    snapshot: Snapshot,
    game: Game[Any, Any],
    name_of: NamePerson,
    told: Sequence[tuple[int, Event]],
    *,
    ended: bool,
) -> list[str]:
    """Return the lines on what happened: a move, or a player who left, stands in one with the turns `told` before it.

    Where the match `ended`, how it did so tells of the player who left.
    """
    match, event = snapshot.match, snapshot.event
    before = [_clause(match, ply, one) for ply, one in told if one != event]
    if event and (event.kind == "move" or (event.kind == "leave" and not ended)):
        own = event_sentences(snapshot, game, name_of)
        return fit_turns(before, [*own, *(_clause(match, snapshot.ply, event, *limits) for limits in _LIMITS)])
    ways = (
        sentence
        for moves, names in ((100, 32), *_LIMITS, (0, 8))
        for sentence in event_sentences(snapshot, game, name_of, longest_move=moves, longest_name=names)
    )
    return [*fit_turns(before[:-1], before[-1:]), *([] if ended else fit_turns([], [*ways]))]


_LIMITS = ((40, 32), (20, 32), (12, 12))
"""Characters of a move and of a name that the first line keeps, one after the other until it fits."""


def _clause(match: Match, ply: int, event: Event, longest_move: int = 40, longest_name: int = 32) -> str:
    """Return a turn as a clause, with the move in notation: "**3.** **Ann** `2@e5`", "Cleo resigned"."""
    name = formatting.name(match.seats[(event.seat or 1) - 1], longest_name)
    if event.kind == "leave":
        return player_left(name, event.text)
    return f"**{ply}.** {name} {formatting.code(event.text, longest_move)}"


def fit_turns(before: Sequence[str], last: Sequence[str]) -> list[str]:
    """Return turns as one sentence that takes two lines on a phone at most, with an ellipsis for those left out.

    `last` has the ways to tell the last turn, the longest first. Returns nothing for no turns.

    >>> fit_turns(["**3.** **Ann** `c4`"], ["**4.** **Bob** places a small on d5."])
    ['**3.** **Ann** `c4`, **4.** **Bob** places a small on d5.']
    """
    sentence = ""
    for left_out in range(len(before) + 1):
        for way in last:
            mark = "\u2026 " if left_out else ""
            sentence = mark + formatting.sentence(", ".join([*before[left_out:], way]))
            if count_phone_lines(sentence) <= 2:
                return [sentence]
    return [sentence] if sentence else []


PHONE_WIDTH = 312
"""Pixels of a line of a post on a phone of 390."""
_WIDE, _NARROW = 16, 6
"""Pixels of a wide and a narrow character in a wide font; of all others it is what `_width` says."""


def count_phone_lines(text: str) -> int:
    """Return how many lines a text of Markdown takes on a phone, in a font that is wider than most.

    >>> count_phone_lines("**3.** **Ann** moves a small from c1 to c2."), count_phone_lines("word " * 20)
    (2, 4)
    """
    lines, used = 1, 0
    for word in _HIDDEN.sub("", text).split():
        width = sum(map(_width, word))
        if used and used + width > PHONE_WIDTH:
            lines, used = lines + 1, 0
        lines += (used + width) // PHONE_WIDTH
        used = (used + width) % PHONE_WIDTH + _NARROW
    return lines


_HIDDEN = re.compile(r"\*\*|\\(?=.)")


def _width(character: str) -> int:
    """Return about how many pixels a character takes; the mark of code stands for the space around it."""
    if character in "ijlft.,:;!|'()[]r-":
        return _NARROW
    if character in "mwMW@%&\u2026" or unicodedata.east_asian_width(character) in {"W", "F"}:
        return _WIDE
    return 11 if character.isupper() or character.isdecimal() else 10


def _refused(snapshot: Snapshot, game: Game[Any, Any], refusal: Refusal) -> str:
    """Say that a queued move can't be played any more and why, and that its player decides anew."""
    who, move = formatting.name(snapshot.match.seats[refusal.seat - 1]), formatting.code(refusal.text, 40)
    if not refusal.reason:
        text = _("{name} had queued {move}, which can't be played any more. The rest of that queue is dropped.")
        return text.format(name=who, move=move)
    text = _("{name} had queued {move}, which can't be played any more: {reason} The rest of that queue is dropped.")
    return text.format(name=who, move=move, reason=explain_illegal(game, snapshot.state, refusal.text, refusal.reason))


def board_sent_directly(snapshot: Snapshot) -> str:
    """Return the line above a board that its player gets by direct message."""
    match = snapshot.match
    if is_deleted(match.home):
        over = _("The channel of #{match} was deleted, so this is how your match ended.")
        text = over if match.ended_at else _("The channel of #{match} was deleted, so your match continues here.")
        return text.format(match=match.id)
    if match.ended_at:
        text = _("I can't post in {channel}, so this is how your match ended.")
    else:
        text = _("I can't post in {channel}, so your match continues here until I can.")
    return text.format(channel=f"<#{match.home}>")


def cannot_reach(match: Match, person: Person) -> str:
    """Return what the others are told where the player to move can't get the board by direct message."""
    return _(
        "I can't write to {name}, who's to move in #{match}. Ask {name} to allow direct messages from me, or to move "
        "with `/board` and `/move` where you began."
    ).format(name=formatting.name(person), match=match.id)


def board_failed(match: Match, mover: Person | None, name_of: NamePerson) -> str:
    """Return what is posted in place of a board that we fail to show."""
    if mover is None:
        text = _(
            "I can't show the board of #{match}: something went wrong on our side, and it's in the log. "
            "The match is safe: it's over."
        )
        return text.format(match=match.id)
    text = _(
        "I can't show the board of #{match}: something went wrong on our side, and it's in the log. "
        "The match is safe: {name} to move."
    )
    return text.format(match=match.id, name=name_of(mover))


@dataclass(frozen=True, slots=True)
class FinishedPost:
    """The text of the post of a finished match, the text where files are barred, and whether a file is needed."""

    text: str
    text_without_files: str
    needs_file: bool


def finished_post(
    snapshot: Snapshot, game: Game[Any, Any], result: Result, log: Sequence[Event], notes: Sequence[ShownNote]
) -> FinishedPost:
    """Return how a match ended, who played it and where, its moves and its notes."""
    match = snapshot.match
    played = _("Played by {players}.") if is_deleted(match.home) else _("Played by {players} in {channel}.")
    played = played.format(players=seat_list(match.seats, game.info), channel=f"<#{match.home}>")
    headline = "\n".join([*outcome_lines(snapshot, game, result), played])
    record = _("Moves: {moves}").format(moves=_moves(match, log))
    if notes:
        record = "\n".join([record, _("Notes:"), *map(note_line, notes)])
    if len(record) <= INLINE and len(headline) + len(record) < MAX_LENGTH:
        text = f"{headline}\n{record}"
        return FinishedPost(text, text, needs_file=False)
    in_file = _("The moves and notes are in the text file.") if notes else _("The moves are in the text file.")
    elsewhere = (
        _("The moves and notes are in `/match do:export #{match}`.")
        if notes
        else _("The moves are in `/match do:export #{match}`.")
    )
    return FinishedPost(f"{headline}\n{in_file}", f"{headline}\n{elsewhere.format(match=match.id)}", needs_file=True)


def _moves(match: Match, log: Sequence[Event]) -> str:
    """Return the moves of the mainline, with their numbers, and the players who left between them."""
    found: list[str] = []
    for entry, people in zip(list_entries(log), list_holders(match, log), strict=True):
        event = entry.event
        if entry.counts and event.kind == "move":
            found.append(f"{entry.ply}. {formatting.code(event.text, MAX_LENGTH)}")
        elif entry.counts and event.kind == "leave" and event.seat:
            found.append(f"({player_left(formatting.name(people[event.seat - 1]), event.text)})")
        elif entry.counts and event.kind == "substitute" and event.seat:
            plays_on = _("{name} plays on").format(name=formatting.name(people[event.seat - 1]))
            found.append(f"({plays_on})")
    return " ".join(found)
