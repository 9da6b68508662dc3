"""Commands about the bot's application at Discord: whether all is well there, and bringing it up to date."""

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

    A line each: ok, warning or problem, and what to do. The bot may be running. With many servers it takes about a
    third of a second for each.
    """
    from bot.admin.doctor.examine import examine  # noqa: PLC0415 - what a command needs is loaded by that command alone

    sys.exit(0 if finish(examine(load_settings(), server or (), typer.echo)) else 1)


@app.command(epilog=example("turnpost sync"))
def sync() -> None:
    """Register the slash commands and upload the emojis of pieces with Discord now, and say what changed.

    The bot does both after its start by itself. It may be running.
    """
    from bot.admin.sync import sync  # noqa: PLC0415 - as above

    finish(sync(load_settings()))
