"""The catalogue of a game's pieces, in games that have one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.components import PersistentButton
from bot.client.feature import Feature
from bot.client.panels import Field, PanelCommand
from bot.features.board_replies import choose_board_display, load_snapshot
from bot.gateway.message_queue import release_channel
from bot.interactions.limits import PICTURE_COST
from bot.interactions.replies import reply, reply_with_picture, request_of
from bot.referee.boards import get_visible_match
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match
from bot.referee.requests import parse_match_number
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from storage.queries.rows import Match

PIECES = N_("Pieces")


def no_catalogue(title: str, others: Sequence[str]) -> str:
    """Return that a game has no catalogue, and the titles of those that have one."""
    sentences = [_("{title} has no catalogue.").format(title=title)]
    if others:
        have = ngettext("{titles} has one.", "{titles} have one.", len(others))
        sentences.append(have.format(titles=format_list(others)))
    return " ".join(sentences)


async def show_catalogue(bot: Client, source: Source, match: Match, *, as_text: bool = False) -> None:
    """Reply with the catalogue of a match. Raises `RequestRejected` for a game without one."""
    game, images = bot.context.game(match), bot.board_images
    if match.game not in images.catalogue_games:
        raise RequestRejected(no_catalogue(game.info.title, [bot.context.title(key) for key in images.catalogue_games]))
    snapshot = await load_snapshot(bot, match, match.seq)
    release_channel()
    title = ngettext("**#{match} {title}** after {n} move", "**#{match} {title}** after {n} moves", snapshot.ply)
    title = title.format(match=match.id, title=game.info.title, n=snapshot.ply)
    if as_text:
        await reply(source, f"{title}. {await images.catalogue_text(game, snapshot)}")
        return
    display = await choose_board_display(bot, source, snapshot)
    picture = await images.catalogue(game, snapshot, display)
    filename = f"turnpost-catalogue-{match.id}-{match.seq}.png"
    # Translators: {heading} is "**#42 Xodd** after 3 moves".
    heading = _("{heading}: the catalogue.").format(heading=title)
    await reply_with_picture(source, heading, picture, filename, f"{title}. {picture.text}")


class CatalogueButton(PersistentButton, template=r"catalogue:(\d+)"):
    """Shows the catalogue of a match. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the catalogue, privately."""
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            match = await get_visible_match(bot.context, request_of(press), int(self.parts[0]))
            await show_catalogue(bot, press, match)


async def catalogue(bot: Client, source: Source, words: str) -> None:
    """Show the catalogue of the match named, replied to, of this thread, or of my only one: `[#42] [text]`.

    Raises `RequestRejected`.
    """
    forms = {"text", "picture"}
    numbers = [word for word in words.split() if word.lower() not in forms]
    async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        number = parse_match_number(" ".join(numbers))
        found = await find_single_match(bot.context, request_of(source), number, "match do:catalogue")
        await show_catalogue(bot, source, found, as_text="text" in words.lower().split())


async def in_which_form(_bot: Client, _interaction: Press, _number: int) -> list[Field]:
    """Return the question in which form to show the catalogue."""
    forms = {"picture": _("One picture of all pieces"), "text": _("In sentences, for screen readers")}
    return [Field(label=_("How?"), choices=forms, value="picture", required=True)]


CATALOGUE_COMMAND = PanelCommand(
    name="catalogue",
    panel="match",
    label=PIECES,
    description=N_("Show the pieces of a match and what became of each, in games with many"),
    usage="text",
    run=catalogue,
    fields=in_which_form,
    applies=lambda situation: situation.has_catalogue,
)

FEATURE = Feature(panel_commands=[CATALOGUE_COMMAND], buttons=[CatalogueButton])
