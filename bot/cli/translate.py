"""`turnpost translate`: the commands for people who translate."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from bot.cli.command import example, finish

app = typer.Typer()
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
    from bot.admin.translate.run import extract_all  # noqa: PLC0415 - loaded by this command alone

    finish(extract_all(package, language, typer.echo))


@translate.command(epilog=example("turnpost translate check"))
def check(package: Packages = None) -> None:
    """Check that the catalogues fit the code, and say what each language lacks; exit code 1 if one doesn't fit."""
    from bot.admin.translate.run import check_all  # noqa: PLC0415 - as above

    sys.exit(0 if finish(check_all(package, typer.echo)) else 1)
