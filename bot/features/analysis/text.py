"""What the board of an analysis says, its buttons and its export. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.match_text import event_sentences, outcome_then, player_left
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.analysis.tree import MOST_MOVES, line_ends, path_to
from bot.referee.formatting import shown_name
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.analysis.analysis import AnalysisBoard
    from bot.referee.analysis.tree import Analysis, Point
    from bot.referee.log.notes import ShownNote
    from storage.queries.rows import Event, Match

TRY_A_MOVE, ONLY_YOU = N_("Try a move"), N_("Only you see it.")
BACK, FORWARD, GO_TO, NAME_AND_NOTE = N_("Back"), N_("Forward"), N_("Go to"), N_("Name and note")
REMOVE, MAKE_PLAN, TOGETHER, EXPORT = N_("Remove"), N_("Make it my plan"), N_("Analyse together"), N_("Export")
TO_THE_BOARD, ADD_MOVE, NEXT_MOVE = N_("Back to the board"), N_("Add this move"), N_("Next move")


THE_START = N_("The start of the match")
CHOOSE_LINE = N_("Go to a line...")
GO_TO_LABEL = N_("A move's number, or a name you gave")
FORM_TITLE, NAME_LABEL, NOTE_LABEL = N_("This position"), N_("A name"), N_("A note")
EXPORT_WORD = "export"
WOULD_BE_PUBLIC = N_(
    "Everyone can read this channel, and while the match goes on an analysis is yours alone. Use `/match do:analyse`, "
    "or ask me in a direct message."
)
NEWS_OF_PLAYERS = 3
"""Players' notes that a board shows at most."""
_LABEL = 100
_LINE = 700
_LAST_MOVES = 4


def analysis_post(board: AnalysisBoard, notes: Sequence[ShownNote] = ()) -> str:
    """Return the text above the board of an analysis; `notes` are those that players wrote at this move."""
    match, analysis = board.match, board.analysis
    title = _("**Analysis of {title} #{match}.**").format(title=board.game.info.title, match=match.id)
    whose = _("Everyone here can move, go back and try other lines.") if board.shared else _(ONLY_YOU)
    tried = ngettext("-# {n} move of {most} tried", "-# {n} moves of {most} tried", len(analysis.moves))
    name, note = analysis.names.get(board.point), analysis.notes.get(board.point)
    lines = [
        f"{title} {whose}",
        _line(board),
        " ".join(_happened(board)),
        f"**{formatting.plain(name)}**" if name else "",
        f"> {formatting.plain(note)}" if note else "",
        *map(_note_line, notes[:NEWS_OF_PLAYERS]),
        tried.format(n=len(analysis.moves), most=MOST_MOVES),
    ]
    return "\n".join(filter(None, lines))[:MAX_LENGTH]


def _note_line(note: ShownNote) -> str:
    return _("> {name} noted: {note}").format(name=formatting.name(note.person), note=formatting.plain(note.text))


def _line(board: AnalysisBoard) -> str:
    if not board.path.texts:
        if board.point == board.now:
            return _("The match is here now.") if board.match.ended_at is None else _("The match ended here.")
        taken_back = board.point.seq and board.point.seq not in {event.seq for event in board.changes}
        return _("This move was taken back.") if taken_back else ""
    begins = board.snapshot.ply - len(board.path.texts) if not board.unplayable else None
    if begins is None:
        line = _("A line: {moves}.")
    else:
        line = _("A line after move {ply}: {moves}.") if begins else _("A line from the start: {moves}.")
    line = line.format(ply=begins, moves=formatting.code(", ".join(board.path.texts), _LINE))
    if not board.unplayable:
        return line
    stopped = _("The rules have changed, so it can't be played to its end: {reason}")
    return f"{line} {stopped.format(reason=board.unplayable)}"


def _happened(board: AnalysisBoard) -> list[str]:
    snapshot, game, match = board.snapshot, board.game, board.match
    happened = event_sentences(snapshot, game) if snapshot.event else []
    result = game.result(snapshot.state)
    if result:
        then = outcome_then(match, game, result)
    else:
        mover = match.seats[(game.to_move(snapshot.state) or 1) - 1]
        then = _("{name} to move.").format(name=formatting.name(mover))
    start = [] if happened else [_(THE_START)]
    return [formatting.sentence(part) for part in (*start, *happened, *game.news(snapshot.state), then)]


def way_label(match: Match, changes: Sequence[Event], point: Point, text: str, name: str) -> str:
    """Return the label of a move that goes on from a point: the match's own, or one that was tried."""
    event = next((event for event in changes if not point.number and event.seq == point.seq), None)
    if event is None:
        return _cut(f"{text} ({name})" if name else text)
    if event.kind == "move":
        return _cut(_("{move} (played)").format(move=text))
    return _cut(player_left(shown_name(match.seats[(event.seat or 1) - 1]), text, formatting.tidy))


def line_label(board: AnalysisBoard, point: Point) -> str:
    """Return the label of a line's end, or of a point with a name, at most 100 characters."""
    name, path = board.analysis.names.get(point, ""), path_to(board.analysis, point)
    texts = [*(["..."] if len(path.texts) > _LAST_MOVES else []), *path.texts[-_LAST_MOVES:]]
    played = sum(event.kind == "move" and event.seq <= path.seq for event in board.changes)
    where = f"{played}: {', '.join(texts)}" if texts else _("move {ply}").format(ply=played)
    return _cut(f"{name} ({where})" if name else where)


def _cut(label: str) -> str:
    return label if len(label) <= _LABEL else f"{label[: _LABEL - 1]}\u2026"


def choose_for(title: str, board: AnalysisBoard) -> str:
    """Return what stands before the question of a step in an analysis."""
    mover = board.match.seats[(board.mover or 1) - 1]
    heading = _("**Analysis of {title} #{match}**, move {ply}. {name} plays:").format(
        title=title, match=board.match.id, ply=board.snapshot.ply + 1, name=formatting.name(mover)
    )
    return f"{heading} " if board.shared else f"{_(ONLY_YOU)} {heading} "


def export_text(title: str, match: Match, analysis: Analysis, changes: Sequence[Event]) -> str:
    """Return an analysis as text: each line with its moves, names and notes, in the order of the match."""
    people = format_list(map(shown_name, match.seats))
    parts = [f"{title} #{match.id}: {people}", _("Each line begins after a move of the match."), ""]
    for point in sorted(line_ends(analysis), key=lambda end: path_to(analysis, end).seq):
        path = path_to(analysis, point)
        played = [event for event in changes if event.kind == "move" and event.seq <= path.seq]
        after = _("From the start")
        if played:
            after = _("After move {ply}, {move}").format(ply=len(played), move=played[-1].text)
        moves = [f"{number}. {text}" for number, text in enumerate(path.texts, len(played) + 1)]
        parts.append(f"{after}: {', '.join(moves)}" if moves else after)
        parts += [f"  {text}" for each in path.points or (point,) for text in _texts_of(analysis, each, path.points)]
    lone = [point for point in analysis.notes if not point.number and point not in analysis.names]
    for point in sorted(lone):
        played = [event for event in changes if event.kind == "move" and event.seq <= point.seq]
        parts += [_("Move {ply}").format(ply=len(played)), *(f"  {text}" for text in _texts_of(analysis, point, ()))]
    return "\n".join(parts) + "\n"


def _texts_of(analysis: Analysis, point: Point, line: Sequence[Point]) -> list[str]:
    """Return the name and the note of a point, with its move's place in a line."""
    name, note = analysis.names.get(point), analysis.notes.get(point)
    if point in line:
        move = analysis.moves[point.number].text
        found = ((_("name at {move}: {text}"), name), (_("note at {move}: {text}"), note))
    else:
        move, found = "", ((_("name: {text}"), name), (_("note: {text}"), note))
    return [template.format(move=move, text=text) for template, text in found if text]
