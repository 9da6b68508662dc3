"""`turnpost outbox`: list what waits to be posted and what was given up."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli.command import example, finish, load_settings

app = typer.Typer()


@app.command(epilog=example("turnpost outbox --retry all"))
def outbox(
    retry: Annotated[
        str | None, typer.Option(metavar="ID|all", help="Put back a post that was given up, or all of them.")
    ] = None,
) -> None:
    """List the posts that wait and those that were given up; the bot may be running, and sends what is put back.

    Not put back: what was said elsewhere in its place, and a board when a later one of its match went out or waits.
    """
    from bot.admin import outbox  # noqa: PLC0415 - loaded by this command alone

    finish(outbox.show_outbox(load_settings(), retry))
