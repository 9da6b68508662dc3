"""The installed games: the built-in ones, and those of packages that have entry points."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from engines.contract import Engine
from games import GAMES, GROUP
from games.contract import Game, Info
from games.translation import add_translations
from renderers import RENDERERS
from renderers.board.scene import Renderer
from renderers.plugin import Entry

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint

LONGEST_TITLE = 100
OWN_PACKAGES = ("games", "renderers", "bot")
_KEY = re.compile(r"[a-z][a-z0-9-]{0,31}")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Every game and its renderer by the game's key, the engines of packages, and why packages were skipped."""

    games: Mapping[str, Game[Any, Any]]
    renderers: Mapping[str, Renderer]
    engines: Mapping[str, Engine]
    skipped: tuple[str, ...] = ()


class _Unfit(Exception):  # noqa: N818 - a verdict on a package
    """What is wrong with a package, as the end of a sentence."""


def read() -> Catalogue:
    """Return the built-in games and those of installed packages, in the order of the packages' names.

    A broken package is skipped. Of two games with the same key, the first one counts. The catalogues of translations in
    the packages' folders are used from here on.
    """
    games, renderers, engines, skipped = dict(GAMES), dict(RENDERERS), dict[str, Engine](), list[str]()
    for package in OWN_PACKAGES:
        add_translations(package_folder(package))
    for point in sorted(entry_points(group=GROUP), key=lambda point: (_package(point), point.name)):
        try:
            entry = _checked(point.load(), games)
        except _Unfit as unfit:
            skipped.append(_sentence(point, str(unfit)))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's code may raise anything, and must not take the bot along
            skipped.append(_sentence(point, f"it can't be loaded ({type(error).__name__}: {error})"))
        else:
            key = entry.game.info.key
            games[key], renderers[key] = entry.game, entry.renderer
            add_translations(package_folder(type(entry.game).__module__))
            if entry.engine is not None:
                engines[key] = entry.engine
    return Catalogue(games, renderers, engines, tuple(skipped))


def package_folder(module: str) -> Path:
    """Return the folder of the top-level package of a module that is loaded."""
    return Path(str(sys.modules[module.partition(".")[0]].__file__)).parent


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.name


def _sentence(point: EntryPoint, why: str) -> str:
    return f"The game package {_package(point)} is skipped: `{point.value}`: {' '.join(why.split())}."


def _checked(entry: object, taken: Mapping[str, object]) -> Entry:
    """Return the entry of an entry point if it has the right type and a free key. Raises `_Unfit`."""
    if not isinstance(entry, Entry):
        raise _Unfit(f"it is no `renderers.plugin.Entry` but of type `{type(entry).__name__}`")
    lacking = [*_lacking(entry.game, Game), *_lacking(entry.renderer, Renderer)]
    if entry.engine is not None:
        lacking += _lacking(entry.engine, Engine)
    if lacking:
        calls = ", ".join(f"`{name}`" for name in lacking)
        raise _Unfit(f"it lacks {calls}, of which docs/adding-a-game.md says what each is for")
    info = entry.game.info
    if not isinstance(cast("object", info), Info):
        raise _Unfit(f"its game's `info` is no `games.contract.Info` but of type `{type(info).__name__}`")
    if not _KEY.fullmatch(info.key):
        raise _Unfit(f"its key, `{info.key}`, is not 1 to 32 small letters, digits and hyphens")
    if info.key in taken:
        raise _Unfit(f"there is a game with the key `{info.key}` already")
    if not 1 <= len(info.title) <= LONGEST_TITLE:
        raise _Unfit(f"its title has {len(info.title)} characters, and Discord takes 1 to {LONGEST_TITLE}")
    _check_earlier(info)
    return entry


def _check_earlier(info: Info) -> None:
    """Raise `_Unfit` unless the earlier versions belong to the same game and are numbered below its own."""
    for earlier in info.earlier:
        if lacking := _lacking(earlier, Game):
            raise _Unfit(f"an earlier version of it lacks {', '.join(f'`{name}`' for name in lacking)}")
        if earlier.info.key != info.key:
            raise _Unfit(f"an earlier version of it has another key, `{earlier.info.key}`")
    versions = [*sorted(earlier.info.rules for earlier in info.earlier), info.rules]
    if len(set(versions)) < len(versions) or max(versions) > info.rules:
        raise _Unfit(f"its versions are {', '.join(map(str, versions))}, and its present one must be the highest")


def _lacking(offered: object, protocol: type) -> list[str]:
    """Return the names of a protocol's members that an object doesn't have."""
    return [name for name in vars(protocol) if not name.startswith("_") and not hasattr(offered, name)]
