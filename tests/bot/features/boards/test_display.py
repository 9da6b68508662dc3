"""How boards look: to all, by the settings of their match; to one person, by their own and from their own side."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from renderers import encode
from renderers.drawing.palette import BLUE, RED
from tests.playground.client import answered, labels
from tests.wire.match import Contest, bare, by_mention, by_reply, by_slash
from tests.wire.scripts import SCRIPTS

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Stage

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXTS = SCRIPTS["xero-g"].split()


def drawn(contest: Contest, **otherwise: Any) -> bytes:
    """Return the picture of a contest as all see it, or in some way otherwise."""
    return encode(contest.renderer.draw(replace(contest.scene, **otherwise)))


def below(picture: bytes) -> Any:
    """Return the colour of the planet below Xero-G's board: that of the seat whose base it is."""
    return Image.open(BytesIO(picture)).convert("RGB").getpixel((500, 990))


async def picture_in(person: Person, message: Json) -> bytes:
    return await person.fetch(message["attachments"][0]["url"])


async def seen(person: Person, contest: Contest, **options: Any) -> bytes:
    """Return the picture that `/board` shows somebody."""
    message = await person.ask_by_slash("board", contest.thread, **options)
    return await picture_in(person, message)


async def begun(stage: Stage, key: str = "xero-g", moves: int = 0, **look: str) -> Contest:
    contest = Contest(key, (stage.ann, stage.bob), look=look)
    await contest.begin()
    for text in SCRIPTS.get(key, "").split()[:moves]:
        await contest.turn(bare, text)
    return contest


async def test_boards_are_drawn_from_the_side_of_whoever_is_to_move_and_then_the_winner(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage)
    assert below(await picture_in(stage.ann, contest.board)) == RED.base
    await contest.turn(bare, TEXTS[0])
    assert below(await picture_in(stage.ann, contest.board)) == BLUE.base
    for text in TEXTS[1:]:
        await contest.turn(bare, text)
    contest.check_win()
    result = contest.game.result(contest.state)
    assert result
    assert await picture_in(stage.ann, contest.board) == drawn(contest, side=result.winners[0])
    assert labels(contest.board) == ["My view", "Rematch", "Replay", "Record", "Full size"]
    full = await stage.cleo.ask_by_press(contest.board, "Full size")
    assert await picture_in(stage.cleo, full) == drawn(contest, size="large")


async def test_both_players_of_the_factions_see_their_own_home_row_at_the_bottom(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage, "force-field-factions")
    from_row_8, from_row_1 = drawn(contest, side=1), drawn(contest, side=None)
    assert from_row_8 != from_row_1
    assert await picture_in(stage.ann, contest.board) == from_row_8, "Black, whose home is row 8, is to move"
    mine = await stage.bob.ask_by_press(contest.board, "My view")
    assert await picture_in(stage.bob, mine) == from_row_1
    mine = await stage.ann.ask_by_press(contest.board, "My view")
    assert await picture_in(stage.ann, mine) == from_row_8


async def test_a_match_can_have_boards_that_never_turn_in_a_theme_and_a_size(lasting_stage: Stage) -> None:
    stage, since = lasting_stage, len(lasting_stage.bob.seen)
    contest = await begun(stage, moves=3, sides="never", theme="light", size="small")
    assert contest.scene.side is None
    post = await stage.bob.hear_bot("challenges", since=since)
    assert "Boards: light, small and never turned." in post["content"]
    small = Image.open(BytesIO(await picture_in(stage.bob, contest.board)))
    assert small.width == 600
    full = await stage.bob.ask_by_press(contest.board, "Full size")
    assert await picture_in(stage.bob, full) == drawn(contest, size="large")
    since = len(stage.bob.seen)
    await begun(stage)
    assert "Boards" not in (await stage.bob.hear_bot("challenges", since=since))["content"]


async def test_my_view_is_the_present_board_from_my_own_side_and_says_if_it_moved_on(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage, moves=1)
    old = contest.board
    mine = await stage.ann.ask_by_press(old, "My view")
    assert below(await picture_in(stage.ann, mine)) == RED.base
    assert "**Bob** is to move" in mine["content"]
    assert "That was" not in mine["content"]
    await contest.turn(bare, TEXTS[1])
    moved_on = await stage.bob.ask_by_press(old, "My view")
    assert "That was move 1; the match stands at move 2. Here it is now." in moved_on["content"]
    assert await picture_in(stage.bob, moved_on) == drawn(contest, side=2)
    bystanders = await stage.cleo.ask_by_press(old, "My view")
    assert await picture_in(stage.cleo, bystanders) == drawn(contest, side=1)
    asked = await stage.cleo.say("!board", contest.thread)
    shown = await stage.cleo.hear(lambda one: answered(one) == asked["id"])
    assert await picture_in(stage.cleo, await stage.bob.ask_by_press(shown, "My view")) == drawn(contest, side=2)


async def test_boards_without_homes_are_turned_only_where_a_side_is_named(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage, "martian-life", 1)
    assert contest.scene.side is None
    mine = await stage.bob.ask_by_press(contest.board, "My view")
    assert await picture_in(stage.bob, mine) == await seen(stage.bob, contest) == contest.picture
    assert await seen(stage.bob, contest, side="mine") == drawn(contest, side=2) != contest.picture


async def test_a_board_can_be_seen_from_any_side_in_any_theme_and_size(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage, moves=1)
    mine = drawn(contest, side=2)
    assert await seen(stage.bob, contest) == await seen(stage.cleo, contest, side="North") == mine
    assert await seen(stage.bob, contest, side="mine", theme="light", size="large") == drawn(
        contest, side=2, theme="light", size="large"
    )
    plain = drawn(contest, side=1)
    assert await seen(stage.bob, contest, side="south") == await seen(stage.cleo, contest) == plain != mine
    for person, options, answer in (
        (stage.bob, {"side": "west"}, "There's no side `west` in #{}. Choose `mine`, `south` or `north`."),
        (stage.cleo, {"side": "mine"}, "You don't play in #{}: name a seat as side, or none."),
    ):
        told = await person.ask_by_slash("board", contest.thread, **options)
        assert told["content"] == answer.format(contest.number)
    await stage.bob.say("!board 1 north light", contest.thread)
    await stage.bob.hear_bot("I can't read `north` here.")


async def test_what_i_like_holds_for_all_i_see_alone_and_for_matches_i_start_even_after_a_restart(
    lasting_stage: Stage,
) -> None:
    stage, dan = lasting_stage, lasting_stage.dan
    told = await dan.ask_by_slash("look")
    assert "theme `dark`, size `normal`, sides `mover`" in told["content"]
    await dan.say("!look light size=small")
    await dan.hear_bot("theme `light`, size `small`, sides `mover`")
    for text, answer in (
        (
            "!look pink",
            "I can't read `pink` here. You can choose theme (`dark`, `light`), size (`small`, `normal`, `large`)",
        ),
        ("!look dark light", "Choose one theme: `dark` or `light`."),
        ("!look size=9", "`size` is `small`, `normal` or `large`, not `9`."),
    ):
        await dan.say(text)
        await dan.hear_bot(answer)
    contest = Contest("xero-g", (stage.ann, dan))
    await contest.begin()
    await contest.turn(bare, TEXTS[0])
    old = contest.board
    await stage.bot.stop()
    await stage.bot.start()
    mine = drawn(contest, side=2, theme="light", size="small")
    assert await seen(dan, contest) == await picture_in(dan, await dan.ask_by_press(old, "My view")) == mine
    await contest.turn(by_slash, TEXTS[1])
    direct = await dan.dm()
    await dan.say(f"!board #{contest.number}", direct)
    shown = await dan.hear(lambda one: one["channel_id"] == direct and one["attachments"])
    own = {"side": 2, "theme": "light", "size": "small"}
    assert await picture_in(dan, shown) == drawn(contest, **own)
    film = await dan.ask_by_slash("replay", contest.thread)
    assert frames(await picture_in(dan, film))[-1] == pixels(drawn(contest, **own))
    full = await dan.ask_by_press(film, "Full size")
    assert await picture_in(dan, full) == drawn(contest, side=2, theme="light", size="large")
    assert await seen(stage.ann, contest) == drawn(contest, side=1)
    since = len(stage.ann.seen)
    await dan.say("!open martian-life theme=dark")
    table = await stage.ann.hear_bot("challenges anyone here", since=since)
    assert "Boards: small." in table["content"]
    await dan.press(table, "Leave")


async def test_a_replay_never_turns_and_its_last_turn_comes_at_full_size(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage, moves=3, theme="light")
    then = contest.scene
    for text in TEXTS[3:5]:
        await contest.turn(bare, text)
    since = len(stage.cleo.seen)
    await stage.cleo.say("!replay 2-3", contest.thread)
    film = await stage.cleo.hear_bot(f"#{contest.number}, moves 2 to 3 of 5", since=since)
    still = encode(contest.renderer.draw(replace(then, side=None)))
    assert frames(await picture_in(stage.cleo, film))[-1] == pixels(still)
    full = await stage.bob.ask_by_press(film, "Full size")
    assert "after move 3" in full["content"]
    assert full["attachments"][0]["description"] == contest.renderer.alt(then)
    assert await picture_in(stage.bob, full) == encode(contest.renderer.draw(replace(then, side=None, size="large")))


async def test_a_board_in_letters_has_its_position_and_takes_a_move_in_reply(lasting_stage: Stage) -> None:
    stage, bob = lasting_stage, lasting_stage.bob
    contest = await begun(stage, moves=1)
    stage.playground.deny(int(contest.thread), "ATTACH_FILES")
    since = len(bob.seen)
    await bob.say("!board text", contest.thread)
    shown = await bob.hear_bot("**Bob** is to move", since=since)
    check_letters(contest, shown)
    stage.playground.allow(int(contest.thread))
    await contest.turn(lambda person, thread, _, text: person.say(text, thread, to=shown), TEXTS[1])
    private = await stage.ann.ask_by_slash("board", contest.thread, text=True)
    check_letters(contest, private)
    private = await stage.ann.ask_by_slash("board", contest.thread, text=True, side="north")
    check_letters(contest, private, side=2)
    for text in TEXTS[2:]:
        await contest.turn(bare, text)
    since = len(stage.cleo.seen)
    await stage.cleo.say(f"!board text #{contest.number}")
    check_letters(contest, await stage.cleo.hear_bot(f"wins **Xero-G #{contest.number}**", since=since))


async def test_without_the_intent_all_of_it_works_too(lasting_stage_without_content: Stage) -> None:
    stage = lasting_stage_without_content
    contest = Contest("xero-g", (stage.ann, stage.bob), look={"sides": "never", "theme": "light"})
    await contest.begin_by_slash()
    await contest.turn(by_mention, TEXTS[0])
    mine = await stage.bob.ask_by_press(contest.board, "My view")
    assert await picture_in(stage.bob, mine) == drawn(contest, side=2, theme="dark")
    await stage.bob.ask_by_slash("look", sides="never", size="small")
    assert await seen(stage.bob, contest) == drawn(contest, side=None, theme="dark", size="small")
    mine = await stage.bob.ask_by_press(contest.board, "My view")
    assert await picture_in(stage.bob, mine) == drawn(contest, side=2, theme="dark", size="small")
    await stage.cleo.say("@Turnpost board text", contest.thread)
    shown = await stage.cleo.hear_bot("Position:")
    check_letters(contest, shown)
    await contest.turn(lambda person, thread, _, text: person.say(text, thread, to=shown), TEXTS[1])
    await stage.ann.say("@Turnpost look large", contest.thread)
    await stage.ann.hear_bot("size `large`")
    await contest.turn(by_reply, TEXTS[2])


def check_letters(contest: Contest, message: Json, side: int | None = None) -> None:
    """Check that a message is the board in letters: turned only where a side was asked for, with its position."""
    letters = contest.renderer.text(replace(contest.scene, side=side))
    assert f"```\n{letters}\n```\n\nPosition:\n```\n{contest.game.position(contest.state)}\n```" in message["content"]
    assert not message["attachments"]


def pixels(picture: bytes) -> bytes:
    return Image.open(BytesIO(picture)).convert("RGB").tobytes()


def frames(film: bytes) -> list[bytes]:
    """Return the pixels of each picture of a replay."""
    image = Image.open(BytesIO(film))
    shown: list[bytes] = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        shown.append(image.convert("RGB").tobytes())
    return shown
