"""Lines are checked on the positions to which they lead: what can't be played is named with its move and the reason."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.plan_tree import AGREE, ANY, DRAW, RESIGN, Ply
from bot.referee.plans.parser import read_line
from bot.referee.plans.plans import (
    MOST_TRIED,
    CheckedLine,
    Risk,
    add_ply,
    check_line,
    load_line_position,
    play_line,
    snapshot_after_line,
)
from games import GAMES
from storage.queries.rows import Person
from tests.bot.referee.offer_context import ANN, BOB, CLEO, begin_match, by, make_offer_context, play_moves

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import Context
    from tests.bot.referee.clock_context import ClockContext

PEOPLE = (Person(1, "Ann"), Person(2, "Bob"), Person(3, "Cleo"))


def check(typed: str, key: str = "martian-life", players: int = 2, moves: str = "c4", seat: int = 1) -> CheckedLine:
    """Check a line that a seat types after some moves."""
    game = GAMES[key]
    state: Any = game.start(players, {}, 1)
    played = [text for text in moves.split("|") if text]
    for text in played:
        state = game.play(state, game.parse(state, text))
    return check_line(game, state, seat, len(played), PEOPLE, read_line(game, state, seat, typed))


def reason(typed: str, **where: Any) -> str:
    with pytest.raises(RequestRejected) as refused:
        check(typed, **where)
    return refused.value.reason


def texts(checked: CheckedLine) -> list[str]:
    return [ply.text for ply in checked.line]


def test_moves_get_their_canonical_texts() -> None:
    checked = check("if D5: E6, if f3: resign")
    assert texts(checked) == ["d5", "e6", "f3", "resign"]
    assert checked.risk is None


def test_a_move_that_cannot_be_played_is_named_with_its_number() -> None:
    assert reason("if d5: d5+").startswith("Move 3, `d5+`: `d5` is yellow's small: you promote only your own pieces.")
    assert reason("if d5: e6, if z9: f1").startswith("Move 4, `z9`: ")
    assert reason("if d5: d5+").endswith(" Nothing was saved.")


def test_a_move_of_another_player_in_the_own_turn_is_refused() -> None:
    assert "Move 2, `d5`: it's your own turn there, **Bob**." in reason("if d5: e6", seat=2)


def test_an_answer_in_another_players_turn_is_refused() -> None:
    said = reason("if 1@e5: 2@d6", key="zyrcan", players=3, moves="1@d4")
    assert said.startswith("Move 3, `2@d6`: it's **Cleo**'s turn there. Name their move before yours")


def test_nothing_follows_a_resignation() -> None:
    assert "Move 3, `resign`: nothing can follow that" in reason("if d5: resign, if e7: f1")


def test_a_draw_offer_is_answered_by_agreeing_and_that_ends_the_line() -> None:
    assert texts(check("draw: agree")) == ["draw", "agree"]
    assert texts(check("if d5: e6, draw: agree")) == ["d5", "e6", "draw", "agree"]
    assert "`e6`: the only answer to a draw offer is `agree`" in reason("draw: e6")
    assert "Move 3, `agree`: that answers a draw offer" in reason("if d5: agree")
    assert "`agree`: nothing can follow that" in reason("draw: agree, if d5: e6")


def test_a_game_without_draws_has_no_answer_to_their_offer() -> None:
    game = GAMES["martian-life"]
    state = game.play(game.start(2, {}, 1), game.parse(game.start(2, {}, 1), "c4"))
    without = type("Without", (type(game),), {"info": replace(game.info, draws=False)})()
    with pytest.raises(RequestRejected) as refused:
        check_line(without, state, 1, 1, PEOPLE, read_line(without, state, 1, "draw: agree"))
    assert "`draw`: Martian Life has no draws." in refused.value.reason


def test_an_offered_draw_is_no_move_and_takes_no_number() -> None:
    assert reason("draw: e6").startswith("Move 2, `e6`: ")


def test_nothing_is_planned_for_after_the_end() -> None:
    moves = "321123|123321|d1xe1@b3|d6-b5|e1xf1@d6|a6xb6@e5|b1xe6@f2|d6xc6@e1"
    assert "Move 10, `a1-a2`: the match would be over by then" in reason(
        "if a1-base: a1-a2", key="xero-g", moves=moves, seat=2
    )


def test_an_answer_to_any_move_says_how_often_it_is_possible() -> None:
    checked = check("any: e6")
    assert texts(checked) == ["any", "e6"]
    game = GAMES["martian-life"]
    state = game.play(game.start(2, {}, 1), game.parse(game.start(2, {}, 1), "c4"))
    reached = [after for move in game.legal(state) if (after := game.play(state, move)).mover]
    possible = [after for after in reached if any(game.format(after, move) == "e6" for move in game.legal(after))]
    assert checked.risk == Risk("e6", len(possible), len(reached))
    assert 0 < len(possible) < len(reached) < MOST_TRIED


def test_an_answer_to_any_move_of_two_players_is_tried_on_both() -> None:
    risk = check("any, any: 2@d6", key="zyrcan", players=3, moves="1@d4").risk
    assert risk is not None
    assert risk.answer == "2@d6"
    assert risk.tried == MOST_TRIED
    assert 0 < risk.possible < risk.tried


def test_an_answer_to_any_move_is_tried_on_some_where_they_cannot_be_listed() -> None:
    answer = "place a1e a1ne a2e a2ne a2se a2sw a3sw give F"  # of a shape that hardly anybody gives
    said = reason(f"any: {answer}", key="xong", moves="give F(LLRL)RL", seat=2)
    found = re.match(
        rf"Move 3, `{answer}`: I tried (\d+) of their moves, and you can't play that after any of them", said
    )
    assert found
    assert MOST_TRIED / 2 < int(found[1]) <= MOST_TRIED


def test_an_answer_that_is_never_possible_is_refused() -> None:
    assert "you can't play that after any of them" in reason("any: z9")


def test_after_any_comes_one_answer_and_nothing_else() -> None:
    assert "Move 2, `any`: after `any` comes one answer, and nothing else" in reason("any: e6, if d5: f1")
    assert "after `any` comes one answer" in reason("any, 1@f6: 2@d6", key="zyrcan", players=3, moves="1@d4")


def test_a_resignation_on_any_move_is_no_risk() -> None:
    assert check("any: resign").risk is None


def test_a_move_before_any_is_checked() -> None:
    checked = check("if d5: e6, any: f1")
    assert texts(checked) == ["d5", "e6", "any", "f1"]
    assert checked.risk is not None


GAME: Any = GAMES["xero-g"]


def first_moves(state: Any, count: int) -> list[str]:
    """Return that many moves, each the first one that the rules list."""
    texts: list[str] = []
    for _ in range(count):
        move = next(iter(GAME.legal(state)))
        texts.append(GAME.format(state, move))
        state = GAME.play(state, move)
    return texts


@pytest.mark.parametrize(
    "last", [None, Ply(ANY, own=False), Ply(DRAW, own=False), Ply(AGREE, own=True), Ply(RESIGN, own=True)]
)
def test_a_line_leads_to_its_last_move_on_the_board(last: Ply | None) -> None:
    start = GAME.start(2, {}, 1)
    texts = first_moves(start, 2)
    line = (Ply(texts[0], own=False), Ply(texts[1], own=True), *([last] if last else []))
    end = play_line(GAME, start, line)
    middle = GAME.play(start, GAME.parse(start, texts[0]))
    assert (end.before, end.state) == (middle, GAME.play(middle, GAME.parse(middle, texts[1])))
    assert (end.move, end.seat, end.count) == (texts[1], 2, 2)


async def test_a_board_after_a_line_counts_its_moves(here: ClockContext) -> None:
    match = await here.move((await here.begin("none")).id)
    async with here.context.database.read() as tx:
        state = await here.context.state(tx, match)
    (text,) = first_moves(state, 1)
    after = await snapshot_after_line(here.context, match, (Ply(text, own=False),))
    assert (after.move, after.ply, after.event and after.event.seat) == (text, 2, 2)
    unmoved = await snapshot_after_line(here.context, match, (Ply(ANY, own=False),))
    assert (unmoved.move, unmoved.ply, unmoved.event, unmoved.state) == (None, 1, None, state)


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        yield made


async def test_a_line_grows_by_the_moves_of_both_players(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "c4")
    start = await load_line_position(context, by(ANN), match.id, match.seq, "")
    assert (start.line, start.seat, start.mover, start.snapshot.ply) == ((), 1, 2, 1)
    one = await add_ply(context, start, "D5")
    assert (one.line, one.mover, one.snapshot.move) == ((Ply("d5", own=False),), 1, "d5")
    two = await add_ply(context, one, "e6")
    assert (two.line, two.mover, two.snapshot.ply) == ((*one.line, Ply("e6", own=True)), 2, 3)
    with pytest.raises(RequestRejected):
        await add_ply(context, two, "z9")


async def test_a_typed_line_is_read_and_may_end_with_the_others_move(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "c4")
    found = await load_line_position(context, by(ANN), match.id, match.seq, "if d5: e6, if f3")
    assert found.line == (Ply("d5", own=False), Ply("e6", own=True), Ply("f3", own=False))
    assert (found.mover, found.snapshot.ply, found.state) == (1, 4, found.snapshot.state)


async def test_a_line_from_before_the_last_move_or_of_nobody_is_rejected(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "c4")
    with pytest.raises(RequestRejected, match="moved on"):
        await load_line_position(context, by(ANN), match.id, match.seq - 1, "")
    with pytest.raises(RequestRejected, match="You don't play"):
        await load_line_position(context, by(CLEO), match.id, match.seq, "")
    assert (await load_line_position(context, by(BOB), match.id, match.seq, "")).seat == 2
