"""`turnpost new-game`: write the package of a new game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.command import WRONG_USE, example, stop

app = typer.Typer()


@app.command("new-game", epilog=example('turnpost new-game "My Game"'))
def new_game(
    name: Annotated[str, typer.Argument(help='What the game is called, as in "My Game".')],
    folder: Annotated[Path, typer.Option(help="Where the folder of the package is put.")] = Path(),
) -> None:
    """Write the package of a new game, a small one that works as it stands, for you to change."""
    from bot.new_game.write_package import WrongName, write_package  # noqa: PLC0415 - loaded by this command alone

    try:
        written = write_package(name, folder)
    except WrongName as wrong:
        stop(str(wrong), WRONG_USE)
    except OSError as wrong:
        stop(f"{folder} can't be written: {wrong.strerror}.", WRONG_USE)
    typer.echo(f"Written to {written}. Its README.md says how to install, check and play it.")
