"""Commands that run the bot, and one that asks the running one how it is."""

from __future__ import annotations

import gc
import logging
import sys
from typing import TYPE_CHECKING

import typer

from bot.cli.command import UNREACHABLE, WRONG_SETTING, example, load_settings, stop
from bot.config import WrongSetting
from bot.health import client

if TYPE_CHECKING:
    from bot.config import Settings

app = typer.Typer()


@app.command(epilog=example("DISCORD_TOKEN=... turnpost run"))
def run() -> None:
    """Run the bot: on Discord with DISCORD_TOKEN set, else in the playground on this machine."""
    settings = load_settings()
    if settings.discord_token is None:
        typer.echo("No DISCORD_TOKEN is set, so this is the playground.")
    _run(settings)


@app.command(epilog=example("turnpost playground"))
def playground() -> None:
    """Run the bot in the playground on this machine, even if DISCORD_TOKEN is set.

    If it is, the playground keeps matches of its own in TURNPOST_DATA/playground, and those on Discord are left alone.
    """
    _run(load_settings().in_playground())


@app.command("health", epilog=example("turnpost health"))
def ask_health() -> None:
    """Ask the running bot whether it is well; exit code 0 if so, else 1."""
    settings = load_settings()
    well, line = client.ask(settings.turnpost_data, settings.shards)
    typer.echo(line)
    sys.exit(0 if well else 1)


def _run(settings: Settings) -> None:
    gc.disable()  # until all is loaded: going through it again and again would be a third of the start
    import discord  # noqa: PLC0415 - what a command needs is loaded by that command alone
    import uvloop  # noqa: PLC0415 - as above

    from bot import runner  # noqa: PLC0415 - as above

    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    try:
        runner.start_logs(settings)
        uvloop.run(runner.run(settings, _announce))
    except WrongSetting as wrong:
        stop(str(wrong), WRONG_SETTING)
    except runner.Unreachable as unreachable:
        stop(str(unreachable), UNREACHABLE)
    except Exception:
        logging.getLogger(__name__).critical("The bot ended by an error that it doesn't know", exc_info=True)
        sys.exit(UNREACHABLE)


def _announce(line: str) -> None:
    typer.echo(f"\n  {line}\n")
