"""Check the fonts of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.admin.doctor.check import ok, problem
from renderers.drawing.typeface import NAME, PLAIN, is_drawable, text_width

if TYPE_CHECKING:
    from bot.admin.doctor.check import Check


def check_fonts() -> Check:
    """Check that boards can be labelled."""
    try:
        drawn = is_drawable("Turnpost") and all(text_width("Turnpost", style) > 0 for style in (NAME, PLAIN))
    except (OSError, ModuleNotFoundError) as error:
        return problem("fonts", f"boards can't be drawn ({error}): install Turnpost's packages again.")
    return ok("fonts", "they can be read.") if drawn else problem("fonts", "the font has no letters: install it again.")
