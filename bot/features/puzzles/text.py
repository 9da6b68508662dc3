r"""What puzzles say. Pure; the messages of a puzzle tell which moves were played, so that presses read them back.

>>> moves_in("**Chomp puzzle 20**: South to move and win in two turns.\nLine: `c1-c3` `d6-d5`")
('c1-c3', 'd6-d5')
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.referee import formatting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.puzzles.answers import PuzzlePosition, Verdict
    from storage.queries.puzzle_attempts import PuzzleCount

MOVE, ANSWER, TRY_AGAIN = "Move", "Answer", "Try again"
HIDE_ANSWER = "Others want to solve it, too. Press **Move**, or hide your answer, like this: `||your move||`."
HOW_TO_ANSWER = "Press **Move**: only you see what you try. Or reply with your move"
_NUMBERS = {2: "two", 3: "three", 4: "four"}
_LINE = re.compile(r"^Line: (?:\|\|)?((?:`[^`]+` ?)+)(?:\|\|)?$", re.MULTILINE)
_HIDDEN = re.compile(r"\|\|(.+)\|\|", re.DOTALL)


def puzzle_name(position: PuzzlePosition) -> str:
    """Return the name of a puzzle without markup: "Chomp puzzle 12"."""
    return f"{position.game.info.title} puzzle {position.puzzle.number}"


def puzzle_title(position: PuzzlePosition) -> str:
    """Return which puzzle it is and what has to be found."""
    seat = position.game.info.seats[position.solver - 1]
    return f"**{puzzle_name(position)}**: {seat} to move and {_aim(position)}."


def _aim(position: PuzzlePosition) -> str:
    if position.puzzle.aim == "save":
        return "save the match: every other move loses at once"
    turns = position.puzzle.turns
    return "win at once" if turns == 1 else f"win in {_NUMBERS.get(turns, turns)} turns"


def line_of_moves(moves: Sequence[str], *, hidden: bool = False) -> str:
    """Return the line that lists the moves so far, which `moves_in` reads back; empty if there are none."""
    marks = "||" if hidden else ""
    return f"Line: {marks}{' '.join(f'`{move}`' for move in moves)}{marks}" if moves else ""


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
    how = f"{HOW_TO_ANSWER}{'' if private else ', hidden like this: `||your move||`'}."
    return "\n".join([puzzle_title(position), how, _share(count)])


def daily_post(position: PuzzlePosition, count: PuzzleCount, yesterday: PuzzlePosition | None) -> str:
    """Return the post of a daily puzzle, with the hidden solution of the one of the day before."""
    lines = [f"**Puzzle of the day**\n{puzzle_post(position, count, private=False)}"]
    if yesterday:
        line = " ".join(map(formatting.code, yesterday.puzzle.line))
        lines.append(f"Yesterday's, {puzzle_name(yesterday)}: ||{line}||")
    return "\n".join(lines)


def move_to_confirm(position: PuzzlePosition, move: str) -> str:
    """Return what a move would do, but not whether it is right."""
    game, state = position.game, position.state
    does = formatting.sentence(game.describe(state, game.parse(state, move)))
    return f"**Preview**: {game.info.seats[position.solver - 1]} {does} Is that your answer?"


def answered_wrong(verdict: Verdict, *, hidden: bool = False) -> str:
    """Return that an answer is wrong and what refutes it, with moves that may be `hidden`; one can try again."""
    after, then = verdict.after, verdict.then
    puzzle, answer = after.puzzle, _move(after.moves[-1], hidden=hidden)
    if puzzle.aim == "save":
        why = f"{answer} doesn't save it"
    else:
        why = f"{answer} doesn't {_aim(after) if after.turns_left else 'win at once'}"
    if then:
        other = after.game.info.seats[2 - after.solver]
        does = "wins with" if puzzle.aim == "save" else "holds with"
        why = f"{why}: {other} {does} {_move(then.moves[-1], hidden=hidden)}"
    return f"{why}. You can try as often as you like."


def answered_right(then: PuzzlePosition, *, hidden: bool = False) -> str:
    """Return that an answer is right so far, and the best defence, which may be `hidden`."""
    other = then.game.info.seats[2 - then.solver]
    return f"Right! {other} answers {_move(then.moves[-1], hidden=hidden)}. What now?"


def solved(after: PuzzlePosition, count: PuzzleCount, *, hidden: bool = False) -> str:
    """Return that a puzzle is solved and by what line, which may be `hidden`, and how others did."""
    lines = ["**Solved!** `/my puzzle` shows the next one.", line_of_moves(after.moves, hidden=hidden), _share(count)]
    return "\n".join([puzzle_title(after), *lines])


def _move(text: str, *, hidden: bool) -> str:
    return f"||{formatting.code(text)}||" if hidden else formatting.code(text)


def _share(count: PuzzleCount) -> str:
    """Return how many people solved a puzzle with their first answer, of all who tried."""
    if not count.tried:
        return "Nobody has tried it yet."
    people = "1 person" if count.tried == 1 else f"{count.tried} people"
    found = f"{count.at_first} found it with the first answer ({count.at_first / count.tried:.0%})"
    return f"{people} tried it, {found}; {count.solved} solved it."
