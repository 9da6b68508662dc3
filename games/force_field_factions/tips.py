"""The tips of Force Field Factions: what to look at, one for each of the first turns of a beginner."""

from __future__ import annotations

from games.translation import gettext_noop as N_

TIPS = (
    N_("A piece has a movement point for each pip: one of 3 can point, advance and advance again in one turn."),
    N_("An upright piece defends with 2, one that points with 1. Look which of yours an enemy could reach."),
    N_("Fields decide fights: red attacks better, blue defends better. Pieces of 3 pips carry none."),
    N_("You lose when you have none left of some size. You began with only two of 3 pips, so watch those."),
    N_("It works both ways: go for the size of which your opponent has the fewest left."),
)
"""In the order in which they are shown."""
