"""Labels of buttons about challenges."""

from __future__ import annotations

from games.translation import gettext_noop as N_
from games.translation import pgettext_noop

ACCEPT = pgettext_noop("button", "Accept")
ACCEPT_ANY_SEAT = N_("Accept, any seat")
ACCEPT_AS = N_("Accept as {seat}")
DECLINE = pgettext_noop("button", "Decline")
JOIN = pgettext_noop("button", "Join")
JOIN_ANY_SEAT = N_("Join, any seat")
JOIN_AS = N_("Join as {seat}")
LEAVE = pgettext_noop("button", "Leave")
HOW_TO_PLAY = N_("How to play")
PLAY_ME = N_("Play me")
CHALLENGE_OTHERS = N_("Challenge others")
FILL_IN_AGAIN = N_("Fill in again")
