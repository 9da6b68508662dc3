"""What puzzles say and show: the guide leads through their moves, and `puzzles` posts them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.boards import Snapshot
from games.text import format_percent
from games.translation import gettext as _, gettext_noop as N_, ngettext
from storage.queries.rows import Event, Match, Person

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.puzzles import PuzzlePosition, Verdict
    from storage.queries.puzzle_attempts import PuzzleCount

ANSWER, TRY_AGAIN = N_("Answer"), N_("Try again")
_LINE = re.compile(r"^\w+: (?:\|\|)?((?:`[^`]+` ?)+)(?:\|\|)?$", re.MULTILINE)
_HIDDEN = re.compile(r"\|\|(.+)\|\|", re.DOTALL)


def puzzle_name(position: PuzzlePosition) -> str:
    """Return the name of a puzzle without markup: "Chomp puzzle 12"."""
    return _("{game} puzzle {n}").format(game=position.game.info.title, n=position.puzzle.number)


def puzzle_title(position: PuzzlePosition) -> str:
    """Return which puzzle it is and what has to be found."""
    if position.puzzle.aim == "save":
        text = _("**{puzzle}**: {seat} to move and save the match: every other move loses at once.")
    else:
        match position.puzzle.turns:
            case 1:
                text = _("**{puzzle}**: {seat} to move and win at once.")
            case 2:
                text = _("**{puzzle}**: {seat} to move and win in two turns.")
            case 3:
                text = _("**{puzzle}**: {seat} to move and win in three turns.")
            case 4:
                text = _("**{puzzle}**: {seat} to move and win in four turns.")
            case n:
                text = ngettext(
                    "**{puzzle}**: {seat} to move and win in {n} turn.",
                    "**{puzzle}**: {seat} to move and win in {n} turns.",
                    n,
                )
    return text.format(puzzle=puzzle_name(position), seat=_solver(position), n=position.puzzle.turns)


def _solver(position: PuzzlePosition) -> str:
    return _(position.game.info.seats[position.solver - 1])


def _other(position: PuzzlePosition) -> str:
    return _(position.game.info.seats[2 - position.solver])


def line_of_moves(moves: Sequence[str], *, hidden: bool = False) -> str:
    """Return the line that lists the moves so far, which `moves_in` reads back; empty if there are none."""
    if not moves:
        return ""
    line, marks = " ".join(f"`{move}`" for move in moves), "||" if hidden else ""
    # Translators: one word and a colon. The bot reads the moves back.
    return _("Line: {moves}").format(moves=f"{marks}{line}{marks}")


def moves_in(content: str) -> tuple[str, ...]:
    """Return the moves that a puzzle's message lists."""
    found = _LINE.search(content)
    return tuple(re.findall("`([^`]+)`", found[1])) if found else ()


def hidden_text(text: str) -> str | None:
    """Return what a text hides behind spoiler marks, None if it isn't wholly hidden.

    >>> hidden_text("||c4||")
    'c4'
    """
    found = _HIDDEN.fullmatch(text.strip())
    return found[1].strip() if found else None


def puzzle_post(position: PuzzlePosition, count: PuzzleCount, *, private: bool) -> str:
    """Return what stands above the board of a puzzle; where others read along, answers have to be hidden."""
    if private:
        how = _("Press **Move**: only you see what you try. Or reply with your move.")
    else:
        how = _(
            "Press **Move**: only you see what you try. Or reply with your move, hidden like this: `||your move||`."
        )
    return "\n".join([puzzle_title(position), how, _share(count)])


def daily_post(position: PuzzlePosition, count: PuzzleCount, yesterday: PuzzlePosition | None) -> str:
    """Return the post of a daily puzzle, with the hidden solution of the one of the day before."""
    lines = [_("**Puzzle of the day**"), puzzle_post(position, count, private=False)]
    if yesterday:
        line = " ".join(map(formatting.code, yesterday.puzzle.line))
        lines.append(_("Yesterday's, {puzzle}: {line}").format(puzzle=puzzle_name(yesterday), line=f"||{line}||"))
    return "\n".join(lines)


def move_to_confirm(position: PuzzlePosition, move: str) -> str:
    """Return what a move would do, but not whether it is right."""
    game, state = position.game, position.state
    does = formatting.sentence(game.describe(state, game.parse(state, move)))
    return _("**Preview**: {seat} {does} Is that your answer?").format(seat=_solver(position), does=does)


def answered_wrong(verdict: Verdict, *, hidden: bool = False) -> str:
    """Return that an answer is wrong and what refutes it, with moves that may be `hidden`; one can try again."""
    after, then = verdict.after, verdict.then
    why = _why_wrong(after).format(move=_move(after.moves[-1], hidden=hidden), n=after.puzzle.turns)
    if then:
        text = (
            _("{why}: {seat} wins with {move}") if after.puzzle.aim == "save" else _("{why}: {seat} holds with {move}")
        )
        why = text.format(why=why, seat=_other(after), move=_move(then.moves[-1], hidden=hidden))
    return f"{why}. " + _("You can try as often as you like.")


def _why_wrong(after: PuzzlePosition) -> str:
    """Return that a move isn't what the puzzle asks for, a clause without the move."""
    if after.puzzle.aim == "save":
        return _("{move} doesn't save it")
    match after.puzzle.turns if after.turns_left else 1:
        case 1:
            return _("{move} doesn't win at once")
        case 2:
            return _("{move} doesn't win in two turns")
        case 3:
            return _("{move} doesn't win in three turns")
        case 4:
            return _("{move} doesn't win in four turns")
        case n:
            return ngettext("{move} doesn't win in {n} turn", "{move} doesn't win in {n} turns", n)


def answered_right(then: PuzzlePosition, *, hidden: bool = False) -> str:
    """Return that an answer is right so far, and the best defence, which may be `hidden`."""
    return _("Right! {seat} answers {move}. What now?").format(
        seat=_other(then), move=_move(then.moves[-1], hidden=hidden)
    )


def solved(after: PuzzlePosition, count: PuzzleCount, *, hidden: bool = False) -> str:
    """Return that a puzzle is solved and by what line, which may be `hidden`, and how others did."""
    head = _("**Solved!** `/puzzle` shows the next one.")
    return "\n".join([puzzle_title(after), head, line_of_moves(after.moves, hidden=hidden), _share(count)])


def solved_on_page(after: PuzzlePosition, count: PuzzleCount) -> str:
    """Return the same for a page, which has the title and a link to the next puzzle anyway."""
    return "\n".join([_("**Solved!**"), line_of_moves(after.moves), _share(count)])


def _move(text: str, *, hidden: bool) -> str:
    return f"||{formatting.code(text)}||" if hidden else formatting.code(text)


def _share(count: PuzzleCount) -> str:
    """Return how many people solved a puzzle with their first answer, of all who tried."""
    if not count.tried:
        return _("Nobody has tried it yet.")
    return ngettext(
        "{n} person tried it, {first} found it with the first answer ({share}); {solved} solved it.",
        "{n} people tried it, {first} found it with the first answer ({share}); {solved} solved it.",
        count.tried,
    ).format(
        n=count.tried,
        first=count.at_first,
        share=format_percent(count.at_first / count.tried),
        solved=count.solved,
    )


_NEVER = datetime.fromtimestamp(0, UTC)


def snapshot_of_puzzle(position: PuzzlePosition, user_id: int = 0) -> Snapshot:
    """Return a snapshot of a puzzle, with the puzzle's number in place of a match's.

    Players are named by their seats. The person `user_id` has the solver's seat, so that boards that they alone see
    turn to it.
    """
    puzzle, info, ply = position.puzzle, position.game.info, len(position.moves)
    seats = tuple(
        Person(user_id if seat == position.solver else 0, _(info.seats[seat - 1]))
        for seat in range(1, info.min_players + 1)
    )
    match = Match(
        id=puzzle.number,
        game=puzzle.game,
        rules=puzzle.rules,
        options=dict(puzzle.options),
        seed=0,
        guild_id=0,
        channel_id=0,
        thread_id=None,
        seats=seats,
        seq=ply,
        position=puzzle.position,
        to_move=position.game.to_move(position.state),
        created_at=_NEVER,
        since=_NEVER,
        ended_at=None,
        challenge_id=None,
        look={},
        gone=frozenset(),
    )
    seat = position.game.to_move(position.before)
    event = Event(match.id, ply, "move", seat, None, position.moves[-1], None, _NEVER) if ply else None
    return Snapshot(match, event, position.before, position.state, ply)
