"""The command line: `turnpost run`, `turnpost health`, and the commands for the operator."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar

import typer

from bot.config import Settings, WrongSetting, read_settings
from bot.health import client

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")
app = typer.Typer(help="Board games by correspondence on Discord.", no_args_is_help=True, add_completion=False)
DATES = ["%Y-%m-%d", "%Y-%m-%dT%H:%M"]
WRONG_SETTING = WRONG_USE = 2
UNREACHABLE = 1


@app.command()
def run() -> None:
    """Run the bot: on Discord with DISCORD_TOKEN set, else in the playground on this machine."""
    settings = _settings()
    gc.disable()  # until all is loaded: going through it again and again would be a third of the start
    import discord  # noqa: PLC0415 - what a command needs is loaded by that command alone

    from bot import runner  # noqa: PLC0415 - as above

    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    discord.utils.setup_logging()
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        asyncio.run(runner.run(settings, _announce))
    except WrongSetting as wrong:
        _stop(str(wrong), WRONG_SETTING)
    except runner.Unreachable as unreachable:
        _stop(str(unreachable), UNREACHABLE)


@app.command("health")
def ask_health() -> None:
    """Ask the running bot whether it is well; exit code 0 if so, else 1."""
    settings = _settings()
    well, line = client.ask(settings.turnpost_data, settings.shards)
    typer.echo(line)
    sys.exit(0 if well else 1)


@app.command()
def verify() -> None:
    """Replay every match by the rules and report what differs from the record; exit code 0 if nothing does, else 1."""
    from bot.admin import commands  # noqa: PLC0415 - as for `run`

    sys.exit(0 if _done(commands.verify_all(_settings())) else 1)


@app.command()
def outbox(
    retry: Annotated[
        str | None, typer.Option(metavar="ID|all", help="Put back a post that was given up, or all of them.")
    ] = None,
) -> None:
    """List the posts that wait and those that were given up; the bot may be running, and sends what is put back.

    Not put back: what was said elsewhere in its place, and a board when a later one of its match went out or waits.
    """
    from bot.admin import commands  # noqa: PLC0415 - as for `run`

    _done(commands.show_outbox(_settings(), retry))


@app.command("ratings")
def show_ratings(
    game: Annotated[str | None, typer.Argument(help="The key of a game, for its table.")] = None,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Compute all ratings anew from the matches.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Show how many people are rated at each game, or the ratings at one; the bot may be running."""
    from bot.admin import commands  # noqa: PLC0415 - as for `run`

    _done(commands.show_ratings(_settings(), game, rebuild=rebuild))


@app.command()
def privacy(
    person: Annotated[int, typer.Argument(metavar="ID", help="The person's id on Discord.")],
    delete: Annotated[bool, typer.Option("--delete", help="Delete it, which can't be undone.")] = False,  # noqa: FBT002 - a flag
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Print everything that is kept of a person, or delete it as they could themselves; the bot may be running.

    Example: turnpost privacy 80351110224678912 --delete
    """
    from bot.admin import commands  # noqa: PLC0415 - as for `run`

    if delete:
        _done(commands.delete_person(_settings(), person))
    else:
        _done(commands.show_personal_data(_settings(), person, as_json=as_json))


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="A new file.")]) -> None:
    """Copy the database to a file; the bot may be running."""
    from bot.admin import commands  # noqa: PLC0415 - as for `run`

    _done(commands.back_up(_settings(), file))


@app.command()
def restore(file: Annotated[Path, typer.Argument(help="A backup.")]) -> None:
    """Put a backup in the place of the database, which is kept beside it; the bot must not be running."""
    from bot.admin import commands  # noqa: PLC0415 - as for `run`

    _done(commands.restore(_settings(), file))


@app.command()
def export(
    file: Annotated[Path | None, typer.Argument(help="A new file; without one, standard output.")] = None,
    match: Annotated[list[int] | None, typer.Option(help="Only the match of this number; can be repeated.")] = None,
    since: Annotated[
        datetime | None,
        typer.Option(formats=DATES, help="Only matches in which something has happened since then (UTC)."),
    ] = None,
) -> None:
    """Write matches as readable records, a line of JSON each (docs/records.md)."""
    from bot.admin import commands  # noqa: PLC0415 - as for `run`

    _done(commands.export_to(_settings(), file, match or (), since.replace(tzinfo=UTC) if since else None))


@app.command()
def site(
    folder: Annotated[Path, typer.Argument(help="A new folder, or a site that was made before.")],
    title: Annotated[str, typer.Option(help="What the site is called.")] = "Finished matches",
    server: Annotated[list[int] | None, typer.Option(help="Only matches of this server (its id).")] = None,
    channel: Annotated[list[int] | None, typer.Option(help="Only matches begun in this channel (its id).")] = None,
) -> None:
    """Write finished matches as a site of plain files: a page a match with its replay, a table a game.

    The bot may be running. Not shown: matches in direct messages, notes, plans, and the names of those who chose so.
    """
    from bot.admin import commands  # noqa: PLC0415 - as for `run`
    from bot.admin.site.build import Wanted  # noqa: PLC0415 - as for `run`

    _done(commands.make_site(_settings(), folder, title, Wanted(server or (), channel or ())))


@app.command("import")
def import_(file: Annotated[Path, typer.Argument(help="A file that `export` wrote.")]) -> None:
    """Check records move by move and store them as matches with new numbers: all of a file or none."""
    from bot.admin import commands  # noqa: PLC0415 - as for `run`

    _done(commands.import_from(_settings(), file))


@app.command()
def review(
    file: Annotated[Path, typer.Argument(help="A file that `export` wrote.")],
    match: Annotated[int | None, typer.Option(help="Only the match of this number in the file.")] = None,
    picture: Annotated[Path | None, typer.Option(help="A new PNG file for the curve of one match.")] = None,
) -> None:
    """Look through recorded matches with the engines, and print where they turned and what was better."""
    from bot.admin import commands  # noqa: PLC0415 - as for `run`

    _done(commands.review_file(file, match, picture))


@app.command("check-game")
def check_game(
    key: Annotated[str, typer.Argument(help="The key of an installed game.")],
    seed: Annotated[int, typer.Option(help="What decides the random matches.")] = 0,
    long: Annotated[bool, typer.Option("--long", help="Look at ten times as many matches.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Check a game, built-in or of a package, and say what is wrong with it; exit code 0 if nothing is, else 1."""
    from bot.game_checks.report import UnknownGame, find_subject, report  # noqa: PLC0415 - as for `run`

    try:
        subject = find_subject(key, seed, long=long)
    except UnknownGame as wrong:
        _stop(str(wrong), WRONG_USE)
    sys.exit(0 if report(subject, typer.echo) else 1)


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(help='What the game is called, as in "My Game".')],
    folder: Annotated[Path, typer.Option(help="Where the folder of the package is put.")] = Path(),
) -> None:
    """Write the package of a new game, a small one that works as it stands, for you to change."""
    from bot.new_game.write_package import WrongName, write_package  # noqa: PLC0415 - as for `run`

    try:
        written = write_package(name, folder)
    except WrongName as wrong:
        _stop(str(wrong), WRONG_USE)
    except OSError as wrong:
        _stop(f"{folder} can't be written: {wrong.strerror}.", WRONG_USE)
    typer.echo(f"Written to {written}. Its README.md says how to install, check and play it.")


def main() -> None:
    """Run the command line."""
    try:
        sys.exit(app(standalone_mode=False))
    except typer.TyperException as wrong:
        # Without any arguments the help was shown, and there is no more to say.
        if message := wrong.format_message():
            _stop(message, WRONG_USE)
        sys.exit(WRONG_USE)
    except typer.Abort:
        sys.exit(130)


def _announce(url: str) -> None:
    typer.echo(f"\n  No DISCORD_TOKEN is set, so Turnpost plays on this machine only.\n  Open {url}\n")


def _done(work: Coroutine[None, None, T]) -> T:
    """Return what a command of maintenance came to; what stood in its way is said in one line."""
    from bot.admin.commands import CommandError  # noqa: PLC0415 - as for `run`
    from storage.engine.errors import StorageError  # noqa: PLC0415 - as for `run`

    try:
        return asyncio.run(work)
    except (CommandError, StorageError) as wrong:
        _stop(str(wrong), WRONG_USE)


def _settings() -> Settings:
    try:
        return read_settings()
    except WrongSetting as wrong:
        _stop(str(wrong), WRONG_SETTING)


def _stop(line: str, code: int) -> NoReturn:
    typer.echo(f"turnpost: {line}", err=True)
    sys.exit(code)
