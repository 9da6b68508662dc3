"""Checks of `guide`, by which moves are put together from choices alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.game_checks.subject import is_listable, quote, rejection_of
from games.guide import LONGEST_LABEL, LONGEST_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from bot.game_checks.subject import Subject
    from games.contract import Game, Step

_MOST_CHOICES = 100
"""What the menus of one message hold; more are shown page by page."""
_MOST_STEPS = 100
"""Choices after which a move has to be whole."""
_USUAL_CHOICES = 4
"""Choices of a usual move: with Move and Play that makes six presses."""


def check_guide(subject: Subject) -> Iterator[str]:
    """`guide` leads by at most four choices to moves that can be played, and to every legal move."""
    game, chance = subject.game, subject.random("guide")
    for _, state in subject.lasts():
        position = game.position(state)
        if game.to_move(state) is None:
            if rejection_of(lambda at=state: game.guide(at, "")) is None:
                yield f"`guide` must raise `IllegalMove` when the match is over, as at `{position}`."
            continue
        counts: list[int] = []
        for _ in range(3):
            move, count, flaws = walk(game, state, chance)
            counts.append(count)
            yield from (f"{flaw} (at `{position}`)" for flaw in flaws)
            if not flaws and game.format(state, game.parse(state, move)) != move:
                yield f"`guide` ends with {quote(move)} at `{position}`, which isn't canonical."
        if min(counts) > _USUAL_CHOICES:
            yield f"Moves at `{position}` take {min(counts)} choices of `guide`: a usual one takes {_USUAL_CHOICES}."
        for legal in subject.moves(state)[::4] if is_listable(game, state) else ():
            if not _reaches(game, state, game.format(state, legal)):
                yield f"No choices of `guide` lead to the legal move `{game.format(state, legal)}` at `{position}`."


def check_order_of_choices(subject: Subject) -> Iterator[str]:
    """The first choices of `guide` come in the order in which `suggest` gives the same texts."""
    game = subject.game
    for _, state in subject.lasts():
        if game.to_move(state) is not None:
            offered = [choice.text for choice in game.guide(state, "").choices]
            suggested = [text for text in game.suggest(state, "", 1000) if text in offered]
            if suggested != [text for text in offered if text in suggested]:
                yield f"`guide` offers its choices in another order than `suggest` at `{game.position(state)}`."


def walk(game: Game[Any, Any], state: Any, chance: Random) -> tuple[str, int, list[str]]:
    """Choose at random until a move is whole; return it, how many choices it took, and what is wrong with the steps."""
    text, count, flaws = "", 0, list[str]()
    while not flaws:
        step = game.guide(state, text)
        flaws += _find_flaws(step, text)
        if step.move and (not step.choices or chance.random() < 0.5):
            if step.move != text:
                flaws.append(f"After the choice {quote(text)} the move is {quote(step.move)}: it must be that text.")
            break
        if count > _MOST_STEPS:
            flaws.append(f"After {count} choices of `guide`, the last of which is {quote(text)}, there is no move.")
        elif step.choices:
            text, count = chance.choice(step.choices).text, count + 1
    return text, count, flaws


def _reaches(game: Game[Any, Any], state: Any, move: str, text: str = "") -> bool:
    """Return whether some choices lead to a move, of which every step's text is a beginning."""
    step = game.guide(state, text)
    return step.move == move or any(
        _reaches(game, state, move, choice.text)
        for choice in step.choices
        if move.startswith(choice.text) and choice.text != text
    )


def _find_flaws(step: Step, text: str) -> Iterator[str]:
    """Yield what the contract doesn't allow in a step."""
    labels, after = [choice.label for choice in step.choices], f"The step of `guide` after {quote(text)}"
    if not labels and not step.move:
        yield f"{after} has neither choices nor a move."
    if bool(step.question) != bool(labels):
        yield f"{after} needs a `question` exactly if there are choices."
    if len(set(labels)) < len(labels) or len({choice.text for choice in step.choices}) < len(labels):
        yield f"{after} has two choices of the same label or text."
    if len(labels) >= _MOST_CHOICES:
        yield f"{after} has {len(labels)} choices: fewer than {_MOST_CHOICES}, so let it choose part by part."
    for choice in step.choices:
        if not 0 < len(choice.label) <= LONGEST_LABEL or "`" in choice.label:
            yield f"The label {quote(choice.label)} isn't of 1 to {LONGEST_LABEL} characters without backticks."
        if len(choice.words) > LONGEST_WORDS:
            yield f"The words {quote(choice.words)} have more than {LONGEST_WORDS} characters."
