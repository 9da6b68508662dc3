"""What phones and thumbs make of a move or a command, over the wire: it's played, answered, or mended by an edit."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.message_router import EDITABLE, QUESTION_MARK
from playground.model.resources.user import BOT_ID
from tests.playground.client import answered
from tests.wire.match import SCRIPTS, bare, begin_match
from tests.wire.timed_environment import accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""
A_CYRILLIC = "\N{CYRILLIC SMALL LETTER IE}"
"""It looks like an e."""


def widen(text: str) -> str:
    """Return a text in full-width characters."""
    return "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in text)


DISGUISES = (
    "{move}\u200b",
    "\u2060{move}\ufeff",
    "{move[0]}\ufe0f{move[1]}\u00ad{rest}",
    "{wide}",
    "**{move}**",
    "||{move}||!",
    "`{move}` \U0001f44d",
    "#{number}: {move}",
    "#{number}{move}",
    "\uff01move {move}",
    "!move {wide}\u200d",
    "\uff03{number} {wide}",
    "/move {move}",
    "\uff0fmove {wide}",
    "@Turnpost {wide}\u3164",
)
"""Ways in which a move arrives that looks right to its author."""


@together
async def test_a_move_that_looks_right_is_played(shared_env: Environment) -> None:
    contest = await begin_match(shared_env.people[:2])
    for disguise, move in zip(DISGUISES, SCRIPTS["martian-life"].split(), strict=False):
        typed = disguise.format(move=move, rest=move[2:], wide=widen(move), number=contest.number)

        async def send(person: Person, thread: str, _board: Json, _text: str, typed: str = typed) -> None:
            await person.say(typed, thread)

        await contest.turn(send, move)
    await contest.resign(1)


@together
async def test_options_forms_and_clocks_take_other_forms_of_signs(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    since = env.ann.seen_so_far()
    await env.ann.ask_by_slash("move", contest.thread, move=widen("e4+"))
    await env.ann.hear_bot("**1.**", since=since)
    since, board = env.bob.seen_so_far(), contest.board
    pressed = await env.bob.press(board, "Move")
    shown = await env.bob.answer_to(pressed, "Move", since)
    await env.bob.modal(await env.bob.press(shown, "Type it"), text=f"{widen('b7')}\u200b")
    await env.bob.hear(lambda one: "`b7`" in one["content"] and one["attachments"], "a preview of b7", since=since)
    since = env.dan.seen_so_far()
    await env.dan.say("!challenge @Eve martian-life \uff13d\u200b")
    challenge = await env.dan.hear_bot("**Dan** challenges **Eve**", since=since)
    assert "3 days" in challenge["content"]


@together
async def test_a_letter_of_another_script_is_named(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match((shared_env.cleo, shared_env.dan))
    cleo, talk = shared_env.cleo, await shared_env.cleo.dm()
    named = (
        f"The `{A_CYRILLIC}` in `{A_CYRILLIC}4+` is CYRILLIC SMALL LETTER IE. "
        "Moves are written with the letters `a` to `z`: type it again."
    )
    for text, channel in ((f"{A_CYRILLIC}4+", contest.thread), (f"!move {A_CYRILLIC}4+", contest.thread)):
        assert (await cleo.ask_by_text(text, channel))["content"] == named
    assert (await cleo.ask_by_text(f"{A_CYRILLIC}4+", talk))["content"] == named
    before = len(await replies_in(env.dan, contest.thread))
    await env.dan.say(f"{A_CYRILLIC}4+", contest.thread)
    await cleo.say("\u0434\u0430, \u0445\u043e\u0440\u043e\u0448\u043e", contest.thread)
    await contest.turn(bare, "e4+")
    assert len(await replies_in(env.dan, contest.thread)) == before


async def replies_in(person: Person, channel: str) -> list[str]:
    """Return what the bot said in a channel, boards left out."""
    return [
        one["content"] for one in await person.messages(channel) if one["author"].get("bot") and not one["attachments"]
    ]


@together
async def test_what_begins_like_a_move_gets_a_question_mark_from_the_player_to_move(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    ann, thread = shared_env.ann, contest.thread
    asked = [await ann.say(text, thread) for text in ("e4+ if you please", "e4b", "e4 or d4")]
    asked.append(await ann.say("e4x", "games", to=contest.board) if contest.board["channel_id"] != thread else asked[0])
    for text in ("e4+ was good?", "it should be e4+", "e4+ is what I played", "a lovely board", "b is nice"):
        await ann.say(text, thread)
    await env.bob.say("b7 please", thread)
    await contest.turn(bare, "e4+")
    await env.all_posted()
    said = env.playground.state.said[int(thread)].values()
    marked = [str(one.id) for one in said if BOT_ID in one.reactions.get(QUESTION_MARK, [])]
    assert marked == [one["id"] for one in asked[:3]]


@together
@pytest.mark.parametrize(
    ("typed", "slash", "text"),
    [
        ("/resign", "/match do:resign", "!resign"),
        ("/match do:resign", "/match do:resign", "!resign"),
        ("/Match resign", "/match do:resign", "!resign"),
        ("/me do:look theme:light", "/me do:look", "!look"),
        ("/match do:moves b1", "/match do:moves", "!moves"),
        ("/Help", "/help", "!help"),
        ("/resing", "/match do:resign", "!resign"),
    ],
)
async def test_a_slash_command_that_came_as_text_is_explained(
    shared_env: Environment, typed: str, slash: str, text: str
) -> None:
    answer = await shared_env.eve.ask_by_text(typed, await shared_env.eve.dm())
    assert answer["content"] == (
        f"That came as plain text, so nothing was done. Choose `{slash}` from the list that opens when you type `/`, "
        f"or write `{text}`."
    )


@together
async def test_texts_with_a_slash_are_answered_only_where_they_are_for_the_bot(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    before = await replies_in(env.ann, "games")
    for text in ("/resign", "/move e4+", "/dance"):
        await env.ann.say(text, "games")
    await env.ann.say("/dance", contest.thread)
    answer = await env.ann.ask_by_text("/resign", contest.thread)
    assert "`/match do:resign`" in answer["content"]
    assert await replies_in(env.ann, "games") == before

    async def reply_with_slash(person: Person, thread: str, board: Json, text: str) -> None:
        await person.say(f"/move {text}", thread, to=board)

    await contest.turn(reply_with_slash, "e4+")


@together
async def test_a_typo_is_mended_by_an_edit(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])

    async def mend(person: Person, thread: str, _board: Json, text: str) -> None:
        said = await person.say("r4+", thread)
        await person.edit(said, text)

    await contest.turn(mend, "e4+")

    async def mend_command(person: Person, thread: str, _board: Json, text: str) -> None:
        refused = await person.ask_by_text("!mvoe b7", thread)
        await person.edit(answered(refused) or "", f"!move {text}")

    await contest.turn(mend_command, "b7")
    answer = await env.eve.ask_by_text("!stanings", await env.eve.dm())
    since = env.eve.seen_so_far()
    await env.eve.edit(answered(answer) or "", "!help moving")
    await env.eve.hear_bot("**Move**: press **Move**", since=since)
    await contest.resign(1)


@together
async def test_a_move_that_was_played_is_not_changed_by_an_edit(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match((shared_env.cleo, shared_env.eve))
    sent: list[Json] = []

    async def remember(person: Person, thread: str, _board: Json, text: str) -> None:
        sent.append(await person.say(text, thread))

    await contest.turn(remember, "e4+")
    await contest.turn(bare, "b7")
    since = env.cleo.seen_so_far()
    await env.cleo.edit(sent[0], "d4+")
    await env.cleo.hear(
        lambda one: (
            one["content"]
            == "Move 1, `e4+`, was played before you edited this, so it stands. `/takeback` asks for it back."
        ),
        "a note on the move that stands",
        since=since,
    )
    before = await replies_in(env.cleo, contest.thread)
    for text in ("e4+!", "E4+", "oh well"):
        await env.cleo.edit(sent[0], text)
    await contest.turn(bare, "f5")
    assert await replies_in(env.cleo, contest.thread) == before


@together
async def test_an_edit_repeats_no_command(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    talk = await env.dan.dm()
    shown = await env.dan.ask_by_text("!games", talk)
    hello = await env.dan.ask_by_text("hello", talk)
    before = len(await env.dan.messages(talk))
    await env.dan.edit(answered(shown) or "", "!help")
    await env.dan.edit(answered(hello) or "", "hello!")
    await env.dan.ask_by_text("!games", talk)
    assert len(await env.dan.messages(talk)) == before + 2
    await contest.resign(1)


async def test_an_edit_counts_for_two_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        since = ann.seen_so_far()
        await ann.say("!challenge @Bob martian-life seat=1")
        challenge = await ann.hear_bot("**Ann** challenges **Bob**", since=since)
        _number, thread, _board = await accept_challenge(env, challenge, bob, terms="")
        late = await ann.say("r4+", thread)
        await env.pass_time(EDITABLE + timedelta(seconds=10))
        await ann.edit(late, "d4+")
        timely = await ann.say("t4+", thread)
        await env.pass_time(EDITABLE - timedelta(seconds=10))
        since = ann.seen_so_far()
        await ann.edit(timely, "e4+")
        await ann.hear_bot("**1.** **Ann** promotes e4", since=since)


@together
async def test_declining_under_an_offer_declines_the_offer(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match((shared_env.dan, shared_env.eve), "e4+", "b7")
    for answer, outcome in ((f"!decline #{contest.number}", "declined by **Dan**"), ("!accept", "agreed")):
        since = env.dan.seen_so_far()
        await env.eve.say("!draw", contest.thread)
        await env.dan.hear_bot("do you agree?", since=since)
        own = await env.eve.ask_by_text(f"!accept #{contest.number}", contest.thread)
        assert "is no longer open" in own["content"], "nobody accepts their own offer"
        await env.dan.say(answer, contest.thread)
        await env.dan.hear(lambda one, outcome=outcome: outcome in one["content"], outcome, since=since)
        if outcome != "agreed":
            await contest.turn(bare, "f5")
            await contest.turn(bare, "d6")
