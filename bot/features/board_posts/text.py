"""What the posts of boards say, and the post of a finished match in the channel that a server has for these. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.features.boards.text import (
    board_footer,
    clock_lines,
    ended_without_result,
    event_sentences,
    format_duration,
    leave_clause,
    match_duration,
    outcome_lines,
    seat_left_line,
)
from bot.features.challenges.text import seat_list
from bot.features.history.text import note_line
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.history.entries import list_entries
from bot.referee.history.outcome import match_result
from bot.referee.history.seat_holders import list_holders
from games.text import format_count

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.referee.log.automatic_run import Refusal
    from bot.referee.log.notes import ShownNote
    from bot.referee.views import Snapshot
    from games.contract import Game, Result
    from storage.queries.rows import Event, Match, Person

    NamePerson = Callable[[Person], str]

INLINE = 800
"""Characters that moves and notes may take in the post of a finished match; longer ones come as a file."""


def ways_to_move(match: Match, *, content: bool) -> str:
    """Return how to send a move, naming only what works without a thread or without the message content intent."""
    if content:
        return f"Press **Move**, reply to this post{', write here' if match.thread_id else ''} or use `/move`."
    return "Press **Move**, reply to this post with the ping on, mention me with your move, or use `/move`."


@dataclass(frozen=True, slots=True)
class BoardNews:
    """What a board tells beside its own event: earlier ones, the queued move that was refused, a tip, if any.

    `events` are those and the board's own, each with its ply: moves that were queued, moves of computer players before
    one who plays next, and the leaving of a player before them. There are none if there is no earlier one.
    """

    events: tuple[tuple[int, Event], ...] = ()
    refusal: Refusal | None = None
    tip: str = ""


NO_NEWS = BoardNews()


def board_post(
    snapshot: Snapshot, game: Game[Any, Any], name_of: NamePerson, *, content: bool, news: BoardNews = NO_NEWS
) -> str:
    """Return the text above the board of an event: what happened, whose turn it is, how to move next.

    `name_of` names the player to move. A board after queued moves names all of them.
    """
    if snapshot.ending:
        took = f"After {format_count(snapshot.ply, 'move')} in {format_duration(match_duration(snapshot))}."
        headline = ended_without_result(snapshot.match, game, snapshot.ending)
        return "\n".join([headline, took, board_footer(snapshot)])
    result = match_result(game, snapshot.match, snapshot.event, snapshot.state)
    own = (
        []
        if news.events and snapshot.event and snapshot.event.kind == "move"
        else event_sentences(snapshot, game, name_of)
    )
    earlier = news.events[:-1] if own and news.events and news.events[-1][1] == snapshot.event else news.events
    sentences = [*_list_events(snapshot.match, earlier), *own]
    if news.refusal:
        sentences.append(_refused(snapshot.match, news.refusal))
    if not (snapshot.closed or snapshot.undone):  # the board of the last turn said what that turn brought
        sentences += map(formatting.sentence, game.news(snapshot.state))
    if result is not None:
        last_turn = [" ".join(sentences)] if sentences and not leave_clause(snapshot) else []
        return "\n".join([*last_turn, *outcome_lines(snapshot, game, result), board_footer(snapshot)])
    seat = game.to_move(snapshot.state) or 1
    player = snapshot.match.seats[seat - 1]
    if player.level:
        sentences.append(f"{formatting.name(player)} is thinking.")
        return "\n".join([" ".join(sentences), *clock_lines(snapshot), board_footer(snapshot)])
    tip, left = [f"**Tip**: {news.tip}"] if news.tip else [], seat_left_line(snapshot)
    mover, more = name_of(player), [*left, *clock_lines(snapshot), *tip]
    task = formatting.sentence(game.task(snapshot.state))
    if snapshot.ply < len(snapshot.match.seats) or "`" in task:  # a phase begins, which the task shows an example of
        sentences.append(f"{mover}, {task}{formatting.time_until(snapshot.deadline)}")
        ways = ways_to_move(snapshot.match, content=content)
        return "\n".join([" ".join(sentences), ways, *more, board_footer(snapshot)])
    until = f", until {formatting.until(snapshot.deadline)}" if snapshot.deadline else ""
    headline = " ".join([*sentences, f"{mover} to move{until}."])
    return "\n".join([headline, *more, board_footer(snapshot, content=content)])


def _list_events(match: Match, told: Sequence[tuple[int, Event]]) -> list[str]:
    """Return several turns in one sentence: "Cleo resigned, 3. Ann `2@e5`, 4. Bob `1@d4`."."""
    if not told:
        return []
    clauses = [_clause(formatting.name(match.seats[(event.seat or 1) - 1]), ply, event) for ply, event in told]
    return [f"{', '.join(clauses)}."]


def _clause(name: str, ply: int, event: Event) -> str:
    if event.kind == "leave":
        return f"{name} {formatting.plain(event.text)}"
    return f"**{ply}.** {name} {formatting.code(event.text, 40)}"


def _refused(match: Match, refusal: Refusal) -> str:
    """Say that a queued move can't be played any more, and that its player decides anew."""
    who, move = formatting.name(match.seats[refusal.seat - 1]), formatting.code(refusal.text, 40)
    why = f": {refusal.reason}" if refusal.reason else "."
    return f"{who} had queued {move}, which can't be played any more{why} The rest of that queue is dropped."


def board_sent_directly(snapshot: Snapshot) -> str:
    """Return the line above a board that its player gets by direct message."""
    match = snapshot.match
    rest = "this is how your match ended." if match.ended_at else "your match continues here until I can."
    return f"I can't post in <#{match.home}>, so {rest}"


def cannot_reach(match: Match, person: Person) -> str:
    """Return what the others are told where the player to move can't get the board by direct message."""
    who = formatting.name(person)
    return (
        f"I can't write to {who}, who's to move in #{match.id}. Ask {who} to allow direct messages from me, or to move "
        "with `/board` and `/move` where you began."
    )


def board_failed(match: Match, mover: Person | None, name_of: NamePerson) -> str:
    """Return what is posted in place of a board that we fail to show."""
    status = f"{name_of(mover)} to move" if mover else "it's over"
    return (
        f"I can't show the board of #{match.id}: something went wrong on our side, and it's in the log. "
        f"The match is safe: {status}."
    )


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
    played = f"Played by {seat_list(match.seats, game.info)} in <#{match.home}>."
    headline = "\n".join([*outcome_lines(snapshot, game, result), played])
    record = f"Moves: {_moves(match, log)}"
    if notes:
        record += "\nNotes:\n" + "\n".join(map(note_line, notes))
    if len(record) <= INLINE and len(headline) + len(record) < MAX_LENGTH:
        text = f"{headline}\n{record}"
        return FinishedPost(text, text, needs_file=False)
    what = "The moves and notes are" if notes else "The moves are"
    return FinishedPost(
        f"{headline}\n{what} in the text file.",
        f"{headline}\n{what} in `/match export #{match.id}`.",
        needs_file=True,
    )


def _moves(match: Match, log: Sequence[Event]) -> str:
    """Return the moves of the mainline, with their numbers, and the players who left between them."""
    found: list[str] = []
    for entry, people in zip(list_entries(log), list_holders(match, log), strict=True):
        event = entry.event
        if entry.counts and event.kind == "move":
            found.append(f"{entry.ply}. {formatting.code(event.text, MAX_LENGTH)}")
        elif entry.counts and event.kind == "leave" and event.seat:
            found.append(f"({formatting.name(people[event.seat - 1])} {formatting.plain(event.text)})")
        elif entry.counts and event.kind == "substitute" and event.seat:
            found.append(f"({formatting.name(people[event.seat - 1])} plays on)")
    return " ".join(found)
