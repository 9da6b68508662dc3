"""Puzzles over the wire: shown, tried and solved by buttons, by a form and by hidden replies; the daily one."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.features.puzzle_messages import moves_in
from bot.referee.puzzles import puzzle_of_day
from engines.puzzles import find_puzzle, puzzles
from games import GAMES
from renderers import RENDERERS, encode
from renderers.board.scene import Scene
from storage.engine.database import Database, file_url
from storage.queries import outbox, puzzle_attempts
from tests.bot.features.guide.presses import buttons, changed, choose, offered, press_move
from tests.playground.client import answered, custom_id
from tests.wire.environment import start_env
from tests.wire.timed_environment import DAY, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from engines.puzzles import Puzzle
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment


async def queue_puzzle(env: Environment, channel: str) -> None:
    """Put puzzle 1 of Xero-G into the outbox as the daily puzzle of a channel."""
    guild = next(iter(env.playground.state.guilds))
    body = {"guild": guild, "channel": int(channel), "game": "xero-g", "number": 1, "yesterday": ["xero-g", 2]}
    database = await Database.open_existing(file_url(env.bot.data / "turnpost.db"))
    async with database.write() as tx:
        await outbox.add(tx, lane=f"puzzle:{guild}", kind="puzzle", body=body, at=datetime.now(UTC))
    await database.close()


@pytest.mark.parametrize("applied", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["before", "after"])
async def test_a_crash_leaves_one_post_beside_others_that_look_like_it(tmp_path: Path, applied: bool) -> None:  # noqa: FBT001 - a parameter
    """Kill the bot as it posts a puzzle where the same one was shown to a person, and a challenge issued."""
    async with start_env(tmp_path, nonce_window=timedelta(0)) as env:
        lounge = await env.ann.channel("lounge")
        shown = await env.ann.ask_by_text("!puzzle xero-g", lounge)
        await env.ann.ask_by_slash("challenge", lounge, game="xero-g")
        challenge = await env.ann.hear_bot("-# challenge ")
        assert answered(shown)
        assert not answered(challenge)
        assert challenge["channel_id"] == shown["channel_id"] == lounge
        async with env.down():
            await queue_puzzle(env, lounge)
            env.playground.faults.slow(60, method="POST", path=f"/channels/{lounge}/messages$", applied=applied)
        await env.playground.faults.used_up()
        async with env.down():
            env.playground.faults.clear()
        await env.all_posted()
        (post,) = [one for one in await env.ann.messages(lounge) if "**Puzzle of the day**" in one["content"]]
        assert "Xero-G puzzle 1**" in post["content"]
        assert custom_id(post, "Move") == custom_id(shown, "Move")


PUZZLES = puzzles("xero-g")
IN_TWO = next(puzzle for puzzle in PUZZLES if puzzle.turns == 2)


async def solve_before(env: Environment, person: Person, puzzle: Puzzle) -> None:
    """Store that a person has solved all puzzles before one, which is then their next."""
    database = await Database.open_existing(file_url(env.bot.data / "turnpost.db"))
    async with database.write() as tx:
        for each in PUZZLES[: puzzle.number - 1]:
            await puzzle_attempts.add(tx, int(person.id), each.game, each.number, solved=True, at=datetime.now(UTC))
    await database.close()


async def type_move(person: Person, message: Json, text: str, button: str = "Type it") -> Json:
    """Type a move into the form, and return the message as it is then."""
    form, since = await person.press(message, button), person.seen_so_far()
    outcome = await person.modal(form, text=text)
    return outcome["message"] or await person.hear(
        lambda one: one["id"] == message["id"], f"what comes of {text}", since=since
    )


async def answer_by_text(person: Person, shown: Json, text: str, channel: str = "games") -> Json:
    """Reply to a message with an answer, and return the bot's reply."""
    sent = await person.say(text, channel, to=shown)
    return await person.hear(lambda one: answered(one) == sent["id"], f"an answer to {text}")


def wrong_move(puzzle: Puzzle) -> str:
    """Return a legal move that doesn't solve a puzzle of Xero-G."""
    game = GAMES[puzzle.game]
    state = game.parse_position(puzzle.position, options=puzzle.options)
    return next(text for move in game.legal(state) if (text := game.format(state, move)) not in puzzle.solutions)


def other_last_move() -> str:
    """Return a legal second move that doesn't win."""
    game = GAMES[IN_TWO.game]
    state = game.parse_position(IN_TWO.position, options=IN_TWO.options)
    for text in IN_TWO.line[:2]:
        state = game.play(state, game.parse(state, text))
    others = [game.format(state, move) for move in game.legal(state)]
    return next(text for text in others if not text.endswith("base"))


async def check_picture(person: Person, message: Json, puzzle: Puzzle) -> None:
    """Check that a message shows the board of a puzzle from the side of the solver."""
    game = GAMES[puzzle.game]
    state = game.parse_position(puzzle.position, options=puzzle.options)
    scene = Scene(state=state, names=game.info.seats, ply=0, side=game.to_move(state))
    (file,) = message["attachments"]
    assert await person.fetch(file["url"]) == encode(RENDERERS[puzzle.game].draw(scene))


@pytest.mark.asyncio(loop_scope="module")
async def test_a_puzzle_is_tried_and_solved_in_private(shared_env: Environment) -> None:
    ann, puzzle = shared_env.ann, PUZZLES[0]
    shown = await ann.ask_by_slash("puzzle", game="xero-g")
    assert shown["content"].startswith("**Xero-G puzzle 1**: North to move and win at once.")
    assert "Nobody has tried it yet." in shown["content"]
    await check_picture(ann, shown, puzzle)
    opened = await press_move(ann, shown)
    wrong = await type_move(ann, opened, wrong_move(puzzle))
    assert buttons(wrong) == ["Answer", "Back", "Type it"]
    assert wrong["content"].startswith("**Xero-G puzzle 1**: North to move")
    assert "Is that your answer?" in wrong["content"]
    told = await changed(ann, wrong, "Answer")
    assert f"`{wrong_move(puzzle)}` doesn't win at once." in told["content"]
    bad = await type_move(ann, told, "z9", "Type it again")
    assert bad["content"].startswith("**Xero-G puzzle 1**")
    again = await changed(ann, bad, "Back")
    ship, place = puzzle.line[0].split("-")
    step = await choose(ann, again, next(label for label in offered(again) if label.startswith(ship)))
    preview = await choose(ann, step, next(label for label in offered(step) if place in label))
    solved = await changed(ann, preview, "Answer")
    assert "**Solved!**" in solved["content"]
    assert f"Line: `{puzzle.line[0]}`" in solved["content"]
    assert "1 person tried it, 0 found it with the first answer (0%); 1 solved it." in solved["content"]
    following = await ann.ask_by_slash("puzzle", game="xero-g")
    assert following["content"].startswith("**Xero-G puzzle 2**")


@pytest.mark.asyncio(loop_scope="module")
async def test_a_shared_puzzle_is_solved_by_each_without_spoiling_it(shared_env: Environment) -> None:
    bob, cleo = shared_env.bob, shared_env.cleo
    await solve_before(shared_env, bob, IN_TWO)
    first, defence, last = IN_TWO.line
    shown = await bob.ask_by_text("!puzzle xero-g")
    assert f"**Xero-G puzzle {IN_TWO.number}**" in shown["content"]
    assert "to move and win in two turns." in shown["content"]
    # By buttons, in private.
    preview = await type_move(bob, await press_move(bob, shown), first)
    on = await changed(bob, preview, "Answer")
    assert on["content"].startswith("Right!")
    assert f"Line: `{first}` `{defence}`" in on["content"]
    wrong = await changed(bob, await type_move(bob, on, other_last_move()), "Answer")
    assert f"Line: `{first}` `{defence}`" in wrong["content"]
    again = await changed(bob, wrong, "Try again")
    assert f"Line: `{first}` `{defence}`" in again["content"]
    assert offered(again)
    solved = await changed(bob, await type_move(bob, again, last), "Answer")
    assert f"Line: `{first}` `{defence}` `{last}`" in solved["content"]
    # By text, hidden.
    told = await answer_by_text(cleo, shown, first)
    assert "hide your answer" in told["content"]
    await cleo.say("nice one", to=shown)
    right = await answer_by_text(cleo, shown, f"||{first}||")
    assert f"Line: ||`{first}` `{defence}`||" in right["content"]
    done = await answer_by_text(cleo, right, f"||{last}||")
    assert f"Line: ||`{first}` `{defence}` `{last}`||" in done["content"]
    assert "2 people tried it, 1 found it with the first answer (50%); 2 solved it." in done["content"]


@pytest.mark.asyncio(loop_scope="module")
async def test_answers_in_direct_messages_need_not_be_hidden(shared_env: Environment) -> None:
    dan = shared_env.dan
    channel = await dan.dm()
    shown = await dan.ask_by_text("!puzzle xero-g", channel)
    number = int(shown["content"].split("puzzle ")[1].split("*")[0])
    puzzle = find_puzzle("xero-g", number)
    assert puzzle
    done = await answer_by_text(dan, shown, puzzle.line[0], channel)
    assert "**Solved!**" in done["content"]


@pytest.mark.asyncio(loop_scope="module")
async def test_a_game_without_puzzles_is_rejected(shared_env: Environment) -> None:
    answer = await shared_env.ann.ask_by_text("!puzzle zyrcan")
    assert "There are no puzzles of Zyrcan here." in answer["content"]


async def test_a_daily_puzzle_comes_once_a_day_with_the_hidden_solution_of_yesterdays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann") as env:
        ann, lounge = env["Ann"], await env["Ann"].channel("lounge")
        await ann.say(f"!settings puzzles=<#{lounge}>")
        await ann.hear_bot(f"a puzzle comes every day at noon in <#{lounge}>")
        noon = datetime.combine(env.now().date() + DAY, time(12), UTC)
        for day in range(2):
            await env.pass_time(noon + day * DAY + timedelta(minutes=1) - env.now())
            await env.pass_time(timedelta(hours=1))
            await env.all_posted()
        posts = await ann.messages("lounge")
        assert len(posts) == 2
        for day, post in enumerate(posts):
            puzzle, before = (puzzle_of_day(GAMES, (noon + more * DAY).date()) for more in (day, day - 1))
            assert puzzle
            assert before
            assert f"{GAMES[puzzle.game].info.title} puzzle {puzzle.number}**" in post["content"]
            hidden = " ".join(f"`{move}`" for move in before.line)
            assert f"puzzle {before.number}: ||{hidden}||" in post["content"]
            await check_picture(ann, post, puzzle)


POST = "**Xong-Aufgabe 20**: Rot ist am Zug und gewinnt in zwei Z\u00fcgen.\n"


@pytest.mark.parametrize(
    ("content", "moves"),
    [
        (f"{POST}Line: `c1-c3` `d6-d5`\nRight!", ("c1-c3", "d6-d5")),
        (f"{POST}Zugfolge: ||`c1-c3`||\nRichtig!", ("c1-c3",)),
        (f"{POST}\u7dda: `c1-c3`", ("c1-c3",)),
        (f"{POST}Oder antworte mit deinem Zug, so versteckt: `||dein Zug||`.", ()),
        (f"{POST}Gestern, Xong-Aufgabe 19: ||`c1-c3` `d6-d5`||", ()),
        ("**Puzzle of the day**\nYesterday's, Chomp puzzle 19: ||`c1-c3`||", ()),
    ],
)
def test_a_line_is_read_back_in_any_language_and_nothing_else_is_taken_for_one(
    content: str, moves: tuple[str, ...]
) -> None:
    assert moves_in(content) == moves
