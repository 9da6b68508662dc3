"""What people can choose for a match of Force Field Factions."""

from __future__ import annotations

from games.contract import Option
from games.translation import gettext_noop as N_

OPTIONS = (
    Option(
        "facing",
        N_("How the pieces stand at the start"),
        "upright",
        choices=("upright", "forward"),
        label=N_("Pieces face"),
        labels=(N_("upright"), N_("forward")),
    ),
    Option(
        "pool",
        N_("How many force fields of each colour and size there are"),
        "3",
        choices=("3", "5"),
        label=N_("Fields of each kind"),
    ),
)
