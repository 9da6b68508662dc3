"""The tips of Xong: what to look at, one for each of the first turns of a beginner."""

from __future__ import annotations

from games.translation import gettext_noop as N_

TIPS = (
    N_("A Xoid can be given once only. A short gift, such as `F`, lets your opponent touch few hexagons."),
    N_("Most legs lie between two hexagons. Place where nobody touches either of them yet."),
    N_("A hexagon that you both touch counts for nobody, so one leg of yours can spoil two of your opponent's."),
    N_("Before you give, look where your opponent could lay it: a long Xoid touches much, but takes legs away."),
    N_("Whoever places last gets no extra point. When legs become few, count which new Xoids still fit."),
)
"""In the order in which they are shown."""
