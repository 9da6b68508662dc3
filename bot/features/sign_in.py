"""The board on the web: the links that lead there, and the browsers in which a person is signed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord.app_commands import Choice
from discord.ui import Button, View

from bot.client.feature import Feature
from bot.client.panels import PanelCommand
from bot.interactions.replies import person_of, reply_privately, request_of
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.people.sign_in import burn_links, end_session, end_sessions, list_sessions, make_link
from games.translation import gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from storage.queries.rows import Match
    from storage.queries.web_sessions import Session

MOST_LISTED = 10
"""Browsers that a list names; the others have not been used for longer."""
EVERYWHERE = "all"
"""The word for all browsers."""


def board_path(match: Match) -> str:
    """Return the path of the page of a match."""
    return f"/b/{match.public_id}"


def board_links(bot: Client, match: Match) -> list[Button[View]]:
    """Return the button that leads to the page of a match, the same for everybody; none without a site."""
    return [] if bot.web_url is None else [Button(label=_("Board"), url=f"{bot.web_url}{board_path(match)}")]


async def sign_in_links(bot: Client, press: Press, path: str) -> list[Button[View]]:
    """Return the button that signs a browser in as the person who pressed, and leads to a path; none without a site.

    Only that person may see it.
    """
    if bot.web_url is None:
        return []
    person = person_of(press.user)
    token = await make_link(bot.context, person.id, person.name, path)
    return [Button(label=_("Open the board"), url=f"{bot.web_url}/in/{token}")]


async def burn_links_in(bot: Client, message: discord.Message) -> None:
    """Let the sign-in links in a message not be used any more; they may also hang under what it forwards."""
    forwarded = message.message_snapshots
    rows = [part for each in forwarded for part in each.components if isinstance(part, discord.ActionRow)]
    links = [item.url or "" for each in rows for item in each.children if isinstance(item, discord.Button)]
    texts = [message.content, *(each.content for each in forwarded), *links]
    if any("/in/" in text for text in texts):
        await burn_links(bot.context, "\n".join(texts))


def browser_name(session: Session) -> str:
    """Return the browser and the system of a session, without markup."""
    return _("unknown browser") if session.browser == "?" else session.browser


def sign_out_choices(sessions: Sequence[Session]) -> dict[str, str]:
    """Return what can be chosen to sign out of, by the word that `end_chosen` reads."""
    named = {str(each.id): browser_name(each) for each in sessions[:MOST_LISTED]}
    return {**named, EVERYWHERE: _("All browsers")}


async def end_chosen(bot: Client, user_id: int, chosen: str) -> str:
    """Sign a person out of all browsers, or of the one with a number; return what to say.

    Raises `RequestRejected` if there is none with that number.
    """
    if chosen == EVERYWHERE:
        await end_sessions(bot.context, user_id)
        return _("You're signed out everywhere.")
    sessions = await list_sessions(bot.context, user_id)
    found = next((each for each in sessions if str(each.id) == chosen), None)
    if found is None:
        unknown = _("There's no signed-in browser {number}: `/me do:signout` lists yours.")
        raise RequestRejected(unknown.format(number=formatting.code(chosen)))
    await end_session(bot.context, user_id, found.id)
    return _("You're signed out of {browser}.").format(browser=formatting.code(browser_name(found)))


def sessions_text(sessions: Sequence[Session], *, numbers: bool = False) -> str:
    """Return the browsers in which a person is signed in, the last used one first, perhaps with their numbers."""
    lines = [_("**Signed in on the web**")]
    for each in sessions[:MOST_LISTED]:
        # Translators: {when} is "3 days ago".
        line = _("{browser}, last used {when}").format(
            browser=formatting.code(browser_name(each)), when=formatting.ago(each.used_at)
        )
        lines.append(f"- {each.id}: {line}" if numbers else f"- {line}")
    return "\n".join(lines)


async def sign_out(bot: Client, source: Source, words: str) -> None:
    """Read `all`, or the number of a browser, or nothing to see the browsers. Raises `RequestRejected`."""
    user_id = request_of(source).user_id
    if words:
        await reply_privately(source, await end_chosen(bot, user_id, words.lower()))
        return
    sessions = await list_sessions(bot.context, user_id)
    if not sessions:
        await reply_privately(source, _("You aren't signed in anywhere."))
        return
    how = _("-# `/me do:signout all` signs you out everywhere, `/me do:signout {number}` of one browser.")
    listed = sessions_text(sessions, numbers=True)
    await reply_privately(source, f"{listed}\n{how.format(number=sessions[0].id)}")


async def _suggest(bot: Client, interaction: Press, typed: str) -> list[Choice[str]]:
    choices = sign_out_choices(await list_sessions(bot.context, interaction.user.id))
    return [Choice(name=name[:100], value=word) for word, name in choices.items() if word.startswith(typed.lower())]


FEATURE = Feature(
    panel_commands=[
        PanelCommand(
            name="signout",
            panel="me",
            label=N_("Sign out"),
            description=N_("See in which browsers you're signed in on the web, and sign out"),
            run=sign_out,
            usage="all",
            complete=_suggest,
        )
    ]
)
