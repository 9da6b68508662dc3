"""What people can choose for a match of Zyrcan."""

from __future__ import annotations

from games.contract import Option
from games.translation import gettext_noop as N_

OPTIONS = (
    Option(
        "variant",
        N_("How phase one is played"),
        "standard",
        choices=("standard", "blitzkrieg"),
        label=N_("Variant"),
        labels=(N_("Standard"), N_("Blitzkrieg")),
    ),
)
