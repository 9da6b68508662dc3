"""`turnpost privacy`: show or delete what is kept of a person."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli.command import example, finish, load_settings

app = typer.Typer()


@app.command(epilog=example("turnpost privacy 80351110224678912 --json"))
def privacy(
    person: Annotated[int, typer.Argument(metavar="ID", help="The person's id on Discord.")],
    delete: Annotated[bool, typer.Option("--delete", help="Delete it, which can't be undone.")] = False,  # noqa: FBT002 - a flag
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Print everything that is kept of a person, or delete it as they could themselves; the bot may be running."""
    from bot.admin.privacy import delete_person, show_personal_data  # noqa: PLC0415 - loaded by this command alone

    if delete:
        finish(delete_person(load_settings(), person))
    else:
        finish(show_personal_data(load_settings(), person, as_json=as_json))
