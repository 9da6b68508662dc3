"""`turnpost doctor`: check this machine, the database and what the bot may do on its servers."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from bot.cli.command import example, finish, load_settings

app = typer.Typer()


@app.command(epilog=example("turnpost doctor", "turnpost doctor --server 80351110224678912"))
def doctor(
    server: Annotated[list[int] | None, typer.Option(help="Only this server (its id); can be repeated.")] = None,
) -> None:
    """Check this machine, the database, the token, and what the bot may do on its servers; exit code 1 for a problem.

    A line each: ok, warning or problem, and what to do. The bot may be running.

    For each server it makes three requests, at ten a second.
    """
    from bot.admin.doctor.time_zones import check_zones  # noqa: PLC0415 - loaded by this command alone

    zones = check_zones()
    typer.echo(zones)
    if zones.level == "problem":  # without them the other checks can't even be loaded
        sys.exit(1)
    from bot.admin.doctor.examine import examine  # noqa: PLC0415 - as above

    sys.exit(0 if finish(examine(load_settings(), server or (), typer.echo)) else 1)
