"""Diagrams of Force Field Factions: the setup, moving, fields, and what an attack can do."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.force_field_factions import ForceFieldFactions
from games.translation import gettext_noop as N_
from renderers.board.diagrams import Diagram, build_scene

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROWS_1_AND_2 = (14, 708, 834, 956)
_CORNER = (10, 610, 474, 948)
"""Columns a to d, rows 1 to 3, with their coordinates."""

_OTHERS = "f7:w1.up f8:b1.up g7:w2.up g8:b2.up h7:w3.up h8:b3.up 2"
"""Pieces out of sight: with none of some size left, a match would be over."""


@lru_cache(1)
def diagrams() -> Sequence[Diagram]:
    """Return the setup and every kind of action."""
    game = ForceFieldFactions()
    rows = (
        (N_("Move"), N_("A point for each pip: to point somewhere, to advance a square."), "b1:w2.up", "b1: ne f"),
        (
            N_("Take"),
            N_("An attack of 1 takes a piece of defence 1. Upright, it would defend with 2."),
            "b1:w2.n b2:b1.s",
            "b1: x",
        ),
        (N_("Change fields"), N_("First take the outermost field off, last add one."), "b2:w2.n.r", "b2: -red +blue"),
        (N_("Push"), N_("With a green field, an attack pushes the whole line."), "a2:w2.e.g b2:b1.s c2:b2.w", "a2: x"),
        (
            N_("Convert"),
            N_("With a purple one, the enemy becomes yours, if you lack one of its size."),
            "a2:w2.e.p b2:b1.s",
            "a2: x,e",
        ),
        (
            N_("Strip"),
            N_("With an orange one, missing by one strips the enemy of its fields."),
            "a2:w2.e.o b2:b2.up.r",
            "a2: x",
        ),
        (
            N_("Out of phase"),
            N_("A piece in a clear field can't be touched; others pass over it."),
            "a2:w2.e b2:b2.s.c",
            "a2: f f",
        ),
        (
            N_("Back in phase"),
            N_("Where another piece stands, that destroys both."),
            "b2:b1.s b2:w2.n.c",
            "b2: -clear",
        ),
    )
    return (
        Diagram(
            N_("Setup"),
            N_(
                "Each has pieces of 3 2 1 2 1 2 1 3 pips from the left, upright; Black begins. "
                "Without a piece of some size you lose."
            ),
            build_scene(game),
            _ROWS_1_AND_2,
            wide=True,
        ),
        *(
            Diagram(title, caption, build_scene(game, position=f"{pieces} {_OTHERS}", move=move), _CORNER)
            for title, caption, pieces, move in rows
        ),
    )
