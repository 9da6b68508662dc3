"""The tree of an analysis: its moves, names and notes, its limits, and what it rejects. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from games.translation import gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from storage.queries.rows import Event, Match

MOST_MOVES = 200
"""Moves of all lines of an analysis, and so positions; also names, and also notes."""
LONGEST_NAME = 60
"""Characters of a point's name."""
LONGEST_NOTE = 300
"""Characters of a note."""


UNKNOWN_ANALYSIS = N_("I no longer know which analysis this was. Begin again with `/match do:analyse`.")
CANNOT_GO_ON = N_("The rules have changed, and this line can't be played any more, so no move can follow it.")


def over_there(match: Match) -> str:
    """Return why no move can be added at a point."""
    return _("#{match} is over at that point, so there's no move to add. Go back first.").format(match=match.id)


STATE_CHANGES = frozenset({"move", "leave"})
"""The kinds of events that change the position of a match."""


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """A position: that of the match after event `seq`, or, if `number` isn't 0, the one after that move of a line."""

    seq: int
    number: int = 0


@dataclass(frozen=True, slots=True)
class LineMove:
    """A move of a line, by its canonical text, and the point at which it's played."""

    before: Point
    text: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """The moves of all lines by number, names and notes of points, and the point that was shown last.

    `seq` is the last event of the match that the analysis has followed.
    """

    moves: Mapping[int, LineMove] = field(default_factory=dict[int, LineMove])
    names: Mapping[Point, str] = field(default_factory=dict[Point, str])
    notes: Mapping[Point, str] = field(default_factory=dict[Point, str])
    point: Point = Point(0)
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Path:
    """The moves of a line from the position of the match after event `seq` on, and the points that they lead to."""

    seq: int
    texts: tuple[str, ...]
    points: tuple[Point, ...]


def position_changes(counting: Sequence[Event]) -> list[Event]:
    """Return the events of a mainline that change the position."""
    return [event for event in counting if event.kind in STATE_CHANGES]


def path_to(analysis: Analysis, point: Point) -> Path:
    """Return how a point is reached; a point of the match has no moves before it."""
    texts: list[str] = []
    points: list[Point] = []
    while point.number:
        move = analysis.moves[point.number]
        texts.insert(0, move.text)
        points.insert(0, point)
        point = move.before
    return Path(point.seq, tuple(texts), tuple(points))


def point_before(analysis: Analysis, point: Point, changes: Sequence[Event]) -> Point | None:
    """Return the point before another one, None at the start of the match.

    `changes` are those of the match, as `position_changes` returns them.
    """
    if point.number:
        return analysis.moves[point.number].before
    if point.seq == 0:
        return None
    return Point(max((event.seq for event in changes if event.seq < point.seq), default=0))


def ways_on(analysis: Analysis, point: Point, changes: Sequence[Event]) -> list[tuple[Point, str]]:
    """Return the points to which lines go on from a point, each with its move; first comes the match's own."""
    played: list[tuple[Point, str]] = []
    if not point.number:
        played = [(Point(event.seq), event.text) for event in changes if event.seq > point.seq][:1]
    tried = [(Point(0, number), move.text) for number, move in analysis.moves.items() if move.before == point]
    return [*played, *tried]


def line_ends(analysis: Analysis) -> list[Point]:
    """Return the last points of all lines, and the other points that have a name, in the order of their making."""
    passed = {move.before for move in analysis.moves.values()}
    ends = [Point(0, number) for number in analysis.moves if Point(0, number) not in passed]
    return [*ends, *(point for point in analysis.names if point not in ends)]


def find_point(analysis: Analysis, point: Point, match_seq: int) -> Point | None:
    """Return a point if the analysis or the match, whose last event is `match_seq`, has it, else None."""
    known = point.number in analysis.moves if point.number else 0 <= point.seq <= match_seq
    return (Point(0, point.number) if point.number else point) if known else None


def go_to(analysis: Analysis, point: Point) -> Analysis:
    """Return an analysis that shows another point."""
    return replace(analysis, point=point)


def add_move(analysis: Analysis, text: str) -> Analysis:
    """Return an analysis that shows the point after a move at the point shown; a move that is there isn't added again.

    Raises `RequestRejected` if the analysis is full.
    """
    move = LineMove(analysis.point, text)
    for number, known in analysis.moves.items():
        if known == move:
            return go_to(analysis, Point(0, number))
    if len(analysis.moves) >= MOST_MOVES:
        raise RequestRejected(
            _("An analysis holds {most} moves, and yours is full. *Remove* takes a line out.").format(most=MOST_MOVES)
        )
    number = max(analysis.moves, default=0) + 1
    return replace(analysis, moves={**analysis.moves, number: move}, point=Point(0, number))


def remove_line(analysis: Analysis) -> Analysis:
    """Return an analysis without the move that leads to the point shown and all that follow it.

    It shows the point before. At a point of the match, all lines that begin there are removed.
    """
    shown = analysis.point
    gone = {shown.number} if shown.number else {n for n, move in analysis.moves.items() if move.before == shown}
    for number, move in sorted(analysis.moves.items()):  # a move's number is above that of the move before it
        if move.before.number in gone:
            gone.add(number)
    left = analysis.moves[shown.number].before if shown.number else shown
    return replace(
        analysis,
        moves={number: move for number, move in analysis.moves.items() if number not in gone},
        names={point: name for point, name in analysis.names.items() if point.number not in gone},
        notes={point: note for point, note in analysis.notes.items() if point.number not in gone},
        point=left,
    )


def annotate(analysis: Analysis, name: str, note: str) -> Analysis:
    """Return an analysis with a name and a note of the point shown; an empty text removes them.

    Raises `RequestRejected` if a text is too long or there are too many.
    """
    names, notes = dict(analysis.names), dict(analysis.notes)
    for kind, texts, text, longest in (("name", names, name, LONGEST_NAME), ("note", notes, note, LONGEST_NOTE)):
        texts.pop(analysis.point, None)
        if len(text) > longest:
            sentence = (
                _("A name has at most {longest} characters, and yours has {length}.")
                if kind == "name"
                else _("A note has at most {longest} characters, and yours has {length}.")
            )
            raise RequestRejected(sentence.format(longest=longest, length=len(text)))
        if text:
            texts[analysis.point] = text
        if len(texts) > MOST_MOVES:
            sentence = (
                _("An analysis holds {most} names, and yours is full. Take another one out first.")
                if kind == "name"
                else _("An analysis holds {most} notes, and yours is full. Take another one out first.")
            )
            raise RequestRejected(sentence.format(most=MOST_MOVES))
    return replace(analysis, names=names, notes=notes)


def follow_match(analysis: Analysis, changes: Sequence[Event], seq: int) -> Analysis:
    """Return an analysis in which the points of lines that were played are those of the match.

    `changes` are the events that change the position, and `seq` is the last event. If the match has moved on since, the
    point shown is that where it stands.
    """
    before = Point(0)
    for event in changes:
        after = Point(event.seq)
        played = next((n for n, move in analysis.moves.items() if move == LineMove(before, event.text)), None)
        if played is not None and event.kind == "move":
            analysis = _become_played(analysis, played, after)
        before = after
    return analysis if analysis.seq == seq else replace(analysis, point=before, seq=seq)


def _become_played(analysis: Analysis, number: int, after: Point) -> Analysis:
    """Return an analysis in which the point after a move is one of the match."""
    line = Point(0, number)

    def moved(point: Point) -> Point:
        return after if point == line else point

    return replace(
        analysis,
        moves={n: LineMove(moved(move.before), move.text) for n, move in analysis.moves.items() if n != number},
        names=_join_texts(analysis.names, line, after, LONGEST_NAME),
        notes=_join_texts(analysis.notes, line, after, LONGEST_NOTE),
        point=moved(analysis.point),
    )


def _join_texts(texts: Mapping[Point, str], line: Point, after: Point, longest: int) -> dict[Point, str]:
    """Return names or notes in which those of the point of a line are those of a point of the match."""
    both = "; ".join(texts[point] for point in (after, line) if point in texts)[:longest]
    others = {point: text for point, text in texts.items() if point not in {line, after}}
    return {**others, after: both} if both else others


def to_json(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis for storage."""
    return {
        "moves": [[number, *_numbers(move.before), move.text] for number, move in analysis.moves.items()],
        "names": [[*_numbers(point), text] for point, text in analysis.names.items()],
        "notes": [[*_numbers(point), text] for point, text in analysis.notes.items()],
        "point": [*_numbers(analysis.point)],
        "seq": analysis.seq,
    }


def from_json(stored: Any) -> Analysis:
    """Return the analysis that `to_json` wrote. Raises `ValueError` for anything else."""
    try:
        moves = {int(number): LineMove(_point(seq, at), str(text)) for number, seq, at, text in stored["moves"]}
        names = {_point(seq, at): str(text) for seq, at, text in stored["names"]}
        notes = {_point(seq, at): str(text) for seq, at, text in stored["notes"]}
        analysis = Analysis(moves, names, notes, _point(*stored["point"]), int(stored["seq"]))
    except (KeyError, TypeError) as error:
        raise ValueError(f"this is no analysis: {error}") from error
    for number, move in moves.items():
        if not (move.before.number < number and move.before.number in {0, *moves}):
            raise ValueError(f"move {number} of the analysis follows no move before it")
    if any(point.number not in {0, *moves} for point in (*names, *notes, analysis.point)):
        raise ValueError("a point of the analysis has no move")
    return analysis


def _numbers(point: Point) -> tuple[int, int]:
    return point.seq, point.number


def _point(seq: Any, number: Any) -> Point:
    return Point(int(seq), int(number))
