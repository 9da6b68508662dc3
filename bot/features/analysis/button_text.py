"""Labels of buttons about analyses."""

from __future__ import annotations

from games.translation import gettext_noop as N_

ANALYSE = N_("Analyse")
BACK, FORWARD, GO_TO, NAME_AND_NOTE = N_("Back"), N_("Forward"), N_("Go to"), N_("Name and note")
REMOVE, MAKE_PLAN, TOGETHER, EXPORT = N_("Remove"), N_("Make it my plan"), N_("Analyse together"), N_("Export")
TO_THE_BOARD, ADD_MOVE, NEXT_MOVE = N_("Back to the board"), N_("Add this move"), N_("Next move")
