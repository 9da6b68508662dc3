"""`turnpost verify`: compare what is stored with the rules."""

from __future__ import annotations

import sys

import typer

from bot.cli.command import example, finish, load_settings

app = typer.Typer()


@app.command(epilog=example("turnpost verify"))
def verify() -> None:
    """Replay every match by the rules and report what differs from the record; exit code 0 if nothing does, else 1."""
    from bot.admin.verify.verify_all import verify_all  # noqa: PLC0415 - loaded by this command alone

    sys.exit(0 if finish(verify_all(load_settings())) else 1)
