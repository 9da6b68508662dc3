"""`turnpost ratings`: show the ratings, or compute them anew."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli.command import example, finish, load_settings

app = typer.Typer()


@app.command("ratings", epilog=example("turnpost ratings --rebuild"))
def show_ratings(
    game: Annotated[str | None, typer.Argument(help="The key of a game, for its table.")] = None,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Compute all ratings anew from the matches.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Show how many people are rated at each game, or the ratings at one; the bot may be running."""
    from bot.admin import ratings  # noqa: PLC0415 - loaded by this command alone

    finish(ratings.show_ratings(load_settings(), game, rebuild=rebuild))
