"""The command line: `turnpost run`, `turnpost health`."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import NoReturn

import discord
import typer

from bot import health, running
from bot.settings import Settings, WrongSetting, read_settings

app = typer.Typer(help="Board games by correspondence on Discord.", no_args_is_help=True, add_completion=False)
WRONG_SETTING, UNREACHABLE = 2, 1


@app.command()
def run() -> None:
    """Run the bot: on Discord with DISCORD_TOKEN set, else in the playground on this machine."""
    settings = _settings()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    discord.utils.setup_logging()
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        asyncio.run(running.run(settings, _announce))
    except WrongSetting as wrong:
        _stop(str(wrong), WRONG_SETTING)
    except running.Unreachable as unreachable:
        _stop(str(unreachable), UNREACHABLE)


@app.command("health")
def ask_health() -> None:
    """Ask the running bot whether it is well; exit code 0 if so, else 1."""
    well, line = asyncio.run(health.ask(_settings().turnpost_data))
    typer.echo(line)
    sys.exit(0 if well else 1)


def main() -> None:
    """Run the command line."""
    app()


def _announce(url: str) -> None:
    typer.echo(f"\n  No DISCORD_TOKEN is set, so Turnpost plays on this machine only.\n  Open {url}\n")


def _settings() -> Settings:
    try:
        return read_settings()
    except WrongSetting as wrong:
        _stop(str(wrong), WRONG_SETTING)


def _stop(line: str, code: int) -> NoReturn:
    typer.echo(f"turnpost: {line}", err=True)
    sys.exit(code)
