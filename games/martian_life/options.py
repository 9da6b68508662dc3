"""What people can choose for a match of Martian Life."""

from __future__ import annotations

from games.contract import Option
from games.translation import gettext_noop as N_

OPTIONS = (
    Option(
        "supply",
        N_("How many pieces each player has"),
        "stash",
        choices=("stash", "unlimited"),
        label=N_("Supply"),
        labels=(N_("stash"), N_("unlimited")),
    ),
    Option(
        "target",
        N_("The score that must be exceeded to win"),
        15,
        low=10,
        high=25,
        advised=10,
        advice=N_("lively: at 15 two careful players mostly draw"),
        label=N_("Target"),
        notable=True,
    ),
)
