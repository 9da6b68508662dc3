"""Users: the people, and the bot of the application."""

from __future__ import annotations

from dataclasses import dataclass

from playground.snowflakes import FOUNDING

BOT_ID = APP_ID = FOUNDING + 2
BOT_NAME = "Turnpost"
PEOPLE = {FOUNDING + 21: "Ann", FOUNDING + 22: "Bob", FOUNDING + 23: "Cleo", FOUNDING + 24: "Dan", FOUNDING + 25: "Eve"}


@dataclass(slots=True)
class User:
    """A person, or the bot."""

    id: int
    name: str
    bot: bool = False
