"""Checks of what a game says of itself: seats, help, examples, tips and options."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from bot.game_checks.sentences import find_flaw
from games.contract import BadOption, IllegalMove
from games.random_play import play_random_match

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.game_checks.subject import Subject
    from games.contract import Info, Option

_LINES, _CHARACTERS = 80, 4000
"""The help stays below."""
_LONGEST_TIP = 130
_SECTION = "\n## How you write it\n"
_MATCHES_FOR_EXAMPLES = 100


def check_seats(subject: Subject) -> Iterator[str]:
    """Seats, numbers of players and the pitch fit together."""
    info = subject.game.info
    if len(info.seats) != info.max_players:
        yield f"`seats` names {len(info.seats)} seats for at most {info.max_players} players: name one for each."
    if len(set(info.seats)) < len(info.seats):
        yield "Two seats have the same name: give each its own."
    if not 1 <= info.min_players <= info.max_players:
        yield f"`min_players` is {info.min_players} and `max_players` {info.max_players}: put the smaller one first."
    if "\n" in info.pitch or not info.pitch:
        yield "`pitch` is one line that is not empty."


def check_help(subject: Subject) -> Iterator[str]:
    """The help is short, credits the designer and shows examples that can be played."""
    game, info = subject.game, subject.game.info
    if len(info.help.splitlines()) >= _LINES or len(info.help) >= _CHARACTERS:
        yield f"The help is as long as two screens: keep it below {_LINES} lines and {_CHARACTERS} characters."
    if info.designer not in info.help:
        yield f"The help doesn't name the designer, {info.designer}."
    if _SECTION not in info.help:
        yield "The help has no section `## How you write it`, which `/rules` shows first."
    if not info.examples:
        yield "`examples` is empty: give at least one text of a move."
    for example in info.examples:
        if f"`{example}`" not in info.help:
            yield f"The example `{example}` isn't in the help: show it there in backticks."
        states = chain.from_iterable(play_random_match(game, seed, 40).states for seed in range(_MATCHES_FOR_EXAMPLES))
        if not any(not isinstance(subject.read(state, example), IllegalMove) for state in states):
            yield f"The example `{example}` is legal in no position of {_MATCHES_FOR_EXAMPLES} random matches."
    for tip in info.tips:
        if not tip.endswith(".") or len(tip) > _LONGEST_TIP:
            yield f"A tip is a sentence of at most {_LONGEST_TIP} characters, unlike `{tip}`."


def check_options(subject: Subject) -> Iterator[str]:
    """Every number of players and every value of an option begins a match, and wrong ones are refused."""
    game = subject.game
    info: Info = game.info
    for players in range(info.min_players, info.max_players + 1):
        for option in info.options:
            for value in _ends(option):
                state = game.start(players, {option.name: value}, subject.seed)
                if game.to_move(state) is None:
                    yield f"With `{option.name}={value}` and {players} players, the match is over before it begins."
    wrong: Sequence[tuple[int, Mapping[str, int | str]]] = [
        (info.min_players - 1, {}),
        (info.max_players + 1, {}),
        *((info.min_players, {name: "?"}) for name in (*(option.name for option in info.options), "no such option")),
    ]
    for players, options in wrong:
        try:
            game.start(players, options, 0)
        except BadOption as refused:
            if flaw := find_flaw(str(refused)):
                yield f"The refusal of {players} players with options {options} {flaw}: `{refused}`."
        else:
            yield f"`start` takes {players} players with options {options}: it has to raise `BadOption`."


def _ends(option: Option) -> tuple[int | str, ...]:
    return option.choices or (option.low, option.default, option.high)
