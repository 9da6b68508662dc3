"""The tips of Zyrcan: what to look at, one for each of the first turns of a beginner."""

from __future__ import annotations

from games.translation import gettext_noop as N_

TIPS = (
    N_("A ship captures exactly as many cells away as it has engines. Place where few others can hit yours."),
    N_("Ships with 3 engines count most in the end. Fewer lines lead to a cell at the rim."),
    N_("Look for targets as you place: in phase two, a ship with no enemy at its distance can't fly."),
    N_("If you can't capture, the round is the last. Keep more captures in hand than the others."),
    N_("Only the most engines win, so take from whoever leads."),
)
"""In the order in which they are shown."""
