"""Plans in matches: when they are played, what they cost, and what drops them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.referee.clocks.clock import resume_clock
from bot.referee.clocks.vacations import begin_vacation
from bot.referee.endings import resign
from bot.referee.errors import RequestRejected
from bot.referee.offers import answer_offer, make_offer
from bot.referee.plan_tree import Branch
from bot.referee.plans.plans import PlanInMatch, add_plan, clear_plan, load_plan
from bot.referee.requests import AlreadyDone, MovePlayed, MovesQueued, parse_move_text
from bot.referee.turns.play import play_move
from bot.referee.turns.queue import queue_text
from storage import schema
from storage.queries import events, plans, queued_moves
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, HOUR

if TYPE_CHECKING:
    from storage.queries.rows import Event, Match, Person
    from tests.bot.referee.clock_context import ClockContext


async def play(here: ClockContext, match: Match, person: Person, text: str) -> Match:
    """Play a move, perhaps with a plan, and return the match as it stands then."""
    move_text = parse_move_text(f"#{match.id} {text}")
    assert isinstance(await play_move(here.context, here.request(person), move_text), MovePlayed)
    return await here.match(match.id)


async def plan(here: ClockContext, match: Match, person: Person, text: str) -> PlanInMatch:
    """Add lines to a person's plan."""
    added = await add_plan(here.context, here.request(person), match.id, text)
    assert isinstance(added, PlanInMatch)
    return added


async def log_of(here: ClockContext, match: Match) -> list[Event]:
    async with here.context.database.read() as tx:
        return await events.of_match(tx, match.id)


async def waits(here: ClockContext, match: Match, person: Person) -> bool:
    """Return whether a plan of a person waits."""
    return (await load_plan(here.context, here.request(person), match.id)).plan != Branch()


async def dropped(here: ClockContext, match: Match) -> list[tuple[int, str]]:
    """Return the people who are told that their plans are gone, each with the reason."""
    rows = select(schema.outbox.c.body).where(schema.outbox.c.kind == "plan", schema.outbox.c.match_id == match.id)
    async with here.context.database.read() as tx:
        bodies: list[Any] = [row.body for row in await tx.execute(rows.order_by(schema.outbox.c.id))]
    return [(body["user"], body["why"]) for body in bodies]


async def test_an_answer_is_a_move_without_a_source_in_the_same_moment(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await play(here, match, ANN, "c4")
    await plan(here, match, ANN, "if d5: e6")
    here.time += HOUR
    match = await play(here, match, BOB, "d5")
    assert (match.seq, match.to_move) == (3, 2)
    _, theirs, answer = await log_of(here, match)
    assert (answer.kind, answer.seat, answer.user_id, answer.text) == ("move", 1, ANN.id, "e6")
    assert (answer.source_id, answer.by_plan, answer.at) == (None, True, theirs.at)
    assert not theirs.by_plan


async def test_one_board_tells_the_move_and_its_answer(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await play(here, match, ANN, "c4")
    await plan(here, match, ANN, "if d5: e6")
    await play(here, match, BOB, "d5")
    assert await here.said("board") == [("board", 0), ("board", 1), ("board", 3)]


async def test_an_answer_costs_no_time_and_gives_the_increment(here: ClockContext) -> None:
    match = await here.begin("3d+1d", "martian-life")
    here.time += 2 * HOUR
    await play(here, match, ANN, "c4")
    bank = (await here.clock(match.id)).left[0]
    await plan(here, match, ANN, "if d5: e6")
    here.time += 5 * HOUR
    await play(here, match, BOB, "d5")
    clock = await here.clock(match.id)
    assert clock.left[0] == bank + DAY
    assert clock.since == here.time


async def test_a_vacation_does_not_stop_a_plan(here: ClockContext) -> None:
    match = await here.begin("3d", "martian-life")
    await play(here, match, ANN, "c4")
    await plan(here, match, ANN, "if d5: e6")
    await begin_vacation(here.context, here.request(ANN), "5d")
    here.time += DAY
    assert (await play(here, match, BOB, "d5")).seq == 3


async def pause(here: ClockContext, match: Match) -> None:
    await make_offer(here.context, here.request(ANN), match.id, "pause")
    await answer_offer(here.context, here.request(BOB), match.id, "pause", agrees=True)


async def test_a_pause_stops_a_plan_which_goes_on_with_the_same_move_by_hand(here: ClockContext) -> None:
    match = await here.begin("3d", "martian-life")
    await play(here, match, ANN, "c4")
    await plan(here, match, ANN, "if d5: e6, if f3: g2")
    await pause(here, match)
    match = await play(here, match, BOB, "d5")
    assert (match.seq, match.to_move) == (2, 1), "it's Ann's turn"
    assert await waits(here, match, ANN)
    await play(here, match, ANN, "e6")
    assert (await play(here, match, BOB, "f3")).seq == 5
    assert await dropped(here, match) == []


async def test_a_plan_goes_on_when_the_pause_has_ended(here: ClockContext) -> None:
    match = await here.begin("3d", "martian-life")
    await play(here, match, ANN, "c4")
    await plan(here, match, ANN, "if d5: e6")
    await pause(here, match)
    await resume_clock(here.context, here.request(ANN), match.id)
    assert (await play(here, match, BOB, "d5")).seq == 3


async def test_another_own_move_by_hand_drops_the_plan(here: ClockContext) -> None:
    match = await here.begin("3d", "martian-life")
    await play(here, match, ANN, "c4")
    await plan(here, match, ANN, "if d5: e6")
    await pause(here, match)
    await play(here, match, BOB, "d5")
    await play(here, match, ANN, "g2")
    assert await dropped(here, match) == [(ANN.id, "own")]
    assert not await waits(here, match, ANN)


async def test_a_planned_draw_is_agreed_to_at_once(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await play(here, match, ANN, "c4")
    await plan(here, match, ANN, "draw: agree; if d5: e6")
    result = await make_offer(here.context, here.request(BOB), match.id, "draw")
    assert not isinstance(result, AlreadyDone)
    assert result.sentence == f"Agreed: a draw in #{match.id}."
    assert result.match.ended_at == here.time
    *_, last = await log_of(here, match)
    assert (last.kind, last.seat, last.user_id, last.by_plan) == ("draw", 1, ANN.id, True)


async def test_a_planned_draw_waits_while_the_match_is_paused(here: ClockContext) -> None:
    match = await here.begin("3d", "martian-life")
    await play(here, match, ANN, "c4")
    await plan(here, match, ANN, "draw: agree")
    await pause(here, match)
    await make_offer(here.context, here.request(BOB), match.id, "draw")
    assert (await here.match(match.id)).ended_at is None


async def test_of_three_the_one_without_a_plan_still_has_to_agree(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    await play(here, match, ANN, "1@d4")
    await plan(here, match, ANN, "draw: agree")
    result = await make_offer(here.context, here.request(BOB), match.id, "draw")
    assert not isinstance(result, AlreadyDone)
    assert result.match.ended_at is None
    assert "You offer **Cleo** a draw" in result.sentence
    assert await waits(here, match, ANN)
    result = await answer_offer(here.context, here.request(CLEO), match.id, "draw", agrees=True)
    assert (await here.match(match.id)).ended_at == here.time


async def test_a_planned_resignation_is_one(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await play(here, match, ANN, "c4")
    await plan(here, match, ANN, "if d5: resign")
    match = await play(here, match, BOB, "d5")
    *_, last = await log_of(here, match)
    assert (last.kind, last.seat, last.text, last.by_plan) == ("leave", 1, "resigned", True)
    assert match.ended_at == here.time
    assert [kind for kind, _ in await here.said("result", "plan")] == ["result"]


async def test_of_three_a_resignation_drops_the_plans_of_the_others(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    await play(here, match, ANN, "1@d4")
    await plan(here, match, ANN, "if 1@e5, 1@f6: 2@d6")
    await plan(here, match, CLEO, "if 1@e5: resign")
    match = await play(here, match, BOB, "1@e5")
    assert match.gone == {3}
    assert await dropped(here, match) == [(ANN.id, "leave")]


async def test_a_player_who_leaves_drops_the_plans_of_the_others(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    await play(here, match, ANN, "1@d4")
    await plan(here, match, ANN, "if 1@e5, 1@f6: 2@d6")
    await plan(here, match, CLEO, "if 1@e5: 1@f6")
    await resign(here.context, here.request(CLEO), match.id)
    assert await dropped(here, match) == [(ANN.id, "leave")], "Cleo has left"


async def test_two_plans_meet_until_one_ends(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await play(here, match, ANN, "c4")
    await plan(here, match, ANN, "if d5: e6, if f3: g2")
    match = await play(here, match, BOB, "d5, if e6: f3, if g2: h1, if a1: a2")
    assert (match.seq, match.to_move) == (6, 1)
    log = await log_of(here, match)
    assert [event.text for event in log] == ["c4", "d5", "e6", "f3", "g2", "h1"]
    assert [event.by_plan for event in log] == [False, False, True, True, True, True]
    assert not await waits(here, match, ANN)
    assert await dropped(here, match) == []
    assert await waits(here, match, BOB)


async def test_an_answer_that_cannot_be_played_drops_the_plan_and_the_turn_is_theirs(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await play(here, match, ANN, "c4")
    await add_plan(here.context, here.request(ANN), match.id, "any: e6", knows_risks=True)
    match = await play(here, match, BOB, "e6")
    assert (match.seq, match.to_move) == (2, 1)
    assert await dropped(here, match) == [(ANN.id, "illegal")]


async def test_an_answer_comes_before_queued_moves_which_wait_on(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    await play(here, match, ANN, "1@d4")
    await plan(here, match, CLEO, "if 1@e5: 1@f6")
    queued = await queue_text(here.context, here.request(CLEO), parse_move_text(f"#{match.id} 2@g7, 3@c3"))
    assert isinstance(queued, MovesQueued)
    match = await play(here, match, BOB, "1@e5")
    assert [event.text for event in await log_of(here, match)] == ["1@d4", "1@e5", "1@f6"]
    async with here.context.database.read() as tx:
        assert await queued_moves.of_match(tx, match.id) == {3: ["2@g7", "3@c3"]}


async def test_the_same_request_makes_a_plan_once(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await play(here, match, ANN, "c4")
    request = here.request(ANN)
    assert isinstance(await add_plan(here.context, request, match.id, "if d5: e6"), PlanInMatch)
    await clear_plan(here.context, here.request(ANN), match.id)
    assert await add_plan(here.context, request, match.id, "if d5: e6") == AlreadyDone()
    assert not await waits(here, match, ANN)


async def test_a_plan_from_before_the_last_move_is_refused(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await play(here, match, ANN, "c4")
    late = here.request(ANN)
    await play(here, match, BOB, "d5")
    await play(here, match, ANN, "e6")
    with pytest.raises(RequestRejected) as refused:
        await add_plan(here.context, late, match.id, "if h8: a1")
    assert "moved on after you sent this" in refused.value.reason


async def test_nobody_plans_in_their_own_turn_or_after_the_end(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    with pytest.raises(RequestRejected) as refused:
        await add_plan(here.context, here.request(ANN), match.id, "if d5: e6")
    assert refused.value.reason.startswith(f"It's your turn in #{match.id}")
    await resign(here.context, here.request(ANN), match.id)
    with pytest.raises(RequestRejected) as refused:
        await add_plan(here.context, here.request(BOB), match.id, "if d5: e6")
    assert refused.value.reason.startswith(f"#{match.id} ended")


async def test_a_plan_has_thirty_lines_at_most(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await play(here, match, ANN, "c4")
    cells = [f"{row}{column}" for row in "abgh" for column in range(1, 9)]
    for first in (0, 15):
        lines = "; ".join(f"if {cell}: d5" for cell in cells[first : first + 15])
        assert len((await plan(here, match, ANN, lines)).lines) == first + 15
    with pytest.raises(RequestRejected) as refused:
        await add_plan(here.context, here.request(ANN), match.id, f"if {cells[30]}: d5")
    assert refused.value.reason == "A plan has at most 30 lines, and this would make 31. Nothing was saved."
    assert len((await load_plan(here.context, here.request(ANN), match.id)).lines) == 30


async def test_nobody_else_has_the_plan(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await play(here, match, ANN, "c4")
    await plan(here, match, ANN, "if d5: e6")
    assert not await waits(here, match, BOB)
    with pytest.raises(RequestRejected):
        await load_plan(here.context, here.request(CLEO), match.id)
    assert not (await clear_plan(here.context, here.request(BOB), match.id))[1]
    assert await waits(here, match, ANN)


async def test_the_end_of_a_match_leaves_no_plan_and_tells_nobody(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await play(here, match, ANN, "c4")
    await plan(here, match, ANN, "if d5: e6")
    await resign(here.context, here.request(BOB), match.id)
    async with here.context.database.read() as tx:
        assert await plans.of_match(tx, match.id) == []
    assert await dropped(here, match) == []


async def test_an_answer_to_any_move_is_the_planned_one_however_it_was_typed(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await play(here, match, ANN, "c4")
    await add_plan(here.context, here.request(ANN), match.id, "any: E6", knows_risks=True)
    match = await play(here, match, BOB, "h8")
    assert [event.text for event in await log_of(here, match)] == ["c4", "h8", "e6"]
    assert await dropped(here, match) == []
