"""Commands for people who write games, and for recorded ones."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.command import WRONG_USE, example, finish, stop

app = typer.Typer()


@app.command(epilog=example("turnpost review matches.jsonl --match 42 --picture curve.png"))
def review(
    file: Annotated[Path, typer.Argument(help="A file that `export` wrote.")],
    match: Annotated[int | None, typer.Option(help="Only the match of this number in the file.")] = None,
    picture: Annotated[Path | None, typer.Option(help="A new PNG file for the curve of one match.")] = None,
) -> None:
    """Look through recorded matches with the engines, and print where they turned and what was better."""
    from bot.admin import commands  # noqa: PLC0415 - what a command needs is loaded by that command alone

    finish(commands.review_file(file, match, picture))


@app.command("check-game", epilog=example("turnpost check-game my-game --long"))
def check_game(
    key: Annotated[str, typer.Argument(help="The key of an installed game.")],
    seed: Annotated[int, typer.Option(help="What decides the random matches.")] = 0,
    long: Annotated[bool, typer.Option("--long", help="Look at ten times as many matches.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Check a game, built-in or of a package, and say what is wrong with it; exit code 0 if nothing is, else 1."""
    from bot.game_checks.report import UnknownGame, find_subject, report  # noqa: PLC0415 - as above

    try:
        subject = find_subject(key, seed, long=long)
    except UnknownGame as wrong:
        stop(str(wrong), WRONG_USE)
    sys.exit(0 if report(subject, typer.echo) else 1)


@app.command("new-game", epilog=example('turnpost new-game "My Game"'))
def new_game(
    name: Annotated[str, typer.Argument(help='What the game is called, as in "My Game".')],
    folder: Annotated[Path, typer.Option(help="Where the folder of the package is put.")] = Path(),
) -> None:
    """Write the package of a new game, a small one that works as it stands, for you to change."""
    from bot.new_game.write_package import WrongName, write_package  # noqa: PLC0415 - as above

    try:
        written = write_package(name, folder)
    except WrongName as wrong:
        stop(str(wrong), WRONG_USE)
    except OSError as wrong:
        stop(f"{folder} can't be written: {wrong.strerror}.", WRONG_USE)
    typer.echo(f"Written to {written}. Its README.md says how to install, check and play it.")
