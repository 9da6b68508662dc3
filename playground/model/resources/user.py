"""Users: the people, and the bot of the application."""

from __future__ import annotations

from dataclasses import dataclass

from playground.model import locales
from playground.model.snowflakes import FOUNDING

BOT_ID = APP_ID = FOUNDING + 2
BOT_NAME = "Turnpost"
GUILD_INSTALL, USER_INSTALL = INSTALLS = (0, 1)
"""How the application can be installed (docs: Applications Resource, Application Integration Types)."""
PEOPLE = {FOUNDING + 21: "Ann", FOUNDING + 22: "Bob", FOUNDING + 23: "Cleo", FOUNDING + 24: "Dan", FOUNDING + 25: "Eve"}


@dataclass(slots=True)
class User:
    """A person, or the bot; whether a person `installed` the application, to use it anywhere."""

    id: int
    name: str
    bot: bool = False
    locale: str = locales.DEFAULT
    installed: bool = False
