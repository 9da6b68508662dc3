"""What people choose for boards, over the wire: the look of those that only they see, and the buttons below."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.referee.people.display import DISPLAY_CHOICES
from bot.referee.people.preferences import CHOICES, MESSAGE_KINDS, WORDS, Preferences
from tests.bot.features.board_pictures import draw_board, fetch_own_board, fetch_picture, frames, pixels
from tests.playground.client import labels, parts_of, text_of
from tests.wire.match import SCRIPTS, Contest, bare, begin_match, by_reply, by_slash

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXTS = SCRIPTS["xero-g"].split()
DANS = {"side": 2, "theme": "light", "size": "small"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def contest(shared_env: Environment) -> Contest:
    """A match against Dan, who likes boards light and small; the bot was restarted after he chose that."""
    env, dan = shared_env, shared_env.dan
    await dan.say("!look light size=small")
    await dan.hear_bot("theme `light`, size `small`, sides `mover`")
    contest = Contest("xero-g", (env.ann, dan))
    await contest.begin()
    await contest.turn(bare, TEXTS[0])
    await env.bot.stop()
    await env.bot.start()
    return contest


async def test_a_look_is_dark_and_of_normal_size_until_chosen(shared_env: Environment) -> None:
    answer = await shared_env.cleo.ask_by_slash("me", do="look")
    assert "theme `dark`, size `normal`, sides `mover`" in answer["content"]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "!look pink",
            "I can't read `pink` here. You can choose theme (`dark`, `light`), size (`small`, `normal`, `large`)",
        ),
        ("!look dark light", "Choose one theme: `dark` or `light`."),
        ("!look size=9", "`size` can be `small`, `normal` or `large`, not `9`."),
    ],
)
async def test_a_look_that_cannot_be_read_is_rejected(shared_env: Environment, text: str, answer: str) -> None:
    assert answer in (await shared_env.cleo.ask_by_text(text))["content"]


async def test_a_persons_look_holds_for_every_board_only_they_see(shared_env: Environment, contest: Contest) -> None:
    env, dan = shared_env, shared_env.dan
    old = contest.board
    own = draw_board(contest, **DANS)
    assert await fetch_own_board(dan, contest) == own
    assert await fetch_picture(dan, await dan.ask_by_press(old, "My view")) == own
    await contest.turn(by_slash, TEXTS[1])
    own, direct = draw_board(contest, **DANS), await dan.dm()

    def has_board(one: Json) -> bool:
        return one["channel_id"] == direct and bool(one["attachments"])

    await dan.say(f"!board #{contest.number}", direct)
    assert await fetch_picture(dan, await dan.hear(has_board)) == own
    replay = await dan.ask_by_slash("match", contest.thread, do="replay")
    assert frames(await fetch_picture(dan, replay))[-1] == pixels(own)
    full = await dan.ask_by_press(replay, "Full size")
    assert await fetch_picture(dan, full) == draw_board(contest, side=2, theme="light", size="large")
    assert await fetch_own_board(env.ann, contest) == draw_board(contest, side=1), "hers is as she likes it"


async def test_a_persons_look_holds_for_matches_they_start(shared_env: Environment, contest: Contest) -> None:
    dan, since = shared_env.dan, shared_env.ann.seen_so_far()
    assert contest.look == {}, "Ann started that one"
    await dan.say("!open martian-life theme=dark")
    challenge = await shared_env.ann.hear_bot("challenges anyone here", since=since)
    assert "Boards: small." in challenge["content"]
    await dan.press(challenge, "Leave")


ALL = ["Move", "Where?", "My view", "More"]


async def choose_buttons(person: Person, choice: str) -> None:
    """Say whether a person wants buttons to move under boards."""
    answer = await person.ask_by_slash("me", do=f"preferences buttons={choice}")
    assert f"- buttons `{choice}`: " in answer["content"]


async def test_buttons_to_move_go_when_no_player_wants_them(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2])
    assert labels(contest.board)[:4] == ALL
    await choose_buttons(env.ann, "off")
    await choose_buttons(env.cleo, "off")
    await contest.turn(bare, "e4+")
    assert labels(contest.board)[:4] == ALL, "Bob wants them"
    await choose_buttons(env.bob, "off")
    await contest.turn(bare, "b7")
    assert labels(contest.board) == ["My view", "More"]
    await contest.turn(by_reply, "f5")
    await choose_buttons(env.ann, "on")
    await contest.turn(bare, "d6")
    assert labels(contest.board) == ALL
    await contest.resign(1)
    assert labels(contest.board) == ["Rematch", "Replay", "Review", "More"]


async def change(person: Person, panel: Json, subject: str, **values: str) -> Json:
    """Fill in a form of the panel, and return the panel as it is then."""
    opened = await person.press(panel, "preferences", subject)
    since = person.seen_so_far()
    outcome = await person.modal(opened, **values)
    return outcome["message"] or await person.hear(lambda one: one["id"] == panel["id"], "the panel", since=since)


async def test_the_panel_shows_everything_and_changes_it_by_forms_also_after_a_restart(
    shared_env: Environment,
) -> None:
    env, eve = shared_env, shared_env.eve
    panel = await eve.ask_by_slash("me")
    assert not panel["content"]
    shown = text_of(panel)
    for name in (*CHOICES, *DISPLAY_CHOICES):
        assert f"\n- {name} `" in shown
    assert "\n- theme `dark`\n" in shown
    assert "\n- sides `mover`: turned to the player to move\n" in shown
    assert "You have 30 of your 30 vacation days" in shown
    async with env.down():
        pass
    opened = await eve.press(panel, "preferences", "times")
    fields = {each["component"]["custom_id"]: each["component"] for each in opened["modal"]["components"]}
    assert [*fields] == ["remind_after", "quiet", "digest", "zone", "language"]
    assert (fields["quiet"]["value"], fields["zone"]["value"]) == ("none", "server")
    times = {"remind_after": "1w", "language": "discord"}
    panel = await change(eve, panel, "times", quiet="22-7", digest="late", zone="server", **times)
    shown = text_of(panel)
    assert "\n- quiet `22-7`: " in shown
    assert "\n- digest `off`: " in shown
    assert "**Saved:** remind_after, quiet.\n**Not changed:** I can't read `late` as a time of day" in shown
    panel = await change(eve, panel, "times", quiet="", digest="off", zone="", **times)
    assert "\n- quiet `none`: " in text_of(panel), "an empty line is the usual choice"
    assert "**Saved:** quiet." in text_of(panel)
    panel = await change(eve, panel, "look", theme="light", size="normal", sides="mover", buttons="off")
    assert "**Saved:** theme, buttons." in text_of(panel)
    assert "theme `light`, size `normal`" in (await eve.ask_by_text("!look"))["content"]
    panel = await change(eve, panel, "look", theme="light", size="normal", sides="mover", buttons="off")
    assert "Saved" not in text_of(panel)


def chosen_ways(panel: Json) -> dict[str, str]:
    """Return what the menus for messages show as chosen, by kind."""
    menus = {each["custom_id"].removeprefix("tell:"): each["options"] for each in parts_of(panel) if "options" in each}
    return {kind: next(each["value"] for each in options if each.get("default")) for kind, options in menus.items()}


async def choose_way(person: Person, panel: Json, kind: str, way: str) -> Json:
    """Choose in a menu how to be told of a kind of message, and return the panel as it is then."""
    since = person.seen_so_far()
    outcome = await person.press(panel, f"tell:{kind}", way)
    return outcome["message"] or await person.hear(lambda one: one["id"] == panel["id"], "the panel", since=since)


async def test_each_kind_of_message_has_a_menu_of_its_ways_also_after_a_restart(shared_env: Environment) -> None:
    env, dan = shared_env, shared_env.dan
    opened = await dan.ask_by_slash("me")
    since = dan.seen_so_far()
    outcome = await dan.press(opened, "preferences", "messages")
    panel = outcome["message"] or await dan.hear(lambda one: one["id"] == opened["id"], "the panel", since=since)
    usual = {kind: getattr(Preferences(), kind) for kind in MESSAGE_KINDS}
    assert chosen_ways(panel) == usual
    async with env.down():
        pass
    ways = dict(zip(MESSAGE_KINDS, ("silent", "nothing", "direct", "mention", "silent", "nothing"), strict=True))
    assert all(ways[kind] != usual[kind] for kind in MESSAGE_KINDS)
    for kind, way in ways.items():
        panel = await choose_way(dan, panel, kind, way)
        assert text_of(panel).endswith(f"**Saved:** {kind}.")
    assert chosen_ways(panel) == ways
    assert chosen_ways(await dan.ask_by_slash("me", do="messages")) == ways
    shown = (await dan.ask_by_text("!messages"))["content"]
    for kind, way in ways.items():
        assert f"\n- {kind} `{way}`: {WORDS[kind][way]}\n" in shown
    assert "`turns` can be " in (await dan.ask_by_text("!messages turns=shout"))["content"]


async def test_the_panel_leads_to_vacations_and_to_ones_data(shared_env: Environment) -> None:
    eve = shared_env.eve
    panel = await eve.ask_by_slash("me")
    assert labels(panel) == ["Challenges", "Vacation", "Profile", "My data"]
    assert "haven't finished a match" in (await eve.ask_by_press(panel, "Profile"))["content"]
    assert "No open challenges" in (await eve.ask_by_press(panel, "Challenges"))["content"]
    for button, answer, said in (
        ("Vacation", "2d", "You're on vacation until"),
        ("Vacation", "end", "You're not on vacation"),
        ("My data", "show", "Everything I store about you"),
        ("My data", "delete", "**Delete everything I store about you?**"),
    ):
        since = eve.seen_so_far()
        outcome = await eve.modal(await eve.press(panel, button), **{"0": answer})
        assert said in (await eve.answer_to(outcome, button, since))["content"]


async def test_what_can_be_done_is_completed_with_its_words(shared_env: Environment) -> None:
    eve = shared_env.eve

    async def offered(typed: str) -> list[str]:
        return [each["value"] for each in await eve.autocomplete("me", "do", do=typed)]

    words = ["look", "preferences", "messages", "challenges", "vacation", "profile", "signout", "privacy"]
    assert await offered("") == words
    assert await offered("messages offers=") == [
        f"messages offers={way}" for way in ("mention", "silent", "direct", "nothing")
    ]
    assert await offered("pr") == ["preferences", "profile", "privacy"]
    assert await offered("privacy") == ["privacy", "privacy show", "privacy delete"]
    assert await offered("privacy d") == ["privacy delete"]
    assert await offered("preferences quiet=22-7 net=") == [
        "preferences quiet=22-7 net=on",
        "preferences quiet=22-7 net=off",
    ]
    assert "preferences takebacks=" in await offered("preferences ")
    opened = await eve.slash("me", do="privacy")
    assert opened["modal"]["components"][0]["component"]["options"][0]["value"] == "show"
    unknown = await eve.ask_by_slash("me", do="fish")
    assert unknown["content"] == "`/me` has nothing called `fish`. Leave `do` empty to see what it can do."
    assert parts_of(await eve.ask_by_slash("me"))[0]["custom_id"] == "preferences"
