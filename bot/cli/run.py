"""`turnpost run`: run the bot."""

from __future__ import annotations

import gc
import logging
import sys
from typing import TYPE_CHECKING

import typer

from bot.cli.command import UNREACHABLE, WRONG_SETTING, example, load_settings, stop
from bot.config import WrongSetting

if TYPE_CHECKING:
    from bot.config import Settings

app = typer.Typer()


@app.command(epilog=example("DISCORD_TOKEN=... turnpost run"))
def run() -> None:
    """Run the bot: on Discord with DISCORD_TOKEN set, else in the playground on this machine."""
    settings = load_settings()
    if settings.discord_token is None:
        typer.echo("No DISCORD_TOKEN is set, so this is the playground.")
    run_bot(settings)


def run_bot(settings: Settings) -> None:
    """Run the bot with these settings until it is stopped."""
    gc.disable()  # until all is loaded: going through it again and again would be a third of the start
    import discord  # noqa: PLC0415 - loaded by this command alone
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
