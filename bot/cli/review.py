"""`turnpost review`: look through recorded matches with the engines."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from bot.cli.command import example, finish

app = typer.Typer()


@app.command(epilog=example("turnpost review matches.jsonl --match 42 --picture curve.png"))
def review(
    file: Annotated[Path, typer.Argument(help="A file that `export` wrote.")],
    match: Annotated[int | None, typer.Option(help="Only the match of this number in the file.")] = None,
    picture: Annotated[Path | None, typer.Option(help="A new PNG file for the curve of one match.")] = None,
) -> None:
    """Look through recorded matches with the engines, and print where they turned and what was better."""
    from bot.admin.review import review_file  # noqa: PLC0415 - loaded by this command alone

    finish(review_file(file, match, picture))
