"""What the buttons that show rules say."""

from __future__ import annotations

from games.translation import gettext_noop as N_

RULES = N_("Rules")
ALL_RULES = N_("All the rules")
