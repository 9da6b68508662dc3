"""The command `turnpost`: what each of its commands takes and says. What they do is loaded by the one that is used."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar

import typer

from bot.config import Settings, WrongSetting, read_settings

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")
WRONG_SETTING = WRONG_USE = 2
UNREACHABLE = 1
DATES = ["%Y-%m-%d", "%Y-%m-%dT%H:%M"]
app = typer.Typer(help="Board games by correspondence on Discord.", no_args_is_help=True, add_completion=False)


def example(*lines: str) -> str:
    """Return the end of a command's help: an example, or several.

    >>> example("turnpost backup today.db")
    'Example: turnpost backup today.db'
    """
    return "\n\n".join(f"Example: {line}" for line in lines)


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
    import discord  # noqa: PLC0415
    import uvloop  # noqa: PLC0415

    from bot import runner  # noqa: PLC0415

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


@app.command(epilog=example("turnpost playground"))
def playground() -> None:
    """Run the bot in the playground on this machine, even if DISCORD_TOKEN is set.

    If it is, the playground keeps matches of its own in TURNPOST_DATA/playground, and those on Discord are left alone.
    """
    run_bot(load_settings().in_playground())


@app.command("health", epilog=example("turnpost health"))
def ask_health() -> None:
    """Ask the running bot whether it is well; exit code 0 if so, else 1."""
    from bot.health import client  # noqa: PLC0415

    settings = load_settings()
    well, line = client.ask(settings.turnpost_data, settings.shards)
    typer.echo(line)
    sys.exit(0 if well else 1)


@app.command(epilog=example("turnpost doctor", "turnpost doctor --server 80351110224678912"))
def doctor(
    server: Annotated[list[int] | None, typer.Option(help="Only this server (its id); can be repeated.")] = None,
) -> None:
    """Check this machine, the database, the token, and what the bot may do on its servers; exit code 1 for a problem.

    A line each: ok, warning or problem, and what to do. The bot may be running.

    For each server it makes three requests, at ten a second.
    """
    from bot.admin.doctor import examine  # noqa: PLC0415

    sys.exit(0 if finish(examine(load_settings(), server or (), typer.echo)) else 1)


@app.command(epilog=example("turnpost sync"))
def sync() -> None:
    """Register the slash commands and upload the emojis of pieces with Discord now, and say what changed.

    The bot does both after its start by itself. It may be running.
    """
    from bot.admin.sync import sync  # noqa: PLC0415

    finish(sync(load_settings()))


@app.command(epilog=example("turnpost outbox --retry all"))
def outbox(
    retry: Annotated[
        str | None, typer.Option(metavar="ID|all", help="Put back a post that was given up, or all of them.")
    ] = None,
) -> None:
    """List the posts that wait and those that were given up; the bot may be running, and sends what is put back.

    Not put back: what was said elsewhere in its place, and a board when a later one of its match went out or waits.
    """
    from bot.admin.repair import show_outbox  # noqa: PLC0415

    finish(show_outbox(load_settings(), retry))


@app.command(epilog=example("turnpost verify"))
def verify() -> None:
    """Replay every match by the rules and report what differs from the record; exit code 0 if nothing does, else 1."""
    from bot.admin.verify.run import verify_all  # noqa: PLC0415

    sys.exit(0 if finish(verify_all(load_settings())) else 1)


@app.command(epilog=example("turnpost backup turnpost-today.db"))
def backup(file: Annotated[Path, typer.Argument(help="A new file.")]) -> None:
    """Copy the database to a file; the bot may be running."""
    from bot.admin.records import back_up  # noqa: PLC0415

    finish(back_up(load_settings(), file))


@app.command(epilog=example("turnpost restore turnpost-today.db"))
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    unverified: Annotated[bool, typer.Option("--unverified", help="Take it without replaying its matches.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Verify a backup and put it in the place of the database, which is kept beside it; the bot must not be running."""
    from bot.admin import records  # noqa: PLC0415

    finish(records.restore(load_settings(), file, verified=not unverified))


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
    from bot.admin.records import export_to  # noqa: PLC0415

    finish(export_to(load_settings(), file, match or (), since.replace(tzinfo=UTC) if since else None))


@app.command("import", epilog=example("turnpost import matches.jsonl"))
def import_(file: Annotated[Path, typer.Argument(help="A file that `export` wrote.")]) -> None:
    """Check records move by move and store them as matches with new numbers: all of a file or none."""
    from bot.admin.records import import_from  # noqa: PLC0415

    finish(import_from(load_settings(), file))


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
    from bot.admin.site import Wanted, make_site  # noqa: PLC0415

    finish(make_site(load_settings(), folder, title, Wanted(server or (), channel or ())))


@app.command("ratings", epilog=example("turnpost ratings --rebuild"))
def show_ratings(
    game: Annotated[str | None, typer.Argument(help="The key of a game, for its table.")] = None,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Compute all ratings anew from the matches.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Show how many people are rated at each game, or the ratings at one; the bot may be running."""
    from bot.admin import repair  # noqa: PLC0415

    finish(repair.show_ratings(load_settings(), game, rebuild=rebuild))


@app.command(epilog=example("turnpost privacy 80351110224678912 --json"))
def privacy(
    person: Annotated[int, typer.Argument(metavar="ID", help="The person's id on Discord.")],
    delete: Annotated[bool, typer.Option("--delete", help="Delete it, which can't be undone.")] = False,  # noqa: FBT002 - a flag
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Print everything that is kept of a person, or delete it as they could themselves; the bot may be running."""
    from bot.admin.repair import delete_person, show_personal_data  # noqa: PLC0415

    if delete:
        finish(delete_person(load_settings(), person))
    else:
        finish(show_personal_data(load_settings(), person, as_json=as_json))


@app.command(epilog=example("turnpost review matches.jsonl --match 42 --picture curve.png"))
def review(
    file: Annotated[Path, typer.Argument(help="A file that `export` wrote.")],
    match: Annotated[int | None, typer.Option(help="Only the match of this number in the file.")] = None,
    picture: Annotated[Path | None, typer.Option(help="A new PNG file for the curve of one match.")] = None,
) -> None:
    """Look through recorded matches with the engines, and print where they turned and what was better."""
    from bot.admin.repair import review_file  # noqa: PLC0415

    finish(review_file(file, match, picture))


@app.command("check-game", epilog=example("turnpost check-game my-game --long"))
def check_game(
    key: Annotated[str, typer.Argument(help="The key of an installed game.")],
    seed: Annotated[int, typer.Option(help="What decides the random matches.")] = 0,
    long: Annotated[bool, typer.Option("--long", help="Look at ten times as many matches.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Check a game, built-in or of a package, and say what is wrong with it; exit code 0 if nothing is, else 1."""
    from bot.game_checks.checks import UnknownGame, find_subject, report  # noqa: PLC0415

    try:
        subject = find_subject(key, seed, long=long)
    except UnknownGame as wrong:
        stop(str(wrong), WRONG_USE)
    sys.exit(0 if report(subject, typer.echo) else 1)


@app.command("new-game", epilog=example('turnpost new-game "My Game"'))
def new_game(
    name: Annotated[str, typer.Argument(help='What the game is called, as in "My Game".')],
    folder: Annotated[Path, typer.Option(help="Where the folder of the package is put.")] = Path(),
) -> None:
    """Write the package of a new game, a small one that works as it stands, for you to change."""
    from bot.new_game import WrongName, write_package  # noqa: PLC0415

    try:
        written = write_package(name, folder)
    except WrongName as wrong:
        stop(str(wrong), WRONG_USE)
    except OSError as wrong:
        stop(f"{folder} can't be written: {wrong.strerror}.", WRONG_USE)
    typer.echo(f"Written to {written}. Its README.md says how to install, check and play it.")


translate = typer.Typer(
    help="Keep the catalogues of translations up to date, and check them.",
    epilog=example("turnpost translate check"),
    no_args_is_help=True,
)
app.add_typer(translate, name="translate")
Packages = Annotated[
    list[str] | None,
    typer.Option("--package", help="The package of a game instead of Turnpost's own; can be repeated."),
]


@translate.command(epilog=example("turnpost translate extract --language fr"))
def extract(
    language: Annotated[str | None, typer.Option(help="A new language to begin, as in fr or pt_BR.")] = None,
    package: Packages = None,
) -> None:
    """Write the messages of the code to the catalogues, new ones without a translation, and say what changed."""
    from bot.admin.translate import extract_all  # noqa: PLC0415

    finish(extract_all(package, language, typer.echo))


@translate.command(epilog=example("turnpost translate check"))
def check(package: Packages = None) -> None:
    """Check that the catalogues fit the code, and say what each language lacks; exit code 1 if one doesn't fit."""
    from bot.admin.translate import check_all  # noqa: PLC0415

    sys.exit(0 if finish(check_all(package, typer.echo)) else 1)


def load_settings() -> Settings:
    """Return the settings; one that is wrong ends the process with a sentence."""
    try:
        return read_settings()
    except WrongSetting as wrong:
        stop(str(wrong), WRONG_SETTING)


def finish(work: Coroutine[None, None, T]) -> T:
    """Return what a command of maintenance came to; what stood in its way is said in one line."""
    from bot.admin.command import CommandError  # noqa: PLC0415
    from storage.engine.errors import StorageError  # noqa: PLC0415

    try:
        return asyncio.run(work)
    except (CommandError, StorageError) as wrong:
        stop(str(wrong), WRONG_USE)


def stop(line: str, code: int) -> NoReturn:
    """End the process with a line for the operator and an exit code."""
    typer.echo(f"turnpost: {line}", err=True)
    sys.exit(code)


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
