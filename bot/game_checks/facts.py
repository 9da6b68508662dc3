"""Checks of what a game says about itself: seats, help, examples, tips, options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.game_checks.sentences import find_flaw
from bot.game_checks.subject import quote, rejection_of
from games.contract import BadOption
from games.random_play import play_random_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.game_checks.subject import Subject
    from games.contract import Option, Options

_MOST_LINES = 80
_MOST_CHARACTERS = 4000
_LONGEST_TIP = 130
_SECTION = "\n## How you write it\n"
_MOST_MATCHES = 100
"""Random matches in which a position is looked for where an example can be played."""


def check_facts(subject: Subject) -> Iterator[str]:
    """The number of players, the seats, the pitch and the tips fit together."""
    info = subject.game.info
    if not 1 <= info.min_players <= info.max_players:
        yield f"The game is for {info.min_players} to {info.max_players} players: give `max_players` the higher number."
    if len(info.seats) != info.max_players:
        yield f"There are {len(info.seats)} `seats` for up to {info.max_players} players: name each seat once."
    if len(set(info.seats)) < len(info.seats):
        yield "Two seats have the same name: give each its own."
    if "\n" in info.pitch or not info.pitch:
        yield "The `pitch` is one line that says what the game is about."
    for tip in info.tips:
        if not tip.endswith(".") or len(tip) > _LONGEST_TIP:
            yield f"A tip is a sentence of at most {_LONGEST_TIP} characters that ends with a full stop: {quote(tip)}."


def check_help(subject: Subject) -> Iterator[str]:
    """The help is short, credits the designer and shows every example, and every example can be played somewhere."""
    game, info = subject.game, subject.game.info
    lines = len(info.help.splitlines())
    if lines >= _MOST_LINES or len(info.help) >= _MOST_CHARACTERS:
        yield (
            f"The help has {lines} lines and {len(info.help)} characters: keep it under {_MOST_LINES} lines and "
            f"{_MOST_CHARACTERS} characters."
        )
    if info.designer not in info.help:
        yield f"The help doesn't name the designer, {info.designer}: credit them."
    if _SECTION not in info.help:
        yield "The help has no section `## How you write it`, which `!rules` shows first."
    if not info.examples:
        yield "There are no `examples`: give some texts of moves, in every form that players may use."
    for example in info.examples:
        if f"`{example}`" not in info.help:
            yield f"The help doesn't show the example `{example}`: write it there in a code span."
        states = (state for seed in range(_MOST_MATCHES) for state in play_random_match(game, seed, 40).states)
        if all(rejection_of(lambda at=state, text=example: game.parse(at, text)) for state in states):
            yield f"The example `{example}` can't be played in any position of {_MOST_MATCHES} random matches."


def check_options(subject: Subject) -> Iterator[str]:
    """A match starts with every number of players and every value at the ends of every option, and with no others."""
    game, info = subject.game, subject.game.info
    for players in range(info.min_players, info.max_players + 1):
        for options in _settings(info.options):
            state = game.start(players, options, subject.seed)
            if game.to_move(state) is None:
                yield f"With {players} players and the options {options} nobody is to move at the start."
            elif not game.suggest(state, "", 1):
                yield f"With {players} players and the options {options} there is no first move."
    for players, options in _wrong_settings(subject):
        complaint = _complaint(subject, players, options)
        if complaint is None:
            yield (
                f"`start` takes {players} players with the options {options}: raise `BadOption`, as "
                "`games.contract.check_players` and `complete_options` do."
            )
        elif flaw := find_flaw(complaint):
            yield f"The message of `BadOption` for the options {options} {flaw}: {quote(complaint)}."


def _complaint(subject: Subject, players: int, options: Options) -> str | None:
    """Return the message of the `BadOption` that a start raises, or None if it raises none."""
    try:
        subject.game.start(players, options, 0)
    except BadOption as wrong:
        return str(wrong)
    return None


def _settings(options: tuple[Option, ...]) -> Iterator[dict[str, int | str]]:
    """Yield the defaults, and for each option its words or the ends of its range beside the defaults of the others."""
    yield {}
    for option in options:
        for value in option.choices or (option.values[0], option.values[-1]):
            yield {option.name: value}


def _wrong_settings(subject: Subject) -> Iterator[tuple[int, dict[str, Any]]]:
    info = subject.game.info
    yield info.min_players - 1, {}
    yield info.max_players + 1, {}
    yield info.min_players, {"no such option": 1}
    for option in info.options:
        yield info.min_players, {option.name: "?"}
        if not (option.choices or option.is_switch):
            yield info.min_players, {option.name: option.low - 1}
            yield info.min_players, {option.name: option.high + 1}
