"""Commands that look after the record of all matches."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from bot.cli.command import example, finish, load_settings

app = typer.Typer()
DATES = ["%Y-%m-%d", "%Y-%m-%dT%H:%M"]


@app.command(epilog=example("turnpost outbox --retry all"))
def outbox(
    retry: Annotated[
        str | None, typer.Option(metavar="ID|all", help="Put back a post that was given up, or all of them.")
    ] = None,
) -> None:
    """List the posts that wait and those that were given up; the bot may be running, and sends what is put back.

    Not put back: what was said elsewhere in its place, and a board when a later one of its match went out or waits.
    """
    from bot.admin import commands  # noqa: PLC0415 - what a command needs is loaded by that command alone

    finish(commands.show_outbox(load_settings(), retry))


@app.command(epilog=example("turnpost verify"))
def verify() -> None:
    """Replay every match by the rules and report what differs from the record; exit code 0 if nothing does, else 1."""
    from bot.admin import commands  # noqa: PLC0415 - as above

    sys.exit(0 if finish(commands.verify_all(load_settings())) else 1)


@app.command(epilog=example("turnpost backup turnpost-today.db"))
def backup(file: Annotated[Path, typer.Argument(help="A new file.")]) -> None:
    """Copy the database to a file; the bot may be running."""
    from bot.admin import commands  # noqa: PLC0415 - as above

    finish(commands.back_up(load_settings(), file))


@app.command(epilog=example("turnpost restore turnpost-today.db"))
def restore(file: Annotated[Path, typer.Argument(help="A backup.")]) -> None:
    """Put a backup in the place of the database, which is kept beside it; the bot must not be running."""
    from bot.admin import commands  # noqa: PLC0415 - as above

    finish(commands.restore(load_settings(), file))


@app.command(epilog=example("turnpost export matches.jsonl --since 2026-01-01"))
def export(
    file: Annotated[Path | None, typer.Argument(help="A new file; without one, standard output.")] = None,
    match: Annotated[list[int] | None, typer.Option(help="Only the match of this number; can be repeated.")] = None,
    since: Annotated[
        datetime | None,
        typer.Option(formats=DATES, help="Only matches in which something has happened since then (UTC)."),
    ] = None,
) -> None:
    """Write matches as readable records, a line of JSON each (docs/records.md)."""
    from bot.admin import commands  # noqa: PLC0415 - as above

    finish(commands.export_to(load_settings(), file, match or (), since.replace(tzinfo=UTC) if since else None))


@app.command("import", epilog=example("turnpost import matches.jsonl"))
def import_(file: Annotated[Path, typer.Argument(help="A file that `export` wrote.")]) -> None:
    """Check records move by move and store them as matches with new numbers: all of a file or none."""
    from bot.admin import commands  # noqa: PLC0415 - as above

    finish(commands.import_from(load_settings(), file))


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
    from bot.admin import commands  # noqa: PLC0415 - as above
    from bot.admin.site.build import Wanted  # noqa: PLC0415 - as above

    finish(commands.make_site(load_settings(), folder, title, Wanted(server or (), channel or ())))


@app.command("ratings", epilog=example("turnpost ratings --rebuild"))
def show_ratings(
    game: Annotated[str | None, typer.Argument(help="The key of a game, for its table.")] = None,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Compute all ratings anew from the matches.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Show how many people are rated at each game, or the ratings at one; the bot may be running."""
    from bot.admin import commands  # noqa: PLC0415 - as above

    finish(commands.show_ratings(load_settings(), game, rebuild=rebuild))


@app.command(epilog=example("turnpost privacy 80351110224678912 --json"))
def privacy(
    person: Annotated[int, typer.Argument(metavar="ID", help="The person's id on Discord.")],
    delete: Annotated[bool, typer.Option("--delete", help="Delete it, which can't be undone.")] = False,  # noqa: FBT002 - a flag
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Print everything that is kept of a person, or delete it as they could themselves; the bot may be running."""
    from bot.admin import commands  # noqa: PLC0415 - as above

    if delete:
        finish(commands.delete_person(load_settings(), person))
    else:
        finish(commands.show_personal_data(load_settings(), person, as_json=as_json))
