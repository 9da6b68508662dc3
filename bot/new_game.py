"""`turnpost new-game`: write the package of a small game that works as it stands."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, NamedTuple

from bot import plugins

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

_LONGEST_KEY = 32
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9' -]*")


class WrongName(Exception):  # noqa: N818 - what was asked for
    """A name from which no package can be made, or that is taken; the message is a sentence."""


class Names(NamedTuple):
    """What a game is called: for people, in commands, as a module, and as a class."""

    title: str
    key: str
    module: str
    name: str

    @property
    def constant(self) -> str:
        """The name of the entry that the package offers."""
        return self.key.replace("-", "_").upper()


def derive_names(title: str) -> Names:
    """Return all names of a game by its title. Raises `WrongName`."""
    title = " ".join(title.split())
    if not _PLAIN.fullmatch(title):
        raise WrongName(f'"{title}" isn\'t a name: use letters from A to Z, digits, spaces and hyphens.')
    words = re.findall("[a-z0-9]+", title.lower().replace("'", ""))
    key = "-".join(words)
    if len(key) > _LONGEST_KEY:
        raise WrongName(f'"{title}" makes the key {key}, and a key has at most {_LONGEST_KEY} characters.')
    if key in plugins.read().games:
        raise WrongName(f"There's a game with the key {key} already: choose another name.")
    name = "".join(word.capitalize() for word in words)
    if keyword.iskeyword(name) or name in {"Picture", "State"}:
        raise WrongName(f'"{title}" makes the class {name}, which is taken: choose another name.')
    return Names(title, key, f"turnpost_{'_'.join(words)}", name)


def write_package(title: str, folder: Path) -> Path:
    """Write the package of a new game into a folder of its own below `folder`, and return that folder.

    Raises `WrongName`, also if there is such a folder already.
    """
    names = derive_names(title)
    target = folder / f"turnpost-{names.key}"
    if target.exists():
        raise WrongName(f"There's a {target} already, and nothing was written.")
    _copy(files("bot") / "new_game_template", target, names)
    return target


def _copy(source: Traversable, target: Path, names: Names) -> None:
    """Copy a folder of the template with the names filled in."""
    target.mkdir(parents=True)
    for entry in source.iterdir():
        name = entry.name.replace("package", names.module).replace("key", names.key.replace("-", "_"))
        if entry.is_dir():
            _copy(entry, target / name, names)
        else:
            text = Template(entry.read_text(encoding="utf-8"))
            filled = text.substitute(names._asdict(), constant=names.constant)
            (target / name.removesuffix(".txt")).write_text(filled, encoding="utf-8")
