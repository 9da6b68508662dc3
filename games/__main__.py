"""`python -m games perft GAME --depth N`: counts move sequences, a line for each depth."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, NoReturn

from games import GAMES, GROUP
from games.contract import BadOption
from games.perft import opening, perft

if TYPE_CHECKING:
    from games.contract import Game


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _parser() -> ArgumentParser:
    parser = _Parser(prog="python -m games")
    commands = parser.add_subparsers(dest="command", required=True)
    counting = commands.add_parser(
        "perft", help="count the sequences of exactly N moves, for comparing implementations"
    )
    counting.add_argument("game", help="key of a game, built-in or of an installed package")
    counting.add_argument("--depth", type=int, required=True, metavar="N", help="count up to so many moves, at least 1")
    counting.add_argument("--players", type=int, metavar="N", help="number of seats (the fewest the game allows)")
    counting.add_argument("--position", metavar="TEXT", help="position text to start from, in place of the opening")
    counting.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    return parser


def _find_game(parser: ArgumentParser, key: str) -> Game[Any, Any]:
    """Return the game of a key, built-in or of the package whose entry point has that name."""
    if key in GAMES:
        return GAMES[key]
    packages = entry_points(group=GROUP)
    if key not in packages.names:
        parser.error(f"There's no game called {key}; there are {', '.join([*GAMES, *packages.names])}.")
    return packages[key].load().game


def main(arguments: list[str] | None = None) -> None:
    """Run the command line. Bad input ends with one line on stderr and exit code 2."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.depth < 1:
        parser.error(f"--depth is a whole number from 1, not {given.depth}.")
    for option in given.option:
        if "=" not in option:
            parser.error(f"--option takes NAME=VALUE, not '{option}'.")
    options: dict[str, int | str] = dict(option.split("=", 1) for option in given.option)
    game = _find_game(parser, given.game)
    players = game.info.min_players if given.players is None else given.players
    try:
        if given.position is None:
            state = opening(game, players, options)
        else:
            state = game.parse_position(given.position, players, options)
    except (BadOption, ValueError) as wrong:
        parser.error(" ".join(str(wrong).split()))
    for depth in range(1, given.depth + 1):
        sys.stdout.write(f"{depth} {perft(game, state, depth)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
