"""`turnpost site`: write finished matches as a site of plain files."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from bot.cli.command import example, finish, load_settings

app = typer.Typer()


@app.command(epilog=example('turnpost site public --title "Chess club" --server 80351110224678912'))
def site(
    folder: Annotated[Path, typer.Argument(help="A new folder, or a site that was made before.")],
    title: Annotated[str, typer.Option(help="What the site is called.")] = "Finished matches",
    server: Annotated[list[int] | None, typer.Option(help="Only matches of this server (its id).")] = None,
    channel: Annotated[list[int] | None, typer.Option(help="Only matches begun in this channel (its id).")] = None,
) -> None:
    """Write finished matches as a site of plain files: a page a match with its replay, a table a game.

    The bot may be running. Not shown: matches in direct messages, notes, plans, and the names of those who chose so.
    """
    from bot.admin.site.build import Wanted, make_site  # noqa: PLC0415 - loaded by this command alone

    finish(make_site(load_settings(), folder, title, Wanted(server or (), channel or ())))
