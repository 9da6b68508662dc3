"""`turnpost backup`: copy the database to a file."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from bot.cli.command import example, finish, load_settings

app = typer.Typer()


@app.command(epilog=example("turnpost backup turnpost-today.db"))
def backup(file: Annotated[Path, typer.Argument(help="A new file.")]) -> None:
    """Copy the database to a file; the bot may be running."""
    from bot.admin.backup import back_up  # noqa: PLC0415 - loaded by this command alone

    finish(back_up(load_settings(), file))
