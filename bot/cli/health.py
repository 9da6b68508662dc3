"""`turnpost health`: ask the running bot how it is."""

from __future__ import annotations

import sys

import typer

from bot.cli.command import example, load_settings
from bot.health import client

app = typer.Typer()


@app.command("health", epilog=example("turnpost health"))
def ask_health() -> None:
    """Ask the running bot whether it is well; exit code 0 if so, else 1."""
    settings = load_settings()
    well, line = client.ask(settings.turnpost_data, settings.shards)
    typer.echo(line)
    sys.exit(0 if well else 1)
