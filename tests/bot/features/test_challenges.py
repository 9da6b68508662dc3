"""A challenge from a person's menu, by a form that opens again if that fails; and who moves in time."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.features.challenges.commands import CLOCK, OPTIONS, SEAT
from bot.features.challenges.terms import (
    build_terms,
    label_options,
    parse_options,
    parse_terms,
    suggest_options,
    suggest_seats,
    take_options,
)
from bot.features.challenges.text import forum_post
from bot.referee.errors import RequestRejected
from bot.referee.lists import FEWEST
from bot.referee.times.time_control import NO_CLOCK
from games import GAMES
from games.contract import complete_options
from playground.model.resources.user import BOT_ID
from tests.bot.features.match_sample import MATCH
from tests.playground.client import labels
from tests.wire.environment import start_env
from tests.wire.match import Contest

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from games.contract import Info
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment, MakeEnvironment


@pytest.fixture(params=[True, pytest.param(False, marks=pytest.mark.thorough)], ids=["content", "no content"])
async def env(request: pytest.FixtureRequest, make_env: MakeEnvironment) -> AsyncGenerator[Environment]:
    async with make_env(content=request.param) as ready:
        yield ready


def field(form: Json, name: str) -> Json:
    """Return a field of a form by its custom id."""
    return next(one["component"] for one in form["components"] if one["component"]["custom_id"] == name)


def chosen_people(form: Json) -> list[str]:
    """Return the ids of the opponents that a form has from the start."""
    return [str(one["id"]) for one in field(form, "opponents").get("default_values", [])]


async def send(person: Person, opened: Json, **values: object) -> Json:
    """Fill in the form that was opened, and return the bot's answer."""
    since = person.seen_so_far()
    outcome = await person.modal(opened, **values)
    assert outcome["acknowledged"]
    return outcome["message"] or await person.hear(lambda one: one["ephemeral"], since=since)


async def test_the_form_of_a_persons_menu_issues_a_challenge(env: Environment) -> None:
    opened = await env.ann.menu("Challenge", env.bob)
    form = opened["modal"]
    assert chosen_people(form) == [env.bob.id]
    assert not field(form, "opponents")["required"], "without any, anyone can join"
    assert [option["value"] for option in field(form, "game")["options"]][:2] == ["xero-g", "martian-life"]
    since = env.bob.seen_so_far()
    values = {"opponents": [env.bob.id], "game": "martian-life", "clock": "3d", "seat": "red", "options": "target=12"}
    await env.ann.modal(opened, **values)
    post = await env.bob.hear_bot("**Ann** challenges", since=since)
    for part in ("**Martian Life**", "Target: 12.", "**Ann** plays Red.", "3 days a move"):
        assert part in post["content"]
    assert labels(post) == ["Accept", "Decline", "How to play"]


async def test_a_rejected_form_opens_again_as_it_was(env: Environment) -> None:
    opened = await env.ann.menu("Challenge", env.bob)
    values = {"opponents": [env.bob.id, env.cleo.id], "game": "zyrcan", "clock": "7d", "seat": "9", "options": "fill=1"}
    told = await send(env.ann, opened, **values)
    assert told["content"].splitlines()[-1] == (
        f"-# opponents <@{env.bob.id}> <@{env.cleo.id}>, game `zyrcan`, clock `7d`, seat `9`, options `fill=1`"
    )
    again = await env.ann.press(told, "Fill in again")
    form = again["modal"]
    assert chosen_people(form) == [env.bob.id, env.cleo.id]
    assert (field(form, "seat")["value"], field(form, "options")["value"]) == ("9", "fill=1")
    for name, value in (("game", "zyrcan"), ("clock", "7d")):
        assert [option["value"] for option in field(form, name)["options"] if option.get("default")] == [value]
    since = env.cleo.seen_so_far()
    anns = env.ann.seen_so_far()
    done = await env.ann.answer_to(await env.ann.modal(again, **values | {"seat": ""}), "the form", anns, told["id"])
    assert done["content"] == "", "the rejection goes once the challenge is posted"
    post = await env.cleo.hear_bot("challenges", since=since)
    assert r"**Turnpost \(level 1\)** to **Zyrcan**" in post["content"]
    assert "7 days a move" in post["content"]


async def test_turnpost_itself_is_challenged_at_a_level(env: Environment) -> None:
    opened = await env.ann.menu("Challenge", str(BOT_ID))
    values = {"opponents": [str(BOT_ID)], "game": "xero-g", "seat": "south", "options": "level=2"}
    await env.ann.modal(opened, **values)
    await env.ann.hear_bot(r"**Turnpost \(level 2\)**")


async def test_a_newcomer_begins_a_match_from_the_introduction_without_typing(env: Environment) -> None:
    shown = await env.ann.ask_by_text(f"<@{BOT_ID}>")
    opened = await env.ann.press(shown, "Play me")
    assert [one["component"]["custom_id"] for one in opened["modal"]["components"]] == ["game", "level"]
    since = env.ann.seen_so_far()
    await env.ann.modal(opened, game="martian-life", level="2")
    await env.ann.hear_bot(r"**Turnpost \(level 2\)**", since=since)
    assert "Move" in labels(await env.ann.hear_bot("Press **Move**", since=since))


async def test_a_form_that_comes_too_late_for_discord_is_asked_for_again(env: Environment) -> None:
    shown = await env.ann.ask_by_text(f"<@{BOT_ID}>")
    env.playground.state.people[int(env.ann.id)].locale = "de"  # which is stored before anything else is done
    since = env.ann.seen_so_far()
    with closing(sqlite3.connect(env.bot.data / "turnpost.db", isolation_level=None)) as rival:
        rival.execute("BEGIN IMMEDIATE")
        outcome = await env.ann.press(shown, "Play me")
        rival.execute("ROLLBACK")
    assert (outcome["acknowledged"], outcome["modal"]) == (True, None)
    told = await env.ann.hear(lambda one: one["ephemeral"], since=since)
    assert told["content"].startswith("Das hat zu lange gedauert")
    assert (await env.ann.press(shown, "Play me"))["modal"]


async def test_a_match_that_may_not_begin_says_why_above_the_button_again(env: Environment) -> None:
    await env.ann.ask_by_text("@Turnpost settings most=1")
    shown = await env.ann.ask_by_text(f"<@{BOT_ID}>")
    await env.ann.modal(await env.ann.press(shown, "Play me"), game="xero-g", level="1")
    told = await send(env.ann, await env.ann.press(shown, "Play me"), game="xong", level="1")
    assert "as many as it allows at a time" in told["content"]
    form = (await env.ann.press(told, "Play me"))["modal"]
    assert [option["value"] for option in field(form, "game")["options"] if option.get("default")] == ["xong"]


async def test_the_rules_of_a_game_lead_to_a_match_of_it(env: Environment) -> None:
    shown = await env.ann.ask_by_slash("help", game="xong")
    assert labels(shown) == ["All the rules", "Play me"]
    form = (await env.ann.press(shown, "Play me"))["modal"]
    assert [option["value"] for option in field(form, "game")["options"] if option.get("default")] == ["xong"]


async def test_a_challenge_without_a_game_opens_the_form_with_the_people_it_names(env: Environment) -> None:
    for words, people in (("@Bob", [env.bob]), ("bob", [env.bob]), ("@Bob @Cleo chess", [env.bob, env.cleo]), ("", [])):
        told = await env.ann.ask_by_text(f"@Turnpost challenge {words}".strip())
        assert ("There's no game called `chess`" if "chess" in words else "Which game?") in told["content"]
        form = (await env.ann.press(told, "Choose a game"))["modal"]
        assert chosen_people(form) == [each.id for each in people]
    told = await env.ann.ask_by_text(f"@Turnpost challenge <@{BOT_ID}>")
    form = (await env.ann.press(told, "Choose a game"))["modal"]
    assert [one["component"]["custom_id"] for one in form["components"]] == ["game", "level"]


@pytest.mark.parametrize("words", ["xong", "Zoe xong"])
async def test_a_challenge_without_an_opponent_opens_the_form_with_its_game(env: Environment, words: str) -> None:
    told = await env.ann.ask_by_text(f"@Turnpost challenge {words}")
    form = (await env.ann.press(told, "Choose opponents"))["modal"]
    assert [option["value"] for option in field(form, "game")["options"] if option.get("default")] == ["xong"]


async def test_the_form_keeps_the_terms_of_a_text_that_lacks_something(env: Environment) -> None:
    told = await env.ann.ask_by_text("@Turnpost challenge @Bob zoe zyrcan 3d seat=2 fill=1 unrated")
    form = (await env.ann.press(told, "Choose opponents"))["modal"]
    assert chosen_people(form) == [env.bob.id]
    for name, value in (("game", "zyrcan"), ("clock", "3d")):
        assert [option["value"] for option in field(form, name)["options"] if option.get("default")] == [value]
    assert (field(form, "seat")["value"], field(form, "options")["value"]) == ("2", "fill=1 rated=no")
    told = await env.ann.ask_by_text("@Turnpost challenge @Bob 3d+1d cap 6d target=12")
    form = (await env.ann.press(told, "Choose a game"))["modal"]
    assert field(form, "options")["value"] == "3d+1d cap 6d target=12"


async def test_a_name_that_several_people_have_is_not_taken_apart(env: Environment) -> None:
    for person, name in ((env.dan, "Bob Cleopatra"), (env.eve, "Bob Cleophas")):
        env.playground.state.people[int(person.id)].name = name
    told = await env.ann.ask_by_text("@Turnpost challenge bob cleo zyrcan")
    assert told["content"].startswith("Several people here are called `bob cleo`.")


@pytest.mark.parametrize("words", ["zoe yan wu xaver zyrcan", "zoe yan wu xaver"])
async def test_names_that_are_too_much_to_look_up_get_no_form(tmp_path: Path, words: str) -> None:
    async with start_env(tmp_path, settings={"TURNPOST_REQUESTS": "6"}) as env:
        assert labels(await env.ann.ask_by_text(f"@Turnpost challenge {words}"))
        told = await env.ann.ask_by_text(f"@Turnpost challenge {words}")
        assert told["content"].startswith("You've asked for a lot in a short time.")
        assert labels(told) == []


async def test_names_in_a_row_are_several_people(env: Environment) -> None:
    await env.ann.say("@Turnpost challenge bob cleo zyrcan")
    post = await env.cleo.hear_bot("**Ann** challenges")
    assert all(f"<@{person.id}>" in post["content"] for person in (env.bob, env.cleo))


async def test_a_challenge_that_one_of_several_declined_goes_to_others_by_the_form(env: Environment) -> None:
    await env.ann.say("@Turnpost challenge @Bob @Cleo zyrcan 3d variant=blitzkrieg fill=1 level=2 unrated")
    post = await env.cleo.hear_bot("**Ann** challenges")
    await env.cleo.press(post, "Decline")
    closed = await env.ann.hear(lambda one: one["id"] == post["id"] and "declined by **Cleo**" in one["content"])
    form = (await env.ann.press(closed, "Challenge others"))["modal"]
    assert chosen_people(form) == [env.bob.id]
    for name, value in (("game", "zyrcan"), ("clock", "3d")):
        assert [option["value"] for option in field(form, name)["options"] if option.get("default")] == [value]
    assert field(form, "options")["value"] == "variant=blitzkrieg fill=1 level=2 unrated"
    told = await env.dan.ask_by_press(closed, "Challenge others")
    assert "You can issue your own: `/play`." in told["content"]


async def test_the_form_of_a_declined_challenge_challenges_somebody_else(env: Environment) -> None:
    await env.ann.say("@Turnpost challenge @Bob @Cleo zyrcan")
    post = await env.cleo.hear_bot("**Ann** challenges")
    await env.bob.press(post, "Accept")
    await env.bob.hear(lambda one: one["id"] == post["id"] and "Bob** (2 of 3)" in one["content"])
    await env.cleo.press(post, "Decline")
    closed = await env.ann.hear(lambda one: one["id"] == post["id"] and "declined by **Cleo**" in one["content"])
    opened = await env.ann.press(closed, "Challenge others")
    since = env.dan.seen_so_far()
    await env.ann.modal(opened, opponents=[env.bob.id, env.dan.id], game="zyrcan")
    again = await env.dan.hear_bot("challenges", since=since)
    assert all(f"<@{person.id}>" in again["content"] for person in (env.bob, env.dan))


INFOS = [game.info for game in GAMES.values()]
KEYS = [info.key for info in INFOS]


@pytest.mark.parametrize("info", INFOS, ids=KEYS)
def test_every_option_is_suggested_until_all_are_given(info: Info) -> None:
    typed, left = "", {option.name for option in info.options}
    while left:
        suggested = suggest_options(info, f"{typed} " if typed else "")
        assert {text.split(" ")[-1].split("=")[0] for text in suggested} == left
        for text in suggested:
            complete_options(info, parse_options(info, text))
        typed = suggested[-1]
        assert typed in suggest_options(info, typed[:-1])
        left -= {typed.split(" ")[-1].split("=")[0]}
    assert suggest_options(info, f"{typed} ") == []


def test_what_a_game_advises_comes_first_with_the_reason() -> None:
    info = GAMES["martian-life"].info
    assert suggest_options(info, "")[:2] == ["target=10", "supply=stash"]
    assert suggest_options(info, "supply=unlimited ")[0] == "supply=unlimited target=10"
    assert label_options(info, "supply=unlimited target=10") == (
        "supply=unlimited target=10 (lively: at 15 two careful players mostly draw)"
    )
    assert label_options(info, "target=15") == "target=15"
    assert label_options(None, "target=10") == "target=10"


@pytest.mark.parametrize("link", ["https://discord.com/channels/1/2/3", None])
def test_the_post_of_a_match_in_a_forum_ends_with_the_way_to_its_challenge_if_there_is_one(link: str | None) -> None:
    info = GAMES[MATCH.game].info
    last = forum_post(MATCH, info, NO_CLOCK, link).splitlines()[-1]
    assert last == (f"-# The challenge: {link}" if link else info.pitch)


@pytest.mark.parametrize(
    ("typed", "name", "words"),
    [
        ("@Bob xong level 2", "@Bob xong", {"level": "2"}),
        ("Level: 2, FILL 1 zyrcan", "zyrcan", {"level": "2", "fill": "1"}),
        ("xero-g seat North 3d", "xero-g", {"seat": "north", "clock": "3d"}),
        ("xero-g level=3 seat=theirs", "xero-g", {"level": "3", "seat": "theirs"}),
        ("xero-g rated", "xero-g", {"rated": "yes"}),
        ("UNRATED xero-g", "xero-g", {"rated": "no"}),
        ("Bob , Levelle and Seaton zyrcan", "Bob , Levelle and Seaton zyrcan", {}),
        ("Bob level xero-g", "Bob level xero-g", {}),
    ],
)
def test_a_level_and_a_seat_need_no_equals_sign(typed: str, name: str, words: dict[str, str]) -> None:
    assert parse_terms(typed) == (name, words)


@pytest.mark.parametrize(
    ("key", "typed", "left", "options"),
    [
        ("martian-life", "Bob target 10 Ann", "Bob Ann", {"target": "10"}),
        ("martian-life", "Target: 99, Supply unlimited", "", {"target": "99", "supply": "unlimited"}),
        ("xong", "First Xoid single hexes 60", "", {"first": "single", "hexes": "60"}),
        ("xong", "board games first", "board games first", {}),
        ("zyrcan", "variant Blitzkrieg", "", {"variant": "Blitzkrieg"}),
        ("xero-g", "target 10", "target 10", {}),
        ("martian-life", "xtarget 10 target", "xtarget 10 target", {}),
    ],
)
def test_options_need_no_equals_sign(key: str, typed: str, left: str, options: dict[str, str]) -> None:
    assert take_options(GAMES[key].info, typed.split()) == (left.split(), options)


def test_a_form_takes_options_as_people_write_them_and_names_those_of_the_game() -> None:
    info = GAMES["martian-life"].info
    assert parse_options(info, "target 12, supply = unlimited") == {"target": "12", "supply": "unlimited"}
    with pytest.raises(RequestRejected) as rejection:
        parse_options(info, "aim 12")
    assert rejection.value.reason == (
        "I don't understand `aim 12`. Options of **Martian Life** are written like `supply=stash` and `target=10`."
    )
    with pytest.raises(RequestRejected, match=r"`aim`\. \*\*Xero-G\*\* has no options\."):
        parse_options(GAMES["xero-g"].info, "aim")


@pytest.mark.parametrize("info", INFOS, ids=KEYS)
def test_what_a_game_advises_is_one_of_its_values_and_fits_a_list(info: Info) -> None:
    for option in info.options:
        if option.advised is not None:
            advised = f"{option.name}={option.advised}"
            assert complete_options(info, parse_options(info, advised))[option.name] == option.advised
            assert 0 < len(option.advice) <= 80
            assert option.default != option.advised


def test_options_are_completed_after_commas_and_whatever_was_given_before() -> None:
    info = GAMES["martian-life"].info
    assert suggest_options(info, "supply=unlimited,tar")[:2] == [
        "supply=unlimited target=10",
        "supply=unlimited target=11",
    ]
    assert suggest_options(info, "Supply=stash  TARGET=1")[-1] == "Supply=stash target=19"
    assert suggest_options(info, "nothing") == suggest_options(None, "") == []


@pytest.mark.parametrize("info", INFOS, ids=KEYS)
def test_every_suggested_seat_can_be_parsed(info: Info) -> None:
    for size in range(info.min_players, info.max_players + 1):
        suggested = suggest_seats(info, size, "")
        assert len(suggested) == size + 2
        for number, text in enumerate(suggested):
            terms = build_terms(info, {"seat": text}, size)
            assert (terms.seat, terms.choose_seats) == (number - 1 if number > 1 else None, text == "theirs")
            assert suggest_seats(info, size, text[:-1].upper()) == {text: text}


def test_terms_and_options_of_the_game_are_told_apart_in_any_order() -> None:
    info = GAMES["martian-life"].info
    name, words = parse_terms("target=12 martian-life standing=4 seat=Theirs 3d theme=light supply=stash")
    assert name == "martian-life"
    terms = build_terms(info, words, 2)
    assert (terms.options, terms.display) == ({"target": "12", "supply": "stash"}, {"theme": "light"})
    assert (terms.seat, terms.choose_seats, terms.clock, terms.matches) == (None, True, "3d", 4)
    plain = build_terms(info, {}, 2)
    assert (plain.seat, plain.choose_seats, plain.clock, plain.matches) == (None, False, None, 1)
    with pytest.raises(RequestRejected, match="`theirs` or `random`"):
        build_terms(info, {"seat": "mine"}, 2)


def test_descriptions_are_short_enough_for_discord_to_show_them_whole() -> None:
    assert max(map(len, (CLOCK, OPTIONS, SEAT))) <= 100


# One bot for all matches here.
together = pytest.mark.asyncio(loop_scope="module")


async def challenge(env: Environment, clock: str) -> Json:
    """Let Ann challenge Bob, and return the post."""
    since = env.bob.seen_so_far()
    await env.ann.ask_by_slash("challenge", opponent=env.bob.id, game="xero-g", clock=clock)
    return await env.bob.hear(lambda one: "-# challenge " in one["content"], "a challenge", since=since)


@together
@pytest.mark.thorough
async def test_from_five_matches_on_challenges_with_a_clock_tell_the_record(shared_env: Environment) -> None:
    env = shared_env
    assert "moved in time" not in (await challenge(env, "3d"))["content"]
    for _ in range(FEWEST):
        contest = Contest("martian-life", (env.ann, env.bob))
        await contest.begin_by_slash(clock="3d")
        question = await env.ann.ask_by_slash("match", contest.thread, do="resign")
        await env.ann.press(question, f"Resign #{contest.number}")
    await env.all_posted()
    told = (await challenge(env, "3d"))["content"]
    assert "**Ann** moved in time in 100% of 5 matches, **Bob** moved in time in 100% of 5 matches." in told
    assert "moved in time" not in (await challenge(env, "none"))["content"]
    listed = await env.cleo.ask_by_menu("Matches", env.ann)
    assert listed["content"].startswith("-# Moved in time in 100% of 5 matches.\n")


async def test_play_without_a_game_opens_the_form_filled_in(env: Environment) -> None:
    ann, bob, cleo = env.ann, env.bob, env.cleo
    opened = await ann.slash(
        "play", opponent=bob.id, clock="3d", level=2, seat="red", more=f"<@{cleo.id}> variant=blitzkrieg unrated"
    )
    form = opened["modal"]
    assert chosen_people(form) == [bob.id, cleo.id]
    assert field(form, "seat")["value"] == "red"
    assert field(form, "options")["value"] == "level=2 variant=blitzkrieg unrated"
    since = bob.seen_so_far()
    await ann.modal(opened, opponents=[], game="zyrcan", clock="3d", seat="red", options="players=4 unrated")
    post = await bob.hear_bot("challenges anyone here to **Zyrcan** for 4", since=since)
    for term in ("**Ann** plays Red;", "(`3d`)", "Unrated:"):
        assert term in post["content"]


async def test_turnpost_is_one_of_more_opponents(env: Environment) -> None:
    since = env.bob.seen_so_far()
    await env.ann.ask_by_slash("play", game="zyrcan", opponent=env.bob.id, more=f"<@{BOT_ID}> level=2")
    await env.bob.hear_bot(rf"**Ann** challenges <@{env.bob.id}> and **Turnpost \(level 2\)**", since=since)


@pytest.mark.parametrize("name", ["play", "challenge"])
async def test_play_and_challenge_are_the_same(env: Environment, name: str) -> None:
    ann, bob = env.ann, env.bob
    since = bob.seen_so_far()
    said = await ann.ask_by_slash(name, game="zyrcan", opponent=bob.id, more=f"<@{env.cleo.id}> theme=light unrated")
    assert said["content"] == "", "the challenge is posted here"
    post = await bob.hear_bot(f"**Ann** challenges <@{bob.id}> and <@{env.cleo.id}> to **Zyrcan**", since=since)
    assert "Unrated:" in post["content"]
    assert "Boards: light." in post["content"]
    told = await ann.ask_by_slash(name, game="xero-g", opponent=bob.id, more="players=2")
    assert told["content"].startswith("You named your opponents, so leave `players` out")
    told = await ann.ask_by_slash(name, game="xero-g", opponent=bob.id, more="nonsense")
    assert told["content"].startswith("I don't understand `nonsense`.")
