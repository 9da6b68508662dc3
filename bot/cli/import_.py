"""`turnpost import`: store recorded matches."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from bot.cli.command import example, finish, load_settings

app = typer.Typer()


@app.command("import", epilog=example("turnpost import matches.jsonl"))
def import_(file: Annotated[Path, typer.Argument(help="A file that `export` wrote.")]) -> None:
    """Check records move by move and store them as matches with new numbers: all of a file or none."""
    from bot.admin.import_ import import_from  # noqa: PLC0415 - loaded by this command alone

    finish(import_from(load_settings(), file))
