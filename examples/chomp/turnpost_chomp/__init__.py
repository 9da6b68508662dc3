"""Chomp for Turnpost: the rules and the picture, offered as one entry."""

from __future__ import annotations

from renderers.plugin import Entry

from .picture import Picture
from .rules import Chomp

_GAME = Chomp()
CHOMP = Entry(_GAME, Picture(_GAME))
