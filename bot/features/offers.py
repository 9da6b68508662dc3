"""Offers of a draw, a takeback, a pause, a substitute or an open seat: made, answered, and told."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.components import PersistentButton, row
from bot.client.feature import Feature
from bot.client.panels import Field, PanelCommand
from bot.interactions.own_messages import read_custom_ids
from bot.interactions.replies import acknowledge_silently, reply_elsewhere, request_of
from bot.outbox.mentions import choose_mentions
from bot.outbox.sender import FallbackPost, fall_back_to
from bot.referee import formatting, offers as referee
from bot.referee.crowds import load_offer_vote
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match
from bot.referee.history.history import can_have_substitutes
from bot.referee.offers import is_proposed, outcome_text, people_to_answer
from bot.referee.requests import AlreadyDone, parse_first_number, parse_match_number
from bot.referee.seats import level_of_substitute
from bot.referee.takebacks import undone_events
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext, pgettext
from storage.queries import crowds, matches, offers, outbox

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from bot.outbox.mentions import Mentions
    from bot.referee.context import Context
    from bot.referee.crowds import OfferVote
    from bot.referee.offers import OfferResult
    from storage.queries.rows import Event, Match, Offer, OfferKind, Person, Post

KINDS: Mapping[OfferKind, str] = {
    "draw": "Draw",
    "takeback": "Takeback",
    "pause": "Pause",
    "substitute": "Substitute",
    "seat": "Open seat",
    "resignation": "Resignation",
}


_PRESENT: Mapping[OfferKind, str] = {
    "draw": N_("{name} offers a draw in {title}."),
    "pause": N_("{name} asks to pause the clock of {title} until the next move."),
    # Translators: {moves} is "move 17, `c4`" or "move 17, `c4`, and with it moves 18 to 19".
    "takeback": N_("{name} asks to take back {moves}, in {title}."),
    "substitute": N_("I can play on for {name} in {title}, at level {level}."),
    "seat": N_(
        "{name}'s seat in {title} can be opened to anybody, in {channel}: the first to take it plays on, and {name} "
        "comes last."
    ),
    "resignation": N_("I'm lost in {title}: this can't be saved."),
}
"""What an offer is while it is open, as a sentence."""
_PAST: Mapping[OfferKind, str] = {
    "draw": N_("{name} offered a draw in {title}"),
    "pause": N_("{name} asked to pause the clock of {title} until the next move"),
    # Translators: {moves} is "move 17, `c4`" or "move 17, `c4`, and with it moves 18 to 19".
    "takeback": N_("{name} asked to take back {moves}, in {title}"),
    "substitute": N_("I offered to play on for a player in {title}, at level {level}"),
    "seat": N_("Open {name}'s seat in {title} to anybody, in {channel}"),
    "resignation": N_("I offered to resign {title}"),
}
"""What it was, as a clause."""
_PROPOSED: Mapping[OfferKind, str] = {
    "draw": N_("Shall {name} offer a draw in {title}?"),
    # Translators: {moves} is "move 17, `c4`" or "move 17, `c4`, and with it moves 18 to 19".
    "takeback": N_("Shall {name} ask to take back {moves}, in {title}?"),
}
"""What the members of a crowd are asked before it makes an offer."""

BY: Mapping[str, OfferKind] = {"turnpost": "substitute", "anyone": "seat"}
"""Who may play on in a seat, as it is typed, each with the kind of the offer."""
BY_LABELS = {"turnpost": "Turnpost", "anyone": "Anyone who takes the seat"}


@dataclass(frozen=True, slots=True)
class OfferDetails:
    """An offer with its match as it now is.

    A takeback has what it would undo: the ply of the first move, and the events; a substitute has its `level`. `votes`
    are those of the crowds that it waits for.
    """

    offer: Offer
    match: Match
    title: str
    first_ply: int = 0
    undone: Sequence[Event] = ()
    level: int = 0
    votes: Sequence[OfferVote] = ()

    @property
    def is_open(self) -> bool:
        """Whether the offer can be answered."""
        return self.offer.status == "open" and self.offer.seq == self.match.seq


def offer_post(details: OfferDetails, name_of: Callable[[Person], str], *, is_vote: bool = False) -> str:
    """Return the post of an offer: a question to the players who have yet to answer, or what became of the offer.

    `name_of` names those players. With `is_vote` it asks the members of a crowd whether it makes the offer.
    """
    offer, match = details.offer, details.match
    small = _("-# offer {offer} \u00b7 until the next move \u00b7 or {commands}").format(
        offer=offer.id, commands=f"`/match do:agree #{match.id}`, `/match do:refuse #{match.id}`"
    )
    votes = [_vote_line(each) for each in details.votes]
    if is_vote:
        question = _fill(_PROPOSED, details)
        if details.is_open and is_proposed(offer, match):
            return "\n".join([question, *votes, small])
        outcome = outcome_text(offer, match) if is_proposed(offer, match) else pgettext("offer", "agreed")
        return f"{question} {outcome[0].upper()}{outcome[1:]}."
    if not details.is_open:
        # Translators: {what} is what was offered or asked, {outcome} what became of it.
        return _("{what}: {outcome}.").format(what=_fill(_PAST, details), outcome=outcome_text(offer, match))
    waiting = people_to_answer(offer, match)
    question = ngettext("{names}, do you agree?", "{names}, do you agree?", len(waiting))
    if offer.kind == "resignation":
        question = ngettext(
            "{names}, shall I resign, or do you want to play on?",
            "{names}, shall I resign, or do you want to play on?",
            len(waiting),
        )
    lines = [f"{_fill(_PRESENT, details)} {question.format(names=format_list(map(name_of, waiting)))}"]
    if agreed := sorted(offer.agreed - {offer.seat}):
        names = format_list(formatting.name(match.seats[seat - 1]) for seat in agreed)
        lines.append(ngettext("So far {names} agrees.", "So far {names} agree.", len(agreed)).format(names=names))
    return "\n".join([*lines, *votes, small])


def _vote_line(vote: OfferVote) -> str:
    """Return how a crowd's vote on an offer stands."""
    # Translators: {crowd} is "The crowd (7)" or the name of a role, {when} for example "in 12 hours".
    return _(
        "{crowd} votes: {agree} for it, {against} against. It ends once more than half say the same, or {when}."
    ).format(crowd=formatting.name(vote.crowd), agree=vote.agree, against=vote.against, when=formatting.ago(vote.until))


def undone_moves(first_ply: int, undone: Sequence[Event], longest_move: int = 100) -> str:
    """Return what a takeback undoes: the move of the ply `first_ply`, and those after it.

    Moves are cut to `longest_move` characters, and left out for 0.

    >>> from datetime import UTC, datetime
    >>> from storage.queries.rows import Event
    >>> c4 = Event(1, 17, "move", 1, 1, "c4", 1, datetime(2026, 3, 1, tzinfo=UTC))
    >>> undone_moves(17, [c4, c4, c4])
    'move 17, `c4`, and with it moves 18 to 19'
    """
    last = first_ply + len(undone) - 1
    if not longest_move and len(undone) == 1:
        return _("move {ply}").format(ply=first_ply)
    if not longest_move:
        return _("moves {first} to {last}").format(first=first_ply, last=last)
    texts = [formatting.code(event.text, longest_move) for event in undone]
    if len(texts) == 1:
        moves = _("move {ply}, {move}")
    elif len(texts) == 2:
        moves = _("move {ply}, {move}, and with it move {next}, {next_move}")
    else:
        moves = _("move {ply}, {move}, and with it moves {next} to {last}")
    return moves.format(ply=first_ply, move=texts[0], next=first_ply + 1, next_move=texts[-1], last=last)


def parse_substitute(match: str | None, by: str | None, seat: str | None) -> tuple[str | None, OfferKind, int | None]:
    """Return the match, the kind of the offer and the seat in `[#42] [anyone] [2]`. Raises `RequestRejected`.

    >>> parse_substitute("anyone", "2", None)
    (None, 'seat', 2)
    """
    if match is not None and match.lower() in BY:
        match, by, seat = None, match, by
    if by is not None and by.lower() not in BY:
        unknown = _("I can play on, or anyone who takes the seat: `turnpost` or `anyone`, not {word}.")
        raise RequestRejected(unknown.format(word=formatting.code(by)))
    if seat is not None and not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        unknown = _("Name a seat by its number, for example `2`, not {word}.")
        raise RequestRejected(unknown.format(word=formatting.code(seat)))
    return match, BY[by.lower()] if by else "substitute", int(seat) if seat else None


def _fill(messages: Mapping[OfferKind, str], details: OfferDetails) -> str:
    """Return the message on an offer's kind."""
    return _(messages[details.offer.kind]).format(
        name=formatting.name(details.match.seats[details.offer.seat - 1]),
        title=f"**{details.title} #{details.match.id}**",
        moves=undone_moves(details.first_ply, details.undone) if details.undone else "",
        level=details.level,
        channel=formatting.channel(details.match.channel_id),
    )


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
    match = await find_single_match(
        bot.context, request, number, f"match do:{'substitute' if kind == 'seat' else kind}"
    )
    result = await referee.make_offer(bot.context, request, match.id, kind, for_late=for_late, named=seat)
    await _confirm(source, result)


async def answer_offer(
    bot: Client, source: Source, number: int | None, kind: OfferKind | None, *, agrees: bool
) -> None:
    """Agree to another player's offer, decline it, or withdraw your own. Raises `RequestRejected`."""
    request, command = request_of(source), "match do:agree" if agrees else "match do:refuse"
    match = await find_single_match(bot.context, request, number, command)
    await _confirm(source, await referee.answer_offer(bot.context, request, match.id, kind, agrees=agrees))


async def answer_offer_meant(bot: Client, source: Source, number: int | None, *, agrees: bool) -> bool:
    """Answer the offer that somebody means by accepting or declining a challenge; return False if they mean none.

    Raises `RequestRejected`.
    """
    match_id = await referee.find_offered_match(bot.context, request_of(source), number, agrees=agrees)
    if match_id is None:
        return False
    await answer_offer(bot, source, match_id, None, agrees=agrees)
    return True


class TakeBackButton(PersistentButton, template=r"take_back:(\d+):(\d+)"):
    """Takes back the move that a player has just played against computers alone. Its parts: match, ply of the move."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Take it back; the board tells it."""
        match_id, ply = map(int, self.parts)
        result = await referee.make_offer(bot.context, request_of(press), match_id, "takeback", ply=ply)
        await _confirm(press, result)


class Agree(PersistentButton, template=r"agree:(\d+)"):
    """Agrees to an offer. Its part: the offer."""

    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Agree; the post itself changes through the outbox."""
        await referee.answer_offer_by_id(bot.context, request_of(press), int(self.parts[0]), agrees=True)
        await acknowledge_silently(press)


class Refuse(PersistentButton, template=r"refuse:(\d+)"):
    """Declines an offer, or withdraws your own. Its part: the offer."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Decline; the post itself changes through the outbox."""
        await referee.answer_offer_by_id(bot.context, request_of(press), int(self.parts[0]), agrees=False)
        await acknowledge_silently(press)


class Substitute(PersistentButton, template=r"substitute:(\d+)"):
    """Asks that Turnpost plays on for the player whose time is up. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask the others; the post of that comes through the outbox."""
        await make_offer(bot, press, "substitute", int(self.parts[0]), for_late=True)


class OpenSeatButton(PersistentButton, template=r"open_seat:(\d+)"):
    """Asks that the seat of the player whose time is up is opened to anybody. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask the others; the post of that comes through the outbox."""
        await make_offer(bot, press, "seat", int(self.parts[0]), for_late=True)


def offer_buttons(offer: Offer) -> View:
    """Return the buttons under an open offer."""
    agree, refuse = _("Agree"), pgettext("button", "Decline")
    if offer.kind == "resignation":
        agree, refuse = _("Accept resignation"), _("Play on")
    return row(Agree(agree, offer.id), Refuse(refuse, offer.id))


async def offer_draw(bot: Client, source: Source, words: str) -> None:
    """Offer a draw, or agree to one: `[#42]`. Raises `RequestRejected`."""
    await make_offer(bot, source, "draw", parse_first_number(words))


async def ask_for_takeback(bot: Client, source: Source, words: str) -> None:
    """Ask to take back one's last move: `[#42]`. Raises `RequestRejected`."""
    await make_offer(bot, source, "takeback", parse_first_number(words))


async def ask_for_substitute(bot: Client, source: Source, words: str) -> None:
    """Ask that somebody plays on in a seat: `[#42] [turnpost|anyone] [2]`. Raises `RequestRejected`."""
    number, kind, seat = parse_substitute(*(words.split() + [None] * 3)[:3])
    await make_offer(bot, source, kind, parse_match_number(number), seat=seat)


async def substitute_fields(bot: Client, _interaction: Press, number: int) -> list[Field]:
    """Return the questions who plays on, and in which seat if the match is known."""
    by = Field(label=_("Who plays on?"), choices={word: _(label) for word, label in BY_LABELS.items()}, required=True)
    if not number:
        return [by]
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, number)
    seats = {str(seat): formatting.plain_name(person) for seat, person in enumerate(match.seats, 1)}
    hint = _("Leave it empty for the player who is late or just left, or else for yourself")
    return [by, Field(label=_("In which seat?"), hint=hint, choices=seats)]


async def _answer(bot: Client, source: Source, words: str, *, agrees: bool) -> None:
    match, what = (words.split() + [None] * 2)[:2]
    if match is not None and what is None and match.lower() in KINDS:
        match, what = None, match
    await answer_offer(bot, source, parse_match_number(match), _kind(what), agrees=agrees)


async def agree(bot: Client, source: Source, words: str) -> None:
    """Agree to what another player offers or asks: `[#42] [draw]`. Raises `RequestRejected`."""
    await _answer(bot, source, words, agrees=True)


async def refuse(bot: Client, source: Source, words: str) -> None:
    """Decline what another player offers or asks, or withdraw one's own offer: `[#42] [draw]`.

    Raises `RequestRejected`.
    """
    await _answer(bot, source, words, agrees=False)


async def which_offer(bot: Client, _interaction: Press, number: int) -> list[Field]:
    """Return the question which offer of a match is meant, none unless several are open."""
    if not number:
        return []
    async with bot.context.database.read() as tx:
        found = await offers.list_open(tx, await matches.require(tx, number))
    kinds = {offer.kind: _(KINDS[offer.kind]) for offer in found}
    return [Field(label=_("Which offer?"), choices=kinds, required=True)] if len(kinds) > 1 else []


async def _confirm(source: Source, result: OfferResult | AlreadyDone) -> None:
    """Confirm what was done to a person who doesn't see the post of it where they asked."""
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
    else:
        await reply_elsewhere(source, result.match, result.sentence)


async def send_offer(bot: Client, post: Post) -> tuple[int, int | None]:
    """Ask the players who have yet to answer, and mention them; by direct message if the match's home is barred.

    The player to move is not mentioned: the board of this turn did so.
    """
    details = await _details(bot.context, int(post.body["offer"]))
    match, (mentions, members) = details.match, await _choose_mentions(bot, details, post)
    content = offer_post(details, mentions, is_vote="vote" in post.body) + members
    waiting = people_to_answer(details.offer, match) if details.is_open else []
    recipients = [person.id for person in waiting if person.is_reachable]
    home = await bot.sender.open_home(match, post)
    agree = f"agree:{details.offer.id}"
    view = _buttons_of(details, post)
    send_options = {} if view is None else {"view": view}
    with fall_back_to(
        *(FallbackPost("tell", user_id, partial(offer_post, details, mentions)) for user_id in recipients)
    ):
        return await bot.sender.send_once(
            post,
            home,
            lambda message: agree in read_custom_ids(message) or message.content == content,
            content=content,
            **send_options,
            **mentions.send_options,
        )


async def rewrite_offer(bot: Client, post: Post) -> tuple[int, int | None]:
    """Rewrite the post of an offer: a player agreed, or the offer is closed."""
    details = await _details(bot.context, int(post.body["offer"]))
    match = details.match
    async with bot.context.database.read() as tx:
        posts = await outbox.offer_posts(tx, match.id, details.offer.id)
    mentions, members = await _choose_mentions(bot, details)
    for each in posts:
        content, view = offer_post(details, mentions, is_vote="vote" in each.body), _buttons_of(details, each)
        content += members if view else ""
        await bot.sender.rewrite_all([each], match.guild_id, content, view)
    return match.home, None


def _buttons_of(details: OfferDetails, post: Post) -> View | None:
    """Return the buttons under a post of an offer, none once it is closed, or the vote that it asks for is over."""
    is_over = "vote" in post.body and not is_proposed(details.offer, details.match)
    return offer_buttons(details.offer) if details.is_open and not is_over else None


async def _choose_mentions(bot: Client, details: OfferDetails, post: Post | None = None) -> tuple[Mentions, str]:
    """Return how the post calls the players who have yet to answer, and a line that calls the members of crowds."""
    offer, match = details.offer, details.match
    waiting = people_to_answer(offer, match) if details.is_open else []
    called = [one for one in waiting if match.seat_of(one.id) != match.to_move]
    async with bot.context.database.read() as tx:
        members = await crowds.people_in(tx, match, called)
        people = [*called, *members]
        mentions = await choose_mentions(bot.context, tx, match.guild_id, "offers", people, post=post)
    return mentions.in_line(members)


async def describe_offer(context: Context, offer_id: int) -> str:
    """Return what an open offer is, as a sentence, or what a crowd is asked before it makes it."""
    details = await _details(context, offer_id)
    return _fill(_PROPOSED if is_proposed(details.offer, details.match) else _PRESENT, details)


async def _details(context: Context, offer_id: int) -> OfferDetails:
    async with context.database.read() as tx:
        offer = await offers.require(tx, offer_id)
        match = await matches.require(tx, offer.match_id)
        first_ply, undone = await undone_events(tx, offer) if offer.kind == "takeback" else (0, [])
        waiting = people_to_answer(offer, match) if offer.status == "open" else []
        seats = [match.seat_of(person.id) or 0 for person in waiting if person.is_crowd]
        votes = [await load_offer_vote(context, tx, match, offer, seat) for seat in seats]
    level = level_of_substitute(context, match)
    return OfferDetails(offer, match, context.title(match.game), first_ply, undone, level, votes)


def _kind(word: str | None) -> OfferKind | None:
    if word is None:
        return None
    kinds: dict[str, OfferKind] = {each: each for each in KINDS}
    if word.lower() not in kinds:
        named = format_list(map(formatting.code, kinds), "or")
        raise RequestRejected(_("An offer can be {kinds}, not {word}.").format(kinds=named, word=formatting.code(word)))
    return kinds[word.lower()]


COMMANDS = (
    PanelCommand(
        name="agree",
        panel="match",
        label=N_("Agree"),
        description=N_("Agree to what another player offers or asks"),
        usage="draw",
        run=agree,
        fields=which_offer,
        applies=lambda situation: situation.can_answer,
        often=True,
    ),
    PanelCommand(
        name="refuse",
        panel="match",
        label=N_("Decline"),
        description=N_("Decline what another player offers or asks, or withdraw your own offer"),
        usage="draw",
        run=refuse,
        fields=which_offer,
        applies=lambda situation: situation.can_answer,
        often=True,
    ),
    PanelCommand(
        name="retract",
        panel="match",
        label=N_("Withdraw offer"),
        description=N_("Withdraw your own offer"),
        usage="draw",
        run=refuse,
        fields=which_offer,
        applies=lambda situation: bool(situation.own_offers) and not situation.can_answer,
        often=True,
        as_text=False,
    ),
    PanelCommand(
        name="draw",
        panel="match",
        label=N_("Offer draw"),
        description=N_("Offer a draw, or agree to one"),
        run=offer_draw,
        applies=lambda situation: "draw" in situation.can_offer,
        often=True,
    ),
    PanelCommand(
        name="takeback",
        panel="match",
        aliases=["undo"],
        label=N_("Take back"),
        description=N_("Ask to take back your last move"),
        run=ask_for_takeback,
        applies=lambda situation: "takeback" in situation.can_offer,
        often=True,
    ),
    PanelCommand(
        name="substitute",
        panel="match",
        label=N_("Substitute"),
        description=N_("Let somebody play on for you, or for a player who is late or just left"),
        usage="anyone 2",
        run=ask_for_substitute,
        fields=substitute_fields,
        applies=lambda situation: situation.is_playing and can_have_substitutes(situation.match),
    ),
)

FEATURE = Feature(
    panel_commands=COMMANDS,
    buttons=[Agree, OpenSeatButton, Refuse, Substitute, TakeBackButton],
    posts={"offer": send_offer, "answered": rewrite_offer},
)
