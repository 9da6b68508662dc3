"""Clauses that say what each value of a preference means."""

from __future__ import annotations

from bot.referee.languages import DISCORD
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import language_name

TAKEBACKS = {"ask": N_("I ask you about every takeback"), "never": N_("I decline every takeback for you")}
ALARM = {
    "direct": N_("I tell you by direct message when your time runs out"),
    "thread": N_("I tell you by a mention in the match's thread when your time runs out"),
}
CONFIRM = {"never": N_("I play the moves you send"), "always": N_("I show you each move and ask before I play it")}
BUTTONS = {
    "on": N_("boards have buttons to move, to look and for the rules"),
    "off": N_("boards have only the buttons My view and Analyse, if all players want that"),
}
NET = {
    "on": N_("when your time runs out, I take one of your vacation days, and the next day another"),
    "off": N_("when your time runs out, it's up"),
}
SITE = {
    "named": N_("a site of finished matches shows your name"),
    "unnamed": N_("a site of finished matches calls you A player"),
}
STANDINGS = {
    "shown": N_("tables and your profile show others your ratings"),
    "hidden": N_("only you see your ratings and your profile"),
}
SERVER_ZONE = N_("times of day are in the server's time zone")
OWN_ZONE = N_("times of day are in this time zone")
NO_QUIET_HOURS = N_("my messages may make a sound at any hour")
QUIET_HOURS = N_("at these hours of your day my messages arrive silently, but not later")
NO_DIGEST = N_("no daily list of what waits for you; I also choose this when I can't message you")
DIGEST = N_("at this time of your day I send you a list of what waits for you, if anything does")


def language_means(language: str) -> str:
    """Say what the choice of a language does."""
    if language == DISCORD:
        return _("I write to you in the language of your Discord")
    return _("I write to you in {language}").format(language=language_name(language))
