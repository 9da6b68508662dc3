"""The tips of Martian Life: what to look at, one for each of the first turns of a beginner."""

from __future__ import annotations

from games.translation import gettext_noop as N_

TIPS = (
    N_("Count before you place: a small lives with 1 to 3 neighbours on the eight squares round it, else it dies."),
    N_("Your piece is a neighbour of everything round it. Look whether one of those now has too many."),
    N_("A medium needs 3 neighbours and a large 5, so promote where it's crowded."),
    N_("Deaths come in waves: when pieces are taken off, count again for those that lost a neighbour."),
    N_("Points count on whoever's turn. Look how far each of you is from the score that wins."),
)
"""In the order in which they are shown."""
