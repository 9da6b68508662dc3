"""`turnpost export`: write matches as records."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from bot.cli.command import example, finish, load_settings

DATES = ["%Y-%m-%d", "%Y-%m-%dT%H:%M"]

app = typer.Typer()


@app.command(epilog=example("turnpost export matches.jsonl --since 2026-01-01"))
def export(
    file: Annotated[Path | None, typer.Argument(help="A new file; without one, standard output.")] = None,
    match: Annotated[list[int] | None, typer.Option(help="Only the match of this number; can be repeated.")] = None,
    since: Annotated[
        datetime | None,
        typer.Option(formats=DATES, help="Only matches in which something has happened since then (UTC)."),
    ] = None,
) -> None:
    """Write matches as readable records, a line of JSON each (docs/records.md)."""
    from bot.admin.export import export_to  # noqa: PLC0415 - loaded by this command alone

    finish(export_to(load_settings(), file, match or (), since.replace(tzinfo=UTC) if since else None))
