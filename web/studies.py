"""The boards on which moves are tried: analyses and puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.analysis.text import analysis_post, line_label
from bot.features.guide.turns import line_added
from bot.features.moves.text import preview_headline
from bot.features.puzzle_messages import (
    answered_right,
    answered_wrong,
    move_to_confirm,
    puzzle_name,
    puzzle_title,
    snapshot_of_puzzle,
    solved_on_page,
)
from bot.referee import formatting
from bot.referee.analysis import analysis as referee
from bot.referee.analysis.analysis import Target, line_to_plan
from bot.referee.analysis.tree import LONGEST_NAME, LONGEST_NOTE, Point, line_ends, ways_on
from bot.referee.challenges.issue import parse_count
from bot.referee.context import run_rules
from bot.referee.guilds.audit_log import check_not_blocked
from bot.referee.plans.parser import format_line
from bot.referee.play_on import find_start_in_analysis, play_computer
from bot.referee.puzzles import choose_puzzle, count_answers, judge, open_puzzle, play_on, record_answer
from bot.referee.turns.aids import guide_from
from games.translation import gettext as _, pgettext
from web.boards import Board, Change, Chosen, Outcome, Shown
from web.matches import MatchBoard, mint_request, name_visitor
from web.text import plain_text

if TYPE_CHECKING:
    from bot.referee.analysis.analysis import AnalysisBoard as Position
    from bot.referee.boards import Snapshot
    from bot.referee.puzzles import PuzzlePosition
    from bot.referee.turns.aids import GuidedMove
    from web.boards import Json, Services
    from web.visitors import Visitor


class AnalysisBoard(MatchBoard):
    """A person's own analysis of a match. Another move may get the number of one that was removed."""

    start = "0.0"
    lasting = False

    def __init__(self, services: Services, visitor: Visitor, public_id: str) -> None:
        super().__init__(services, visitor, public_id)
        self.base = f"/b/{public_id}/analysis"
        self._match_url = f"/b/{public_id}"

    async def state(self, after: Outcome) -> Json:
        """Return the analysis at a point, by default where it was left."""
        board = await self._board(after.at)
        match, position, snapshot = board.match, _at(board.point), board.snapshot
        return await self.page(
            position,
            self.shown(snapshot),
            after,
            _list_moves(board),
            turn=board.mover is not None and not board.unplayable,
            title=f"{board.game.info.title} #{match.id}",
            person=name_visitor(match, self.visitor.user_id),
            status=await run_rules(lambda: plain_text(analysis_post(board))),
            confirm=False,
            lines=[{"at": _at(end), "label": line_label(board, end)} for end in line_ends(board.analysis)],
            stamp=await self.stamp(match),
            actions=self._actions(board),
            links=[{"url": self._match_url, "label": _("Back to the board")}],
            request=await mint_request(self.context, self.visitor.user_id, match),
        )

    async def guide(self, chosen: Chosen) -> GuidedMove:
        """Return a step at a point, for whoever is to move there."""
        board = await self._board(chosen.at)
        return await guide_from(self.context, board.snapshot, self.visitor.user_id, chosen.labels, chosen.taps)

    async def snapshot(self, at: str) -> Snapshot:
        """Return the board at a point."""
        return (await self._board(at)).snapshot

    async def preview(self, chosen: Chosen) -> tuple[Snapshot, str]:
        """Return the board after one more move."""
        board = await self._board(chosen.at)
        after = await referee.try_move(self.context, board, chosen.move)
        return after, await run_rules(lambda: preview_headline(after, board.game, confirm=False))

    def shown(self, snapshot: Snapshot) -> Shown:
        """Return how a point is drawn."""
        return Shown(snapshot, analysis=True)

    async def play(self, change: Change) -> Outcome:
        """Add a move at a point."""
        match = await self.match()
        request, target = self.request(match, change.source_id), Target(match.id)
        board = await referee.add_typed_moves(self.context, request, target, _point(change.at), change.text)
        return Outcome(_at(board.point))

    async def do(self, change: Change) -> Outcome:
        """Name or annotate a point, remove the line that leads to it or make it the person's plan, or play on there."""
        board, text = await self._board(change.at), change.text
        point, target = board.point, Target(board.match.id)
        request, names, notes = self.request(board.match, change.source_id), board.analysis.names, board.analysis.notes
        match change.what:
            case "plan":
                planned, line = await referee.plan_line(self.context, request, target, point)
                return Outcome(_at(point), line_added(format_line(line), planned))
            case "playon":
                begun = await find_start_in_analysis(self.context, request, target, point)
                await play_computer(self.context, request, begun, parse_count("level", text))
                return Outcome(_at(point), _("The match begins. Its board comes in Discord."))
            case "remove":
                board = await referee.remove_at(self.context, request, target, point)
            case "name":
                note = notes.get(point, "")
                board = await referee.annotate_point(self.context, request, target, point, text, note)
            case "note":
                name = names.get(point, "")
                board = await referee.annotate_point(self.context, request, target, point, name, text)
            case _:
                return await super().do(change)
        return Outcome(_at(board.point))

    async def _board(self, at: str) -> Position:
        match = await self.match()
        await check_not_blocked(self.context, match.guild_id, self.visitor.user_id)
        return await referee.load_board(self.context, self.request(match), Target(match.id), _point(at))

    def _actions(self, board: Position) -> list[Json]:
        point, analysis = board.point, board.analysis
        fields = (
            ("name", _("Name"), _("A name"), LONGEST_NAME, analysis.names.get(point, "")),
            ("note", pgettext("button", "Note"), _("A note"), LONGEST_NOTE, analysis.notes.get(point, "")),
        )
        found: list[Json] = [
            {"do": do, "label": label, "question": "", "field": {"label": field, "max": longest, "value": value}}
            for do, label, field, longest, value in fields
        ]
        if point.number:
            question = _("Remove this move and all that follow it?")
            found.append({"do": "remove", "label": _("Remove"), "question": question, "field": None})
        if line_to_plan(board, self.visitor.user_id):
            found.append({"do": "plan", "label": _("Make it my plan"), "question": "", "field": None})
        seated = any(person.id == self.visitor.user_id for person in board.match.seats)
        if board.match.ended_at is not None and seated and board.mover is not None and not board.unplayable:
            question = _("Begin an unrated match from here? You play {seat}, who is to move, against Turnpost.")
            question = question.format(seat=_(board.game.info.seats[board.mover - 1]))
            level = {"label": _("Turnpost's level"), "max": 2, "value": "1"}
            found.append({"do": "playon", "label": _("Play on from here"), "question": question, "field": level})
        return found


def _at(point: Point) -> str:
    return f"{point.seq}.{point.number}"


def _point(at: str) -> Point | None:
    """Return the point that a position names, None if it names none."""
    seq, _dot, number = at.partition(".")
    if not (seq.isdecimal() and number.isdecimal() and len(at) < 16):
        return None
    return Point(int(seq), int(number))


def _list_moves(board: Position) -> list[Json]:
    """Return the moves of the match and the line that lead to the point shown, and those that follow it."""
    played = [event for event in board.changes if event.kind == "move"]
    before = [(Point(event.seq), event.text) for event in played if event.seq <= board.path.seq]
    line = [*before, *zip(board.path.points, board.path.texts, strict=True)]
    point = board.point
    while ways := ways_on(board.analysis, point, board.changes):
        line.append(ways[0])
        point = ways[0][0]
    seats = {Point(event.seq): event.seat for event in played} | dict(
        zip(board.path.points, board.movers, strict=False)
    )
    return [
        {
            "at": _at(each),
            "ply": ply,
            "text": text,
            "player": formatting.plain_name(board.match.seats[seat - 1]) if (seat := seats.get(each)) else "",
            "words": board.analysis.names.get(each, ""),
        }
        for ply, (each, text) in enumerate(line, 1)
    ]


class PuzzleBoard(Board):
    """A puzzle; anybody may try it, and the answers of people who are signed in count."""

    def __init__(self, services: Services, visitor: Visitor, game: str, number: int) -> None:
        super().__init__(services, visitor, f"/p/{game}/{number}")
        self._game, self._number = game, number

    async def state(self, after: Outcome) -> Json:
        """Return the puzzle after the moves that the position lists."""
        at, position = after.at, await self._position(after.at)
        following = await choose_puzzle(self.context, self.visitor.user_id, self._game)
        return await self.page(
            at,
            Shown(await self.snapshot(at)),
            after,
            [
                {"at": "\n".join(position.moves[:ply]), "ply": ply, "text": text, "player": "", "words": ""}
                for ply, text in enumerate(position.moves, 1)
            ],
            turn=position.game.to_move(position.state) == position.solver,
            title=await run_rules(puzzle_name, position),
            status=plain_text(await run_rules(puzzle_title, position)),
            links=[{"url": f"/p/{following.game}/{following.number}", "label": _("Next puzzle")}],
        )

    async def guide(self, chosen: Chosen) -> GuidedMove:
        """Return a step of the solver's turn."""
        snapshot = await self.snapshot(chosen.at)
        return await guide_from(self.context, snapshot, self.visitor.user_id, chosen.labels, chosen.taps)

    async def snapshot(self, at: str) -> Snapshot:
        """Return the board after some moves."""
        return snapshot_of_puzzle(await self._position(at), self.visitor.user_id)

    async def preview(self, chosen: Chosen) -> tuple[Snapshot, str]:
        """Return the board after an answer, but not whether it is right."""
        position = await self._position(chosen.at)
        after = await run_rules(play_on, position, chosen.move)
        words = await run_rules(move_to_confirm, position, after.moves[-1])
        return snapshot_of_puzzle(after, self.visitor.user_id), words

    async def play(self, change: Change) -> Outcome:
        """Answer: after a right move the best defence is played, after a wrong one the person tries again."""
        position = await self._position(change.at)
        verdict = await run_rules(judge, position, change.text)
        if verdict.right and verdict.then:
            return Outcome("\n".join(verdict.then.moves), await run_rules(answered_right, verdict.then))
        if self.visitor.user_id:
            count = await record_answer(self.context, self.visitor.user_id, position.puzzle, solved=verdict.right)
        else:
            count = await count_answers(self.context, position.puzzle)
        if verdict.right:
            return Outcome("\n".join(verdict.after.moves), await run_rules(solved_on_page, verdict.after, count))
        return Outcome(change.at, await run_rules(answered_wrong, verdict))

    async def _position(self, at: str) -> PuzzlePosition:
        moves = tuple(filter(None, at.split("\n")))
        return await run_rules(open_puzzle, self.context.games, self._game, self._number, moves)
