"""`turnpost playground`: run the bot in the playground."""

from __future__ import annotations

import typer

from bot.cli.command import example, load_settings
from bot.cli.run import run_bot

app = typer.Typer()


@app.command(epilog=example("turnpost playground"))
def playground() -> None:
    """Run the bot in the playground on this machine, even if DISCORD_TOKEN is set.

    If it is, the playground keeps matches of its own in TURNPOST_DATA/playground, and those on Discord are left alone.
    """
    run_bot(load_settings().in_playground())
