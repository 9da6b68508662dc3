"""Moves that are looked at before they are played: nothing is stored, and a press counts for the position shown."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.features.moves.text import PREVIEW, move_in_preview, preview_headline, preview_small_print
from bot.referee.context import MatchState
from bot.referee.errors import MoveUnreadable, RequestRejected
from bot.referee.offers import answer_offer, make_offer
from bot.referee.people.preferences import change_preferences
from bot.referee.requests import (
    AlreadyDone,
    AmbiguousMatch,
    MovePlayed,
    MovePreview,
    MoveProposed,
    MoveText,
    StaleBoard,
)
from bot.referee.turns import play
from games import GAMES
from storage.queries import events, matches
from tests.bot.referee.clock_context import ANN, BOB, CLEO
from tests.games.catalogue import german

if TYPE_CHECKING:
    from pathlib import Path

    from storage.queries.rows import Event, Match, Person
    from tests.bot.referee.clock_context import ClockContext


async def begin_match(here: ClockContext, *texts: str, game: str = "martian-life", players: int = 2) -> Match:
    match = await here.begin("none", game, players)
    for text in texts:
        await played(here, match, text)
    return match


async def played(here: ClockContext, match: Match, text: str) -> None:
    mover = (await here.match(match.id)).to_move or 1
    done = await play.play_move(here.context, here.request(match.seats[mover - 1]), MoveText(text, match.id))
    assert isinstance(done, MovePlayed)


async def test_a_text_that_is_no_move_is_told_from_a_move_against_the_rules(here: ClockContext) -> None:
    match = await begin_match(here)
    with pytest.raises(MoveUnreadable, match="move"):
        await play.play_move(here.context, here.request(ANN), MoveText("why me", match.id))
    with pytest.raises(RequestRejected) as rejected:
        await play.play_move(here.context, here.request(ANN), MoveText("e5", match.id))
    assert not isinstance(rejected.value, MoveUnreadable)
    assert await log_of(here, match) == []


async def log_of(here: ClockContext, match: Match) -> list[Event]:
    async with here.context.database.read() as tx:
        return await events.of_match(tx, match.id)


async def previewed(here: ClockContext, match: Match, person: Person, text: str, ply: int | None = None) -> MovePreview:
    move_preview = await play.preview_move(here.context, here.request(person), MoveText(text, match.id, ply))
    assert isinstance(move_preview, MovePreview)
    return move_preview


async def confirmed(here: ClockContext, move_preview: MovePreview, person: Person) -> MovePlayed | StaleBoard:
    request = here.request(person)
    played = await play.confirm_move(
        here.context, request, move_preview.match.id, move_preview.match.seq, move_preview.text
    )
    assert not isinstance(played, MoveProposed)
    return played


async def took_back(here: ClockContext, match: Match, person: Person, other: Person) -> None:
    await make_offer(here.context, here.request(person), match.id, "takeback")
    await answer_offer(here.context, here.request(other), match.id, None, agrees=True)


async def test_a_preview_stores_nothing_and_shows_what_would_be(here: ClockContext) -> None:
    match = await begin_match(here, "e4+")
    before, said = await here.match(match.id), await here.said("board", "show", "direct")
    move_preview = await previewed(here, match, BOB, "B7", 2)
    assert (move_preview.ply, move_preview.text, move_preview.needs_confirmation) == (2, "b7", False)
    now, game = play.take_snapshot_after(here.context, move_preview), GAMES["martian-life"]
    assert game.position(now.state) == game.position(move_preview.after) != match.position
    assert now.event
    assert (now.event.text, now.event.seat, now.seq, now.ply) == ("b7", 2, 2, 2)
    assert await here.match(match.id) == before
    assert await here.said("board", "show", "direct") == said
    head = preview_headline(now, game, confirm=False)
    assert head.startswith(PREVIEW + " **2.** **Bob** places a small on b7")
    assert head.endswith("Then it would be **Ann**'s turn.")
    assert move_in_preview(f"{head}\n{preview_small_print(now, move_preview.text)}") == (2, "b7")


@pytest.mark.parametrize(
    ("person", "text", "ply", "why"),
    [
        (ANN, "d5", None, "It's **Bob**'s turn"),
        (ANN, "e4+", None, "It's **Bob**'s turn"),
        (CLEO, "b7", None, "You don't play in #1"),
        (BOB, "b7", 1, "Move 1 was already played: `e4+`."),
        (BOB, "b7", 3, "Move 3 isn't due yet"),
        (BOB, "z9", None, "z9"),
    ],
)
async def test_what_could_not_be_played_has_no_preview(
    here: ClockContext, person: Person, text: str, ply: int | None, why: str
) -> None:
    match = await begin_match(here, "e4+")
    with pytest.raises(RequestRejected, match=why.replace("*", r"\*").replace("+", r"\+")):
        await play.preview_move(here.context, here.request(person), MoveText(text, match.id, ply))


async def test_a_preview_in_a_turn_is_of_that_turn_alone(here: ClockContext) -> None:
    match = await begin_match(here, "e4+")
    shown = await play.preview_after(here.context, here.request(BOB), match.id, 1, "B7")
    assert (shown.ply, shown.text, shown.match) == (2, "b7", await here.match(match.id))
    await played(here, match, "b7")
    for text, reason in (("b7", "#1 has gone another way, so move 2, `b7`, wasn't played"), ("a1", "already played")):
        with pytest.raises(RequestRejected, match=reason):
            await play.preview_after(here.context, here.request(BOB), match.id, 1, text)
    ahead = await play.preview_after(here.context, here.request(ANN), match.id, 9, "f5")
    assert ahead.ply == 3


async def test_among_several_matches_one_is_to_be_chosen(here: ClockContext) -> None:
    first, second = await begin_match(here), await begin_match(here)
    found = await play.preview_move(here.context, here.request(ANN), MoveText("e4+"))
    assert isinstance(found, AmbiguousMatch)
    assert {match.id for match in found.matches} == {first.id, second.id}


async def test_a_player_who_confirms_moves_gets_a_preview_and_one_press_plays_it_once(here: ClockContext) -> None:
    match = await begin_match(here)
    await change_preferences(here.context, ANN.id, {"confirm": "always"})
    move_preview = await play.play_move(here.context, here.request(ANN), MoveText("e4+", match.id))
    assert isinstance(move_preview, MovePreview)
    assert move_preview.needs_confirmation
    assert await log_of(here, match) == []
    presses = [here.request(ANN) for _ in range(2)]
    done = await asyncio.gather(
        *(play.confirm_move(here.context, press, match.id, 0, "e4+") for press in [*presses, *presses])
    )
    assert [type(one) for one in done] == [MovePlayed] * 4
    (event,) = await log_of(here, match)
    assert event.source_id in {press.source_id for press in presses}
    assert (await previewed(here, match, BOB, "b7")).needs_confirmation is False
    await played(here, match, "b7")
    assert isinstance(await play.play_text(here.context, here.request(ANN), MoveText("f5", match.id)), MovePreview)


async def test_only_the_player_who_is_to_move_can_confirm(here: ClockContext) -> None:
    match = await begin_match(here)
    move_preview = await previewed(here, match, ANN, "e4+")
    for person, why in ((BOB, "It's \\*\\*Ann\\*\\*'s turn"), (CLEO, "You don't play in #1")):
        with pytest.raises(RequestRejected, match=why):
            await confirmed(here, move_preview, person)


async def test_a_press_is_stale_once_the_match_went_on(here: ClockContext) -> None:
    match = await begin_match(here)
    move_preview = await previewed(here, match, ANN, "e4+")
    await played(here, match, "a1")
    done = await confirmed(here, move_preview, ANN)
    assert isinstance(done, StaleBoard)
    assert done.note == "Move 1 was already played: `a1`. #1 is at move 1."
    await played(here, match, "b7")
    done = await confirmed(here, move_preview, ANN)
    assert isinstance(done, StaleBoard)
    assert done.note == "Move 1 was already played: `a1`. #1 is at move 2."


async def test_a_press_counts_for_the_position_shown_not_for_another_at_the_same_ply(
    here: ClockContext,
) -> None:
    match = await begin_match(here, "e4+", "b7")
    move_preview = await previewed(here, match, ANN, "f5")
    await played(here, match, "e3")
    await took_back(here, match, ANN, BOB)
    done = await confirmed(here, move_preview, ANN)
    assert isinstance(done, MovePlayed), "the match stands where it stood"
    await took_back(here, match, ANN, BOB)
    move_preview = await previewed(here, match, ANN, "f5")
    await took_back(here, match, BOB, ANN)
    await played(here, match, "d4+")
    done = await confirmed(here, move_preview, ANN)
    assert isinstance(done, StaleBoard)
    assert done.note == "#1 has gone another way, so move 3, `f5`, wasn't played."
    assert [event.text for event in await log_of(here, match)].count("f5") == 1


async def test_a_repeated_move_is_named_by_its_number(here: ClockContext) -> None:
    match = await begin_match(here, "e4+", "b7", "f5")
    again = await play.play_move(here.context, here.request(ANN), MoveText("f5", match.id, 3))
    assert again == AlreadyDone("Move 3 was already played: `f5`.")
    with pytest.raises(RequestRejected, match="Move 1 was already played: `e4\\+`"):
        await play.play_move(here.context, here.request(ANN), MoveText("f5", match.id, 1))


async def test_a_repeated_move_in_another_language_is_known_again(here: ClockContext, tmp_path: Path) -> None:
    match = await begin_match(here, game="xong")
    with german(tmp_path, {"give": "gib"}, "typed"):
        assert isinstance(
            await play.play_move(here.context, here.request(BOB), MoveText("gib F", match.id)), MovePlayed
        )
        again = await play.play_move(here.context, here.request(BOB), MoveText("gib F", match.id))
    assert again == AlreadyDone("Move 1 was already played: `give F`.")


async def test_a_repeated_move_is_not_played_rejected_or_asked_about_elsewhere(here: ClockContext) -> None:
    match, other = await begin_match(here), await begin_match(here)
    request = here.request(ANN)
    assert isinstance(await play.play_move(here.context, request, MoveText("e4+", match.id)), MovePlayed)
    for confirm in ("never", "always"):
        await change_preferences(here.context, ANN.id, {"confirm": confirm})
        for text, number in (("e4+", match.id), ("z9", match.id), ("e4+", other.id), ("z9", other.id)):
            assert await play.play_move(here.context, request, MoveText(text, number)) == AlreadyDone()
        assert await play.play_move(here.context, request, MoveText("e4+", other.id, 7)) == AlreadyDone()
    assert await log_of(here, other) == []


async def test_a_seat_that_leaves_makes_a_preview_stale_in_the_same_turn(here: ClockContext) -> None:
    match = await begin_match(here, "3@e5", game="zyrcan", players=3)
    async with here.context.database.read() as tx:
        now = await matches.require(tx, match.id)
    mover = now.seats[(now.to_move or 1) - 1]
    move_preview = await previewed(here, match, mover, "1@c3")
    state = GAMES["zyrcan"].leave(move_preview.before, 1)
    await play.store_turn(
        here.context,
        now,
        MatchState(state, move_preview.ply - 1),
        ANN.id,
        here.request(ANN).source_id,
        kind="leave",
        text="resigned",
    )
    done = await confirmed(here, move_preview, mover)
    assert isinstance(done, StaleBoard)
    assert "has gone another way" in done.note
