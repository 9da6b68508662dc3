"""The command line: `turnpost run`, and the commands for the operator."""

from __future__ import annotations

import sys

import typer

from bot.cli import application, games, process, record, translate
from bot.cli.command import WRONG_USE, stop

app = typer.Typer(help="Board games by correspondence on Discord.", no_args_is_help=True, add_completion=False)
for part in (process, application, record, games, translate):
    app.add_typer(part.app)


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
