"""The tips of Xero-G: what to look at, one for each of the first turns of a beginner."""

from __future__ import annotations

from games.translation import gettext_noop as N_

TIPS = (
    N_("Mix the sizes along your row: from ships of several sizes you can fly further ways."),
    N_("The ships belong to nobody. You both fly from the nearest row that holds one: look which that is."),
    N_("Landing on a ship lets you fly on by its size. Look for a chain of such boosts that ends in the far base."),
    N_("Look for your opponent's way into your base, too. A ship in the way, or one less to boost on, can stop it."),
    N_("A reprogram moves the ship that you land on. Use it to build your next chain, or to break your opponent's."),
)
"""In the order in which they are shown."""
