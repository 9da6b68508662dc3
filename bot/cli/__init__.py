"""The command line: `turnpost run`, and the commands for the operator."""

from __future__ import annotations

import sys
from importlib import metadata
from typing import Annotated

import typer

from bot.cli import (
    backup,
    check_game,
    doctor,
    export,
    health,
    import_,
    new_game,
    outbox,
    playground,
    privacy,
    ratings,
    restore,
    review,
    run,
    site,
    sync,
    translate,
    verify,
)
from bot.cli.command import WRONG_USE, stop

app = typer.Typer(help="Board games by correspondence on Discord.", no_args_is_help=True, add_completion=False)
for part in (
    run,
    playground,
    health,
    doctor,
    sync,
    outbox,
    verify,
    backup,
    restore,
    export,
    import_,
    site,
    ratings,
    privacy,
    review,
    check_game,
    new_game,
    translate,
):
    app.add_typer(part.app)


def _print_version(value: bool) -> None:  # noqa: FBT001 - typer calls it like that
    if value:
        typer.echo(f"turnpost {metadata.version('turnpost')}")
        raise typer.Exit


@app.callback()
def common_options(
    version: Annotated[  # noqa: FBT002 - a flag
        bool, typer.Option("--version", help="Show the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Do nothing: the callbacks of the options have done what all commands share."""


def main() -> None:
    """Run the command line."""
    try:
        sys.exit(app(standalone_mode=False))
    except typer.TyperException as wrong:
        # Without any arguments the help was shown, and there is no more to say.
        if message := wrong.format_message():
            stop(message, WRONG_USE)
        sys.exit(WRONG_USE)
    except typer.Abort:
        sys.exit(130)
