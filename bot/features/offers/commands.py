"""Offers: the commands and buttons that make, answer and withdraw them, and their posts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from discord import ButtonStyle, app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client.components import PersistentButton, row
from bot.client.options import source_of
from bot.features.offers.text import BY, BY_LABELS, KINDS, OfferDetails, offer_post, parse_substitute, unknown_kind
from bot.interactions.own_messages import read_custom_ids
from bot.interactions.replies import acknowledge_silently, is_in_home, reply, request_of
from bot.outbox.mentions import choose_mentions
from bot.outbox.sender import FallbackPost, fall_back_to
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match
from bot.referee.offers import offers as referee
from bot.referee.offers.offers import people_to_answer, undone_events
from bot.referee.requests import AlreadyDone, parse_match_number
from bot.referee.seats import level_of_substitute
from games.translation import gettext as _
from games.translation import pgettext
from storage.queries import matches, offers, outbox

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.outbox.mentions import Mentions
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from bot.referee.offers.offers import OfferResult
    from storage.queries.rows import Offer, OfferKind, Post


async def make_offer(
    bot: Client,
    source: Source,
    kind: OfferKind,
    number: int | None,
    *,
    for_late: bool = False,
    seat: int | None = None,
) -> None:
    """Offer a draw, ask for a takeback, a pause, a substitute or an open seat; `for_late` and `seat` as in the referee.

    Raises `RequestRejected`.
    """
    request = request_of(source)
    match = await find_single_match(bot.context, request, number, f"match {'substitute' if kind == 'seat' else kind}")
    result = await referee.make_offer(bot.context, request, match.id, kind, for_late=for_late, named=seat)
    await _confirm(source, result)


async def answer_offer(
    bot: Client, source: Source, number: int | None, kind: OfferKind | None, *, agrees: bool
) -> None:
    """Agree to another player's offer, decline it, or withdraw your own. Raises `RequestRejected`."""
    request, command = request_of(source), "match agree" if agrees else "match refuse"
    match = await find_single_match(bot.context, request, number, command)
    await _confirm(source, await referee.answer_offer(bot.context, request, match.id, kind, agrees=agrees))


class Agree(PersistentButton, template=r"agree:(\d+)"):
    """Agrees to an offer. Its part: the offer."""

    action = "agree"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Agree; the post itself changes through the outbox."""
        await referee.answer_offer_by_id(bot.context, request_of(press), int(self.parts[0]), agrees=True)
        await acknowledge_silently(press)


class Refuse(PersistentButton, template=r"refuse:(\d+)"):
    """Declines an offer, or withdraws your own. Its part: the offer."""

    action = "refuse"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Decline; the post itself changes through the outbox."""
        await referee.answer_offer_by_id(bot.context, request_of(press), int(self.parts[0]), agrees=False)
        await acknowledge_silently(press)


class Substitute(PersistentButton, template=r"substitute:(\d+)"):
    """Asks that Turnpost plays on for the player whose time is up. Its part: the match."""

    action = "substitute"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask the others; the post of that comes through the outbox."""
        await make_offer(bot, press, "substitute", int(self.parts[0]), for_late=True)


class OpenSeatButton(PersistentButton, template=r"open_seat:(\d+)"):
    """Asks that the seat of the player whose time is up is opened to anybody. Its part: the match."""

    action = "open_seat"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask the others; the post of that comes through the outbox."""
        await make_offer(bot, press, "seat", int(self.parts[0]), for_late=True)


def offer_buttons(offer: Offer) -> View:
    """Return the buttons under an open offer."""
    agree, refuse = _("Agree"), pgettext("button", "Decline")
    if offer.kind == "resignation":
        agree, refuse = _("Accept resignation"), _("Play on")
    return row(Agree(agree, offer.id), Refuse(refuse, offer.id))


async def _confirm(source: Source, result: OfferResult | AlreadyDone) -> None:
    """Confirm what was done to a person who doesn't see the post of it where they asked."""
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
    elif not is_in_home(source, result.match):
        await reply(source, result.sentence)


class OfferPosts:
    """Sends the outbox rows that belong to an offer. Each returns the channel and the message it became."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def offer(self, post: Post) -> tuple[int, int | None]:
        """Ask the players who have yet to answer, and mention them; by direct message if the match's home is barred.

        The player to move is not mentioned: the board of this turn did so.
        """
        details = await self._details(post)
        match, mentions = details.match, await self._choose_mentions(details)
        content = offer_post(details, mentions)
        recipients = [person.id for person in people_to_answer(details.offer, match)] if details.is_open else []
        home = await self._sender.open_home(match, post)
        agree = f"agree:{details.offer.id}"
        send_options = {"view": offer_buttons(details.offer)} if details.is_open else {}
        with fall_back_to(
            *(FallbackPost("tell", user_id, partial(offer_post, details, mentions)) for user_id in recipients)
        ):
            sent = await self._sender.send_once(
                post,
                home,
                lambda message: agree in read_custom_ids(message) or message.content == content,
                content=content,
                **send_options,
                **mentions.send_options,
            )
        return sent.channel.id, sent.id

    async def answered(self, post: Post) -> tuple[int, int | None]:
        """Rewrite the post of an offer: a player agreed, or the offer is closed."""
        details = await self._details(post)
        match = details.match
        async with self._context.database.read() as tx:
            posts = await outbox.offer_posts(tx, match.id, details.offer.id)
        content = offer_post(details, await self._choose_mentions(details))
        view = offer_buttons(details.offer) if details.is_open else None
        await self._sender.rewrite_all(posts, match.guild_id, content, view)
        return match.home, None

    async def _choose_mentions(self, details: OfferDetails) -> Mentions:
        offer, match = details.offer, details.match
        waiting = [one for one in people_to_answer(offer, match) if match.seat_of(one.id) != match.to_move]
        async with self._context.database.read() as tx:
            return await choose_mentions(self._context, tx, match.guild_id, waiting if details.is_open else ())

    async def _details(self, post: Post) -> OfferDetails:
        async with self._context.database.read() as tx:
            offer = await offers.require(tx, int(post.body["offer"]))
            match = await matches.require(tx, offer.match_id)
            first_ply, undone = await undone_events(tx, offer) if offer.kind == "takeback" else (0, [])
        level = level_of_substitute(self._context, match)
        return OfferDetails(offer, match, self._context.title(match.game), first_ply, undone, level)


MATCH = "Its number, for example #42"
WHICH = "Which one, if there are several"


class OffersCog(commands.Cog):
    """The commands that make and answer offers."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Offer a draw, or agree to one")
    @app_commands.describe(match=MATCH)
    async def draw(self, ctx: CommandContext, match: str | None = None) -> None:
        """Offer a draw: `[#42]`."""
        await make_offer(self.bot, source_of(ctx), "draw", parse_match_number(match))

    @commands.hybrid_command(description="Ask to take back your last move", aliases=["undo"])
    @app_commands.describe(match=MATCH)
    async def takeback(self, ctx: CommandContext, match: str | None = None) -> None:
        """Ask for a takeback: `[#42]`."""
        await make_offer(self.bot, source_of(ctx), "takeback", parse_match_number(match))

    @commands.hybrid_command(description="Let somebody play on for you, or for a player who is late or just left")
    @app_commands.describe(match=MATCH, by="Who plays on", seat="Its number, if it isn't clear which one")
    @app_commands.choices(by=[Choice(name=BY_LABELS[word], value=word) for word in BY])
    async def substitute(
        self, ctx: CommandContext, match: str | None = None, by: str | None = None, seat: str | None = None
    ) -> None:
        """Ask that somebody plays on in a seat, in a match of three or more: `[#42] [turnpost|anyone] [2]`."""
        number, kind, seat_number = parse_substitute(match, by, seat)
        await make_offer(self.bot, source_of(ctx), kind, parse_match_number(number), seat=seat_number)

    @commands.hybrid_command(description="Agree to what another player offers or asks")
    @app_commands.describe(match=MATCH, what=WHICH)
    @app_commands.choices(what=[Choice(name=name, value=kind) for kind, name in KINDS.items()])
    async def agree(self, ctx: CommandContext, match: str | None = None, what: str | None = None) -> None:
        """Agree: `[#42] [draw]`."""
        await self._answer(ctx, match, what, agrees=True)

    @commands.hybrid_command(description="Decline what another player offers or asks, or withdraw your own offer")
    @app_commands.describe(match=MATCH, what=WHICH)
    @app_commands.choices(what=[Choice(name=name, value=kind) for kind, name in KINDS.items()])
    async def refuse(self, ctx: CommandContext, match: str | None = None, what: str | None = None) -> None:
        """Decline: `[#42] [draw]`."""
        await self._answer(ctx, match, what, agrees=False)

    async def _answer(self, ctx: CommandContext, match: str | None, what: str | None, *, agrees: bool) -> None:
        if match is not None and what is None and match.lower() in KINDS:
            match, what = None, match
        await answer_offer(self.bot, source_of(ctx), parse_match_number(match), _kind(what), agrees=agrees)


def _kind(word: str | None) -> OfferKind | None:
    if word is None:
        return None
    kinds: dict[str, OfferKind] = {each: each for each in KINDS}
    if word.lower() not in kinds:
        raise RequestRejected(unknown_kind(word))
    return kinds[word.lower()]
