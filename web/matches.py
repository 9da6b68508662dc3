"""The board of a match on the web."""

from __future__ import annotations

from secrets import randbits
from typing import TYPE_CHECKING

from bot.features.endings import resign_question
from bot.features.history import match_status
from bot.features.match_text import clock_line, event_sentences, origin_sentence
from bot.features.moves.text import preview_headline
from bot.features.offers import describe_offer
from bot.referee import crowds, endings, errors, formatting, offers
from bot.referee.boards import take_snapshot
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.errors import RequestRejected
from bot.referee.history.history import match_result
from bot.referee.history.rebuild import describe_moves, list_entries
from bot.referee.lists import list_my_matches
from bot.referee.people.sign_in import sign
from bot.referee.requests import AlreadyDone, MoveProposed, Request, StaleBoard
from bot.referee.situation import load_situation
from bot.referee.turn_start import id_at, turn_start_id
from bot.referee.turns.aids import guide_move
from bot.referee.turns.play import confirm_move, preview_after, take_snapshot_after
from games.text import format_list
from games.translation import current_language, gettext as _, ngettext, pgettext
from storage.queries import events, matches
from web.boards import Board, Change, Chosen, Outcome, Shown
from web.text import plain_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from bot.referee.boards import Snapshot
    from bot.referee.context import Context
    from bot.referee.situation import Situation
    from bot.referee.turns.aids import GuidedMove
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match, Offer
    from web.boards import Json, Services
    from web.visitors import Visitor


LOOK = 2**63 - 1
"""The source of a request that only looks: it comes after everything that was ever sent, and nothing stores it."""


class MatchBoard(Board):
    """A match, found by the random name in its address."""

    start = "0"

    def __init__(self, services: Services, visitor: Visitor, public_id: str) -> None:
        super().__init__(services, visitor, f"/b/{public_id}")
        self._public_id = public_id

    async def state(self, after: Outcome) -> Json:
        """Return the match as it stands now."""
        snapshot, log = await self._load(None)
        match, game = snapshot.match, self.context.game(snapshot.match)
        user_id, position = self.visitor.user_id, str(match.seq)
        turn = match.to_move is not None and bool(user_id) and match.to_move == match.seat_of(user_id)
        return await self.page(
            position,
            Shown(snapshot),
            after,
            await self._moves(match, game, log),
            turn=turn,
            title=f"{game.info.title} #{match.id}",
            status=await run_rules(_status, game, snapshot, user_id),
            deadline=snapshot.deadline.isoformat() if snapshot.deadline else None,
            stamp=await self.stamp(match),
            **(await self._for_person(match) if user_id else {}),
        )

    async def guide(self, chosen: Chosen) -> GuidedMove:
        """Return a step of the present turn."""
        match = await self.match()
        request = self.request(match)
        return await guide_move(self.context, request, match.id, _seq(chosen.at, match), chosen.labels, chosen.taps)

    async def snapshot(self, at: str) -> Snapshot:
        """Return the match after an event."""
        return (await self._load(at))[0]

    async def preview(self, chosen: Chosen) -> tuple[Snapshot, str]:
        """Return the match after a move, and whose turn it would be then or how it would end."""
        match = await self.match()
        request, seq = self.request(match), _seq(chosen.at, match)
        found = await preview_after(self.context, request, match.id, seq, chosen.move)
        after, game = take_snapshot_after(self.context, found), self.context.game(match)
        return after, await run_rules(lambda: preview_headline(after, game, confirm=False))

    async def play(self, change: Change) -> Outcome:
        """Play a move in the turn after an event; the sentence tells if the match has gone another way meanwhile."""
        match = await self.match()
        request, seq = self.request(match, change.source_id), _seq(change.at, match)
        result = await confirm_move(self.context, request, match.id, seq, change.text)
        if isinstance(result, MoveProposed):
            return _outcome_of_vote(result)
        return Outcome(notice=result.note if isinstance(result, StaleBoard) else "")

    async def do(self, change: Change) -> Outcome:
        """Offer a draw, ask for a takeback, resign, answer an offer (`agree:7`, `refuse:7`) or vote (`vote:7`)."""
        match = await self.match()
        request, (name, _colon, number) = self.request(match, change.source_id), change.what.partition(":")
        if name == "resign":
            await endings.resign(self.context, request, match.id)
            return Outcome()
        if name in {"draw", "takeback"}:
            await offers.make_offer(self.context, request, match.id, "draw" if name == "draw" else "takeback")
            return Outcome()  # the page lists what is offered
        if name not in {"agree", "refuse", "vote"} or not number.isdecimal() or len(number) > 9:
            return await super().do(change)
        if name == "vote":
            if match.crowd_of(self.visitor.user_id) and match.to_move != match.seat_of(self.visitor.user_id):
                raise RequestRejected(errors.moved_on_now(match.id, "offer"))
            vote = await crowds.vote(self.context, request, match.id, match.seq, int(number))
            return Outcome() if isinstance(vote, AlreadyDone) else _outcome_of_vote(vote)
        result = await offers.answer_offer_by_id(self.context, request, int(number), agrees=name == "agree")
        return Outcome(notice="" if isinstance(result, AlreadyDone) else result.sentence)

    async def match(self) -> Match:
        """Return the match. Raises `RequestRejected` if there is none of this name."""
        async with self.context.database.read() as tx:
            return await find_public_match(tx, self._public_id)

    @rules_outside_transaction
    async def _load(self, at: str | None) -> tuple[Snapshot, Sequence[Event]]:
        """Return the match after an event, by default its last one, and its log."""
        async with self.context.database.read() as tx:
            match = await find_public_match(tx, self._public_id)
            log = await events.of_match(tx, match.id, upto=match.seq)
            seq = match.seq if at is None else _seq(at, match)
            return await take_snapshot(self.context, tx, match, seq), log

    def request(self, match: Match, source_id: int = LOOK) -> Request:
        """Return a request by the visitor. Raises `RequestRejected` if nobody is signed in."""
        if not self.visitor.user_id:
            raise RequestRejected(_("To play here, press **Open the board** in Discord."))
        return Request(self.visitor.user_id, source_id, match.home, None if match.is_direct else match.guild_id)

    async def stamp(self, match: Match) -> str:
        """Return the text that changes with whatever the page shows of a match."""
        async with self.context.database.read() as tx:
            return (await matches.stamps(tx, [match.id]))[match.id]

    async def _moves(self, match: Match, game: Game[Any, Any], log: Sequence[Event]) -> list[Json]:
        """Return the moves that count, each with the position after it."""
        key = (match.id, match.seq, current_language())
        if key not in self.services.lists:
            self.services.lists[key] = await self._list_moves(match, game, log)
        return self.services.lists[key]

    async def _list_moves(self, match: Match, game: Game[Any, Any], log: Sequence[Event]) -> list[Json]:
        did = await run_rules(describe_moves, game, match, log)
        return [
            {
                "at": str(entry.event.seq),
                "ply": entry.ply,
                "text": entry.event.text,
                "player": formatting.plain_name(match.seats[(entry.event.seat or 1) - 1]),
                "words": words,
            }
            for entry, words in zip(list_entries(log), did, strict=True)
            if entry.counts and entry.event.kind == "move"
        ]

    async def _for_person(self, match: Match) -> Json:
        """Return what the page has for the person who is signed in: offers, actions and other matches."""
        situation = await load_situation(self.context, match.id, self.visitor.user_id)
        return {
            "person": name_visitor(match, self.visitor.user_id),
            "offers": [
                *await self._vote(match),
                *[await self._offer(situation, offer) for offer in situation.offers],
            ],
            "actions": _actions(situation),
            "waiting": await self._waiting(match),
            "links": [{"url": f"{self.base}/analysis", "label": pgettext("link", "Analysis")}],
            "request": await mint_request(self.context, self.visitor.user_id, match),
        }

    async def _vote(self, match: Match) -> list[Json]:
        """Return how the vote of the person's crowd stands if it is to move, with the moves that they can vote for."""
        if match.crowd_of(self.visitor.user_id) is None or match.to_move != match.seat_of(self.visitor.user_id):
            return []
        standing = await crowds.load_standing(self.context, self.request(match), match.id)
        text = _("{n} of {size} have voted.").format(n=standing.voted, size=standing.size)
        if standing.own:
            text += " " + _("You vote for {move}.").format(move=standing.own.text)
        answers = [
            {
                "do": f"vote:{each.id}",
                "label": ngettext("Vote for {move}: {n} vote", "Vote for {move}: {n} votes", len(each.voters)).format(
                    move=each.text, n=len(each.voters)
                ),
            }
            for each in standing.proposals
            if each != standing.own
        ]
        return [{"id": 0, "text": text, "answers": answers}]

    async def _offer(self, situation: Situation, offer: Offer) -> Json:
        answers: list[Json] = []
        if situation.waits_for_answer(offer):
            answers = [
                {"do": f"agree:{offer.id}", "label": _("Agree")},
                {"do": f"refuse:{offer.id}", "label": pgettext("button", "Decline")},
            ]
        elif offer.kind in situation.own_offers and offer.seat == situation.match.seat_of(self.visitor.user_id):
            answers = [{"do": f"refuse:{offer.id}", "label": pgettext("button", "Withdraw")}]
        text = await describe_offer(self.context, offer.id)
        return {"id": offer.id, "text": plain_text(text), "answers": answers}

    async def _waiting(self, match: Match) -> list[Json]:
        """Return the person's other matches in which it is their turn, the most urgent first."""
        found = await list_my_matches(self.context, self.visitor.user_id, None)
        return [
            {
                "url": f"/b/{entry.match.public_id}",
                "title": f"{self.context.title(entry.match.game)} #{entry.match.id}",
                "text": format_list(map(formatting.plain_name, entry.match.others(self.visitor.user_id))),
            }
            for entry in found.your_turn
            if entry.match.id != match.id
        ]


def _outcome_of_vote(result: MoveProposed) -> Outcome:
    played = _("All have voted. {move} is played.").format(move=result.played)
    return Outcome(notice=played if result.played else _("You vote for {move}.").format(move=result.text))


def name_visitor(match: Match, user_id: int) -> str:
    """Return the name that a person has in a match, empty if they don't play in it."""
    seat = match.seat_of(user_id)
    return formatting.plain_name(match.seats[seat - 1]) if seat else ""


async def find_public_match(tx: Tx, public_id: str) -> Match:
    """Return the match with the random name of an address. Raises `RequestRejected`."""
    match = await matches.by_public_id(tx, public_id)
    if match is None:
        raise RequestRejected(_("There's no such match here."))
    return match


def _seq(at: str, match: Match) -> int:
    """Return the event that a position names, the last one if it names none."""
    return min(int(at), match.seq) if at.isascii() and at.isdigit() and len(at) < 7 else match.seq


async def mint_request(context: Context, user_id: int, match: Match) -> str:
    """Return a signed id for the next change that a person makes on a match's page: the same id is the same change.

    It is of the kind that Discord gives to messages, later than whatever began the turn.
    """
    async with context.database.read() as tx:
        began = await turn_start_id(context, tx, match)
    number = max(id_at(context.now()), began + 1) | randbits(22)
    return await sign(context, f"request {match.public_id}", [user_id, str(number)])


def _status(game: Game[Any, Any], snapshot: Snapshot, user_id: int) -> str:
    """Return what happened last, and whose turn it is or how the match ended."""
    match = snapshot.match
    happened = " ".join(map(formatting.sentence, (*event_sentences(snapshot, game), *game.news(snapshot.state))))
    happened = happened if snapshot.seq else f"{origin_sentence(match)} {happened}".strip()
    if match.ended_at is not None:
        last = snapshot.log[-1] if snapshot.log else snapshot.event
        ending = match_status(match, last, match_result(game, match, last, snapshot.state))
        return plain_text(f"{happened} {formatting.sentence(ending)}".strip())
    seat = match.to_move or 1
    name = _(game.info.seats[seat - 1])
    if match.seats[seat - 1].id == user_id:
        turn = _("It's your turn ({seat}).").format(seat=name)
    elif match.members.get(user_id) == seat:
        turn = _("It's your crowd's turn ({seat}): play a move here to propose it and vote for it.").format(seat=name)
    elif match.seats[seat - 1].is_crowd:
        turn = _("{name} to move.").format(name=formatting.plain_name(match.seats[seat - 1]))
    elif match.seats[seat - 1].level:
        turn = _("{name} is thinking.").format(name=formatting.plain_name(match.seats[seat - 1]))
    else:
        turn = _("It's {name}'s turn ({seat}).").format(name=formatting.plain_name(match.seats[seat - 1]), seat=name)
    stands = clock_line(match, snapshot.pause, timed=snapshot.deadline is not None)
    return plain_text(" ".join(filter(None, [happened, turn, stands])))


def _actions(situation: Situation) -> list[Json]:
    """Return what the person can do about the match besides moving, each with the question before it."""
    match = situation.match
    found: list[Json] = []
    if "draw" in situation.can_offer:
        question = (
            _("Propose to your crowd to offer a draw?") if situation.is_in_crowd else _("Offer the others a draw?")
        )
        found.append({"do": "draw", "label": _("Offer draw"), "question": question})
    if "takeback" in situation.can_offer:
        question = _("Take back your last move?")
        if situation.is_in_crowd:
            question = _("Propose to your crowd to take back its last move?")
        found.append({"do": "takeback", "label": pgettext("button", "Take back"), "question": question})
    if situation.is_playing:
        question = resign_question(match, situation.info.title, situation.user_id)
        found.append({"do": "resign", "label": _("Resign"), "question": plain_text(question)})
    return [{**each, "field": None} for each in found]
