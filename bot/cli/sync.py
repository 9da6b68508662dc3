"""`turnpost sync`: bring the slash commands and emojis at Discord up to date."""

from __future__ import annotations

import typer

from bot.cli.command import example, finish, load_settings

app = typer.Typer()


@app.command(epilog=example("turnpost sync"))
def sync() -> None:
    """Register the slash commands and upload the emojis of pieces with Discord now, and say what changed.

    The bot does both after its start by itself. It may be running.
    """
    from bot.admin.sync import sync  # noqa: PLC0415 - loaded by this command alone

    finish(sync(load_settings()))
