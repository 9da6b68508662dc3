"""`turnpost check-game`: check a game, and say what is wrong with it."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from bot.cli.command import WRONG_USE, example, stop

app = typer.Typer()


@app.command("check-game", epilog=example("turnpost check-game my-game --long"))
def check_game(
    key: Annotated[str, typer.Argument(help="The key of an installed game.")],
    seed: Annotated[int, typer.Option(help="What decides the random matches.")] = 0,
    long: Annotated[bool, typer.Option("--long", help="Look at ten times as many matches.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Check a game, built-in or of a package, and say what is wrong with it; exit code 0 if nothing is, else 1."""
    from bot.game_checks.report import UnknownGame, find_subject, report  # noqa: PLC0415 - loaded by this command alone

    try:
        subject = find_subject(key, seed, long=long)
    except UnknownGame as wrong:
        stop(str(wrong), WRONG_USE)
    sys.exit(0 if report(subject, typer.echo) else 1)
