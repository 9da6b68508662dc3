"""What people chose besides how boards look."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from bot.referee import words
from bot.referee.answers import Refused
from storage import people

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from bot.referee.table import Table
    from storage.database import Tx

Takebacks: TypeAlias = Literal["ask", "never"]
Alarm: TypeAlias = Literal["direct", "thread"]

CHOICES: Mapping[str, tuple[str, ...]] = {"takebacks": get_args(Takebacks), "alarm": get_args(Alarm)}
"""What can be chosen, and the words for it."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's choices.

    `takebacks` says whether others may ask them for one, `alarm` where they are told that their time runs out:
    directly, or in the match's thread.
    """

    takebacks: Takebacks = "ask"
    alarm: Alarm = "direct"

    @property
    def kept(self) -> dict[str, str]:
        """What is not as usual, as it is stored."""
        usual = asdict(Preferences())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


def read_words(text: str) -> dict[str, str]:
    """Read `takebacks=never` as what `choose` takes. Raises `Refused`.

    >>> read_words("takebacks=Never")
    {'takebacks': 'never'}
    """
    said: dict[str, str] = {}
    for word in text.lower().split():
        name, _, value = word.partition("=")
        if name not in CHOICES or not value:
            choices = words.listed(f"`{name}={'|'.join(values)}`" for name, values in CHOICES.items())
            raise Refused(f"I can't read {words.code(word)} here. What you can choose is {choices}.")
        said[name] = value
    return said


async def chosen(tx: Tx, user_id: int) -> Preferences:
    """Return what a person chose."""
    kept = await people.preferences(tx, user_id)
    return _with(Preferences(), {name: value for name, value in kept.items() if value in CHOICES.get(name, ())})


async def choose(table: Table, user_id: int, said: Mapping[str, str | None]) -> Preferences:
    """Change what a person chose, and return it. Raises `Refused`, and then nothing was changed."""
    wanted = {name: value for name, value in said.items() if value is not None}
    for name, value in wanted.items():
        if value not in CHOICES[name]:
            choices = words.listed(map(words.code, CHOICES[name]), "or")
            raise Refused(f"`{name}` is {choices}, not {words.code(value)}.")
    async with table.database.write() as tx:
        now = _with(await chosen(tx, user_id), wanted)
        if wanted:
            await people.set_preferences(tx, user_id, now.kept)
    return now


def _with(preferences: Preferences, wanted: Mapping[str, Any]) -> Preferences:
    return replace(preferences, **wanted)
