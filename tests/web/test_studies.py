"""Puzzles and analyses on the site, as the page's script uses them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engines.puzzles import puzzles
from games import GAMES
from tests.wire.match import Contest, bare, begin_match

if TYPE_CHECKING:
    from engines.puzzles import Puzzle
    from tests.web.site import Site

# One bot for all tests here.
pytestmark = pytest.mark.asyncio(loop_scope="module")
OF_ONE_TURN = next(each for each in puzzles("xero-g") if each.turns == 1)
LONGER = next(each for key in GAMES for each in puzzles(key) if each.turns > 1)


def path_of(puzzle: Puzzle) -> str:
    return f"/p/{puzzle.game}/{puzzle.number}"


def count_attempts(site: Site, puzzle: Puzzle) -> list[tuple[int, bool]]:
    """Return who tried a puzzle, and whether they solved it."""
    query = "SELECT user_id, solved_at IS NOT NULL FROM puzzle_attempts WHERE game = ? AND number = ?"
    return [(user_id, bool(solved)) for user_id, solved in site.rows(query, puzzle.game, puzzle.number)]


def wrong_answer(puzzle: Puzzle) -> str:
    game = GAMES[puzzle.game]
    state = game.parse_position(puzzle.position, options=puzzle.options)
    texts = [game.format(state, move) for move in game.legal(state)]
    return next(text for text in texts if text not in puzzle.solutions)


async def test_an_answer_is_judged_and_counts_for_a_person_who_is_signed_in(site: Site) -> None:
    puzzle, ann = OF_ONE_TURN, site.env.ann
    browser = await site.sign_in(ann, path_of(puzzle))
    assert browser.state["turn"]
    assert (await browser.play(wrong_answer(puzzle))).status == 200
    assert "doesn't win at once" in browser.state["notice"]
    assert browser.state["at"] == ""
    assert browser.state["turn"], "one can try again"
    assert count_attempts(site, puzzle) == [(int(ann.id), False)]
    assert (await browser.play(puzzle.solutions[0])).status == 200
    assert browser.state["notice"].splitlines()[0] == "Solved!", "what it is and the next one stand on the page"
    assert browser.state["at"] == puzzle.solutions[0]
    assert not browser.state["turn"]
    assert browser.state["steps"] is None
    assert [each["text"] for each in browser.state["moves"]] == ["", puzzle.solutions[0]]
    assert count_attempts(site, puzzle) == [(int(ann.id), True)]
    (following,) = browser.state["links"]
    assert following["url"] != path_of(puzzle), "the next one"
    assert (await site.browser().get(following["url"])).status == 200


async def test_nobody_in_particular_may_try_a_puzzle_and_isnt_counted(site: Site) -> None:
    puzzle = OF_ONE_TURN
    before, browser = count_attempts(site, puzzle), site.browser()
    await browser.open(path_of(puzzle))
    assert (await browser.play(puzzle.solutions[0])).status == 200
    assert "Solved!" in browser.state["notice"]
    assert count_attempts(site, puzzle) == before
    assert (await browser.do("resign")).status == 409


async def test_a_puzzle_of_several_turns_goes_on_after_the_best_defence(site: Site) -> None:
    puzzle, browser = LONGER, site.browser()
    await browser.open(path_of(puzzle))
    answer, defence, *_ = puzzle.line
    assert (await browser.play(answer)).status == 200
    assert browser.state["notice"].startswith("Right! ")
    assert browser.state["at"] == f"{answer}\n{defence}"
    assert browser.state["turn"]
    assert [each["at"] for each in browser.state["moves"]] == ["", answer, f"{answer}\n{defence}"]
    step = (await browser.get(f"{path_of(puzzle)}/step?at={answer}%0A{defence}")).json
    assert step["choices"]


async def test_lines_of_an_analysis_branch_are_named_and_removed(site: Site) -> None:
    contest = await begin_match((site.env.ann, site.env.bob))
    await contest.turn(bare, "e4+")
    ann = await site.sign_in(site.env.ann, f"{site.path(contest)}/analysis")
    assert not ann.state["confirm"]
    assert [each["do"] for each in ann.state["actions"]] == ["name", "note"]
    first = ann.state["at"]
    await ann.play("b7")
    tried = ann.state["at"]
    assert [each["do"] for each in ann.state["actions"]] == ["name", "note", "remove"]
    await ann.do("name", "Corner")
    await ann.do("note", "Quiet.")
    await ann.do("name", "The corner")
    fields = {each["do"]: each["field"]["value"] for each in ann.state["actions"] if each["field"]}
    assert fields == {"name": "The corner", "note": "Quiet."}, "each keeps the other"
    assert "The corner" in ann.state["status"]
    await ann.play("f5")
    assert [each["do"] for each in ann.state["actions"]] == ["name", "note", "remove", "plan"]
    ann.state = (await ann.get(f"{ann.base}/state?at={first}")).json
    await ann.play("d7")
    assert [each["text"] for each in ann.state["moves"]] == ["", "e4+", "d7"]
    assert len(ann.state["lines"]) == 3, "the ends of both lines, and the point that has a name"
    ann.state = (await ann.get(f"{ann.base}/state?at={tried}")).json
    assert [each["text"] for each in ann.state["moves"]] == ["", "e4+", "b7", "f5"]
    assert [each["player"] for each in ann.state["moves"]] == ["", "Ann", "Bob", ""]
    await ann.do("remove")
    assert ann.state["at"] == first
    assert len(ann.state["lines"]) == 1
    assert "The corner" not in ann.state["status"]
    assert (await ann.do("burn")).error == "This page is too old for that. Load it again."


async def test_who_is_blocked_on_the_matchs_server_cannot_analyse_and_still_plays(site: Site) -> None:
    contest = await begin_match((site.env.bob, site.env.ann))
    bob = await site.sign_in(site.env.bob, f"{site.path(contest)}/analysis")
    blocked = await site.env.ann.ask_by_text("!block @Bob")
    assert "is blocked" in blocked["content"]
    assert "You're blocked" in (await bob.play("b7")).error
    assert "You're blocked" in (await bob.get(f"{bob.base}/state")).error
    await bob.open(site.path(contest))
    assert (await bob.play("e4+")).status == 200
    await site.env.ann.ask_by_text("!unblock @Bob")
    assert (await bob.get(f"{site.path(contest)}/analysis/state")).status == 200


async def test_the_status_tells_whose_clock_a_vacation_pauses(site: Site) -> None:
    ann, bob = site.env.ann, site.env.bob
    for clock, paused in (("5d", True), ("none", False)):
        contest = Contest("martian-life", (bob, ann))
        await contest.begin_by_slash(clock=clock)
        page = await site.sign_in(ann, site.path(contest))
        assert "is away" not in page.state["status"]
        await bob.ask_by_slash("me", do="vacation 14d")
        await page.open(page.base)
        assert "Bob is away until" in page.state["status"]
        assert ("the clock is paused" in page.state["status"]) == paused
        await bob.ask_by_slash("me", do="vacation end")


async def test_the_status_tells_what_happened_and_whose_turn_it_is(site: Site) -> None:
    contest = await begin_match((site.env.ann, site.env.bob))
    path = site.path(contest)
    await contest.turn(bare, "e4+")
    ann, bob = await site.sign_in(site.env.ann, path), await site.sign_in(site.env.bob, path)
    assert ann.state["status"].endswith("It's Bob's turn (Yellow).")
    assert bob.state["status"].endswith("It's your turn (Yellow).")
    assert ann.state["status"].startswith("1. Ann promotes e4 to a medium")
    assert (ann.state["turn"], bob.state["turn"]) == (False, True)
    assert (await ann.do("resign")).status == 200
    await bob.open(path)
    assert "Ann resigned" in bob.state["status"]
    assert "Bob wins: " in bob.state["status"]
    assert bob.state["actions"] == []


async def test_a_player_plays_on_from_an_analysis_against_turnpost(site: Site) -> None:
    contest = await begin_match((site.env.ann, site.env.bob), "e4+")
    path = site.path(contest)
    ann, since = await site.sign_in(site.env.ann, f"{path}/analysis"), site.env.ann.seen_so_far()
    assert "playon" not in [each["do"] for each in ann.state["actions"]], "the match goes on"
    assert (await ann.do("playon", "1")).error.startswith(f"#{contest.number} isn't over yet.")
    await contest.resign(1)
    ann = await site.sign_in(site.env.ann, f"{path}/analysis")
    ann.state = (await ann.get(f"{ann.base}/state?at=1.0")).json
    await ann.play("b7")
    (action,) = [each for each in ann.state["actions"] if each["do"] == "playon"]
    assert action["question"] == ("Begin an unrated match from here? You play Red, who is to move, against Turnpost.")
    assert (await ann.do("playon", "many")).error.startswith("level has to be a number")
    assert (await ann.do("playon", "2")).status == 200
    board = await site.env.ann.hear(lambda one: "Played on from" in one["content"] and one["attachments"], since=since)
    assert f"Played on from an analysis of #{contest.number}." in board["content"]
    name = site.value("SELECT public_id FROM matches WHERE origin_id = ?", contest.number)
    begun = await site.sign_in(site.env.ann, f"/b/{name}")
    begun.state = (await begun.get(f"{begun.base}/state?at=0")).json
    assert begun.state["status"].startswith(f"Played on from an analysis of #{contest.number}. ")
    cleo = await site.sign_in(site.env.cleo, f"{path}/analysis")
    assert "playon" not in [each["do"] for each in cleo.state["actions"]], "she didn't play"
