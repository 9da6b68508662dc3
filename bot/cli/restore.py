"""`turnpost restore`: put a backup in the place of the database."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from bot.cli.command import example, finish, load_settings

app = typer.Typer()


@app.command(epilog=example("turnpost restore turnpost-today.db"))
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    unverified: Annotated[bool, typer.Option("--unverified", help="Take it without replaying its matches.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Verify a backup and put it in the place of the database, which is kept beside it; the bot must not be running."""
    from bot.admin import backup  # noqa: PLC0415 - loaded by this command alone

    finish(backup.restore(load_settings(), file, verified=not unverified))
