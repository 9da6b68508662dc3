"""Hex for Turnpost: the rules, the picture and the computer player, offered as one entry."""

from __future__ import annotations

from renderers.plugin import Entry

from .engine import ENGINE
from .picture import Picture
from .rules import Hex

_GAME = Hex()
HEX = Entry(_GAME, Picture(_GAME), ENGINE)
