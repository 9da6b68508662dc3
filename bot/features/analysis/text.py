"""What the board of an analysis says, and its export. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.boards.text import event_sentences, outcome_clause
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.analysis.tree import MOST_MOVES, line_ends, path_to
from games.text import format_count, format_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.analysis.board import AnalysisBoard
    from bot.referee.analysis.tree import Analysis, Point
    from bot.referee.log.notes import ShownNote
    from storage.queries.rows import Event, Match

ANALYSE = "Analyse"
MOVE, BACK, FORWARD, GO_TO, NAME_AND_NOTE = "Move", "Back", "Forward", "Go to", "Name and note"
REMOVE, MAKE_PLAN, TOGETHER, EXPORT = "Remove", "Make it my plan", "Analyse together", "Export"
TO_THE_BOARD, ADD_MOVE, NEXT_MOVE = "Back to the board", "Add this move", "Next move"
THE_START = "The start of the match"
CHOOSE_MOVE = "Go on with..."
CHOOSE_LINE = "Go to a line..."
GO_TO_TITLE, GO_TO_LABEL = "Go to", "A move's number, or a name you gave"
FORM_TITLE, NAME_LABEL, NOTE_LABEL = "This position", "A name", "A note"
EXPORT_WORD = "export"
PRESS_AGAIN = "That took too long for Discord to open a form. Press again."
WOULD_BE_PUBLIC = (
    "Everyone can read this channel, and while the match goes on an analysis is yours alone. Use `/match analyse`, or "
    "ask me in a direct message."
)
NEWS_OF_PLAYERS = 3
"""Players' notes that a board shows at most."""
_LABEL = 100
_LINE = 700
_LAST_MOVES = 4


def analysis_post(board: AnalysisBoard, notes: Sequence[ShownNote] = ()) -> str:
    """Return the text above the board of an analysis; `notes` are those that players wrote at this move."""
    match, analysis = board.match, board.analysis
    whose = "Everyone here can move, go back and try other lines." if board.shared else "Only you see it."
    name, note = analysis.names.get(board.point), analysis.notes.get(board.point)
    lines = [
        f"**Analysis of {board.game.info.title} #{match.id}.** {whose}",
        _line(board),
        " ".join(_happened(board)),
        f"**{formatting.plain(name)}**" if name else "",
        f"> {formatting.plain(note)}" if note else "",
        *(f"> {formatting.name(one.person)} noted: {formatting.plain(one.text)}" for one in notes[:NEWS_OF_PLAYERS]),
        f"-# {format_count(len(analysis.moves), 'move')} of {MOST_MOVES} tried",
    ]
    return "\n".join(filter(None, lines))[:MAX_LENGTH]


def _line(board: AnalysisBoard) -> str:
    if not board.path.texts:
        if board.point == board.now:
            return "Here the match stands." if board.match.ended_at is None else "Here the match ended."
        taken_back = board.point.seq and board.point.seq not in {event.seq for event in board.changes}
        return "This move was taken back." if taken_back else ""
    begins = board.snapshot.ply - len(board.path.texts) if not board.unplayable else None
    where = "" if begins is None else f" after move {begins}" if begins else " from the start"
    moves = formatting.code(", ".join(board.path.texts), _LINE)
    stopped = (
        f" The rules have changed, so it can't be played to its end: {board.unplayable}" if board.unplayable else ""
    )
    return f"A line{where}: {moves}.{stopped}"


def _happened(board: AnalysisBoard) -> list[str]:
    snapshot, game, match = board.snapshot, board.game, board.match
    happened = event_sentences(snapshot, game) if snapshot.event else []
    result = game.result(snapshot.state)
    if result:
        then = f"Then {outcome_clause(match, game, result)}"
    else:
        mover = match.seats[(game.to_move(snapshot.state) or 1) - 1]
        then = f"{formatting.name(mover)} to move"
    start = [] if happened else ["The start of the match"]
    return [formatting.sentence(part) for part in (*start, *happened, *game.news(snapshot.state), then)]


def way_label(match: Match, changes: Sequence[Event], point: Point, text: str, name: str) -> str:
    """Return the label of a move that goes on from a point: the match's own, or one that was tried."""
    event = next((event for event in changes if not point.number and event.seq == point.seq), None)
    if event is None:
        return _cut(f"{text} ({name})" if name else text)
    if event.kind == "move":
        return _cut(f"{text} (played)")
    return _cut(f"{match.seats[(event.seat or 1) - 1].name} {text}")


def line_label(board: AnalysisBoard, point: Point) -> str:
    """Return the label of a line's end, or of a point with a name, at most 100 characters."""
    name, path = board.analysis.names.get(point, ""), path_to(board.analysis, point)
    texts = [*(["..."] if len(path.texts) > _LAST_MOVES else []), *path.texts[-_LAST_MOVES:]]
    played = sum(event.kind == "move" and event.seq <= path.seq for event in board.changes)
    where = f"{played}: {', '.join(texts)}" if texts else f"move {played}"
    return _cut(f"{name} ({where})" if name else where)


def _cut(label: str) -> str:
    return label if len(label) <= _LABEL else f"{label[: _LABEL - 1]}\u2026"


def choose_for(title: str, board: AnalysisBoard) -> str:
    """Return what stands before the question of a step in an analysis."""
    mover = board.match.seats[(board.mover or 1) - 1]
    return f"**Analysis of {title} #{board.match.id}**, move {board.snapshot.ply + 1}. {formatting.name(mover)} plays: "


def move_added(board: AnalysisBoard) -> str:
    """Return what is said to whoever added a move to the analysis that everybody shares."""
    text = board.path.texts[-1] if board.path.texts else board.snapshot.move or ""
    return f"Added to the analysis of #{board.match.id}: {formatting.code(text)}."


def where_the_match(match: Match) -> str:
    """Return the label of the point where a match stands."""
    return "Where the match stands" if match.ended_at is None else "The end of the match"


def exported(title: str, match: Match) -> str:
    """Return what is said above the file with an analysis."""
    return f"The analysis of **{title} #{match.id}** as text."


def together_soon(match_id: int) -> str:
    """Return what is said once the shared board is on its way."""
    return f"The shared board of #{match_id} comes here: everyone can move on it."


def export_text(title: str, match: Match, analysis: Analysis, changes: Sequence[Event]) -> str:
    """Return an analysis as text: each line with its moves, names and notes, in the order of the match."""
    people = format_list(map(formatting.shown_name, match.seats))
    parts = [f"{title} #{match.id}: {people}", "Each line begins after a move of the match.", ""]
    for point in sorted(line_ends(analysis), key=lambda end: path_to(analysis, end).seq):
        path = path_to(analysis, point)
        played = [event for event in changes if event.kind == "move" and event.seq <= path.seq]
        after = f"After move {len(played)}, {played[-1].text}" if played else "From the start"
        moves = [f"{number}. {text}" for number, text in enumerate(path.texts, len(played) + 1)]
        parts.append(f"{after}: {', '.join(moves)}" if moves else after)
        parts += [f"  {text}" for each in path.points or (point,) for text in _texts_of(analysis, each, path.points)]
    lone = [point for point in analysis.notes if not point.number and point not in analysis.names]
    for point in sorted(lone):
        played = [event for event in changes if event.kind == "move" and event.seq <= point.seq]
        parts += [f"Move {len(played)}", *(f"  {text}" for text in _texts_of(analysis, point, ()))]
    return "\n".join(parts) + "\n"


def _texts_of(analysis: Analysis, point: Point, line: Sequence[Point]) -> list[str]:
    """Return the name and the note of a point, with its move's place in a line."""
    where = f" at {analysis.moves[point.number].text}" if point in line else ""
    name, note = analysis.names.get(point), analysis.notes.get(point)
    return [f"{what}{where}: {text}" for what, text in (("name", name), ("note", note)) if text]
