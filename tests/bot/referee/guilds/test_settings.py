"""The settings of a server: read, refused, changed by several at once; and what they mean when time is up."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.features.forum_posts import forum_barred, tags_missing
from bot.features.guild_settings import settings_post
from bot.features.match_text import permission_names
from bot.gateway.permissions import missing_essentials
from bot.interactions.replies import MAX_LENGTH
from bot.referee import turn_start
from bot.referee.endings import OUT_OF_TIME, claim_match
from bot.referee.errors import NotAMove, RequestRejected
from bot.referee.guilds.audit_log import Use, you_are_blocked
from bot.referee.guilds.setting_values import (
    CHANNELS,
    SETTINGS,
    GuildResources,
    channels_mean,
    parse_setting,
    split_settings,
)
from bot.referee.guilds.settings import (
    DISCORD,
    MOST_CHANNELS,
    GuildSettings,
    language_choices,
    load_settings,
    parse_language,
    resolve_language,
)
from bot.referee.requests import MoveText, Request
from bot.referee.servers import change_settings
from bot.referee.turns import play
from games import GAMES
from games.translation import ENGLISH, language_name, offered_languages
from storage.queries import events, outbox
from tests.bot.referee.clock_context import BOB, DAY, GUILD, HOUR, MINUTE, NOON, make_clock_context
from tests.bot.referee.manager import manager_request

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext


def test_a_choice_stands_for_itself_or_for_what_discord_says() -> None:
    assert language_choices() == (DISCORD, ENGLISH, *offered_languages())
    for language in (ENGLISH, *offered_languages()):
        assert resolve_language(DISCORD, language) == language
        for locale in ("en-US", *offered_languages()):
            assert resolve_language(language, locale) == language


def test_a_language_is_named_by_its_code_or_in_itself() -> None:
    assert parse_language(" Discord ") == DISCORD
    for language in (ENGLISH, *offered_languages()):
        for typed in (language, language.upper(), language_name(language), f" {language_name(language).upper()} "):
            assert parse_language(typed) == language
    with pytest.raises(RequestRejected, match="not `klingon`"):
        parse_language("klingon")
    with pytest.raises(RequestRejected, match="`discord`"):
        parse_language("")


def test_a_reason_for_a_block_is_told_where_there_is_one() -> None:
    assert you_are_blocked("spam").startswith("You're blocked from playing on this server (spam). ")
    assert you_are_blocked("").startswith("You're blocked from playing on this server. ")


@pytest.mark.parametrize(
    ("name", "stored", "means"),
    [
        ("prefix", "?", "`?`: text commands begin with it"),
        ("threads", True, "`yes`: a match gets a thread of its own"),
        ("threads", False, "`no`: a match is played in the channel where it begins"),
        ("clock", "none", "`none`: no clock, unless a challenge says otherwise"),
        ("challengers", None, "`everyone` can challenge"),
        ("challengers", 7, "only people with the role <@&7> can challenge"),
        ("organizers", None, "`managers` of the server manage events"),
        ("organizers", 7, "<@&7> can manage events"),
        ("most", None, "`any`: matches that a member may play in at a time"),
        ("most", 5, "`5`: matches that a member may play in at a time"),
        ("finished", None, "`none`: matches that ended are shown in no channel"),
        ("finished", 7, "matches that ended are shown in <#7>"),
        ("puzzles", None, "`none`: no daily puzzle"),
        ("puzzles", 7, "a puzzle comes every day at noon in <#7>"),
        ("forum", None, "`none`: matches get no forum posts"),
        ("forum", 7, "matches get posts in <#7>, with tags for the game and whose turn it is"),
        ("weekly", None, "`none`: no match of the week"),
        ("weekly", 7, "the match of the week comes on Mondays in <#7>"),
        ("language", "discord", "`discord`: my posts are in the language of the server's own settings"),
        ("language", "en", "`en`: my posts are in English"),
        ("guesses", True, "`yes`: spectators can guess who wins, and there's a table of good guessers"),
        ("guesses", False, "`no`: nobody is asked who wins"),
    ],
)
def test_a_setting_says_what_it_does(name: str, stored: Any, means: str) -> None:
    assert SETTINGS[name].describe(stored) == means


def test_each_setting_names_as_many_channels_as_it_stores() -> None:
    for name, count in CHANNELS.items():
        assert count == (MOST_CHANNELS if isinstance(getattr(GuildSettings(), name), tuple) else 1)


SERVER = GuildResources((), ())


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("most", 1, 100), ("open_challenges", 1, 20), ("daily_challenges", 1, 1000), ("requests", 6, 1000)],
)
def test_a_limit_lies_between_its_bounds(name: str, least: int, most: int) -> None:
    assert [parse_setting(name, str(number), SERVER) for number in (least, most)] == [least, most]
    for number in (least - 1, most + 1):
        with pytest.raises(RequestRejected):
            parse_setting(name, str(number), SERVER)
    assert parse_setting(name, "any", SERVER) is None


PREMISES = GuildResources(
    {10, 11, 12, *range(100, 125)}, {20}, {12}, {30: (), 31: ("Create Posts", "View Channel")}, now=NOON
)
NOTES = {"zone": "It's 12:00 there now."}


async def changed(here: ClockContext, text: str) -> GuildSettings:
    return await change_settings(here.context, manager_request(GUILD), split_settings(text), PREMISES, manager=True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", {}),
        ("prefix==", {"prefix": "="}),
        ("Threads=no  MOST=5", {"threads": "no", "most": "5"}),
        (
            "channels=<#10>, <#11> clock=3d+1d cap 6d zone=UTC",
            {"channels": "<#10>, <#11>", "clock": "3d+1d cap 6d", "zone": "UTC"},
        ),
        ("finished= none", {"finished": "none"}),
    ],
)
def test_settings_are_read_in_any_order_and_with_spaces_in_them(text: str, said: dict[str, str]) -> None:
    assert split_settings(text) == said


def test_settings_are_put_back_to_their_defaults_by_name() -> None:
    assert split_settings("reset clock, MOST") == split_settings("reset=clock most") == {"clock": "none", "most": "any"}
    with pytest.raises(RequestRejected, match="Which setting"):
        split_settings("reset")
    with pytest.raises(RequestRejected, match="I can't read `colour`"):
        split_settings("reset colour")


@pytest.mark.parametrize("text", ["threads", "please threads=no", "threads=no colour=red"])
def test_an_unknown_setting_is_named(text: str) -> None:
    with pytest.raises(RequestRejected, match=r"I can't read `(threads|please|colour)` here. You can set `prefix`, "):
        split_settings(text)


@pytest.mark.parametrize(
    ("text", "meant"), [("channel=any", "channels"), ("reset clocks", "clock"), ("Zones=UTC", "zone")]
)
def test_a_misspelled_setting_is_answered_with_the_one_that_was_meant(text: str, meant: str) -> None:
    with pytest.raises(RequestRejected, match=rf"There's no setting `\w+`. Did you mean `{meant}`\?"):
        split_settings(text)


@pytest.mark.parametrize(
    ("name", "text", "kept"),
    [
        ("prefix", "?", "?"),
        ("prefix", "tp!", "tp!"),
        ("prefix", ".", "."),
        ("channels", "<#10>, <#11><#10>", (10, 11)),
        ("channels", "Any", ()),
        ("threads", "NO", False),
        ("clock", "3d+1d", "3d+1d cap 6d"),
        ("clock", "none", "none"),
        ("challengers", "<@&20>", 20),
        ("challengers", "@everyone", None),
        ("most", "100", 100),
        ("most", "any", None),
        ("mentions", "silent", "silent"),
        ("timeout", "ends", "ends"),
        ("zone", "europe/berlin", "Europe/Berlin"),
        ("finished", "<#10>", 10),
        ("finished", "none", None),
        ("forum", "<#30>", 30),
        ("forum", "none", None),
    ],
)
def test_a_setting_is_read_as_it_is_kept(name: str, text: str, kept: object) -> None:
    assert SETTINGS[name].parse(text, PREMISES) == kept


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("prefix", "longer", "1 to 5 visible characters"),
        ("prefix", "a b", "no spaces"),
        ("prefix", "?\u200b", "visible characters"),
        ("prefix", "@", "can't begin with `@`"),
        ("prefix", "/", "can't begin with"),
        ("prefix", "?`", "backtick"),
        *(("prefix", text, "take moves for commands") for text in ("c", "C4", "1", "+", "-", "tp.", "b1-", "é", "fl(")),
        ("channels", "games", "I can't read `games` as a channel"),
        ("channels", "<#9>", "<#9> isn't a text channel of this server"),
        ("channels", ",", "Name 1 to 20 channels"),
        ("channels", " ".join(f"<#{each}>" for each in range(100, 121)), "Name 1 to 20 channels"),
        ("threads", "maybe", "`threads` can be `yes` or `no`, not `maybe`"),
        ("clock", "soon", "I can't read the clock `soon`"),
        ("challengers", "@role", "I can't read `@role` as a role"),
        ("challengers", "<@&21>", "<@&21> isn't a role of this server"),
        *(("most", text, "from 1 to 100") for text in ("0", "101", "-1", "٣", "x")),
        ("mentions", "loud", "`turn`, `silent` or `never`"),
        ("timeout", "never", "`claim` or `ends`"),
        ("zone", "server", "by continent and city"),
        ("zone", "Berlin", "Did you mean `Europe/Berlin`"),
        ("finished", "<#9>", "isn't a text channel"),
        ("finished", "<#12>", "I can't post in <#12>"),
        ("forum", "matches", "I can't read `matches` as a channel"),
        ("forum", "<#10>", "<#10> isn't a forum of this server"),
        ("forum", "<#31>", "Allow me Create Posts and View Channel there"),
    ],
)
def test_what_can_not_be_is_refused(name: str, text: str, why: str) -> None:
    with pytest.raises(RequestRejected, match=why.replace("(", r"\(")):
        SETTINGS[name].parse(text, PREMISES)


@pytest.mark.parametrize("key", GAMES)
def test_no_prefix_that_is_taken_begins_an_example_of_a_move(key: str) -> None:
    for move in GAMES[key].info.examples:
        for size in range(1, 6):
            with pytest.raises(RequestRejected):
                SETTINGS["prefix"].parse(move[:size], PREMISES)


@pytest.mark.parametrize("name", SETTINGS)
def test_the_usual_word_brings_a_setting_back_and_everything_fits_in_a_post(name: str) -> None:
    setting, usual = SETTINGS[name], getattr(GuildSettings(), name)
    assert setting.parse(setting.default, PREMISES) == usual
    channels = tuple(range(10**19, 10**19 + 20))
    full = GuildSettings("!!!!!", channels, clock="59d+59d cap 60d no weekends", challengers=10**19, finished=10**19)
    full = replace(full, puzzles=10**19, forum=10**19, zone="America/Argentina/ComodRivadavia", weekly=10**19)
    full = replace(full, organizers=10**19, open_challenges=20, daily_challenges=1000, requests=1000)
    problems = [
        forum_barred(permission_names(missing_essentials(Use.FORUM, discord.Permissions.none()), in_forum=True)),
        tags_missing(["Force Field Factions"] * 14, full=False),
    ]
    assert setting.describe(usual) in settings_post(GuildSettings(), {})
    assert all(len(settings_post(full, {**NOTES, "forum": problem})) < MAX_LENGTH for problem in problems)


def test_three_channels_are_named_and_further_ones_counted() -> None:
    assert channels_mean(()) == "`any`: matches may start everywhere"
    assert channels_mean((7, 8, 9)) == "matches may start in <#7>, <#8> and <#9>"
    assert channels_mean((7, 8, 9, 10)) == "matches may start in <#7>, <#8>, <#9> and 1 more"


async def test_only_admins_change_settings_and_a_mistake_changes_nothing(here: ClockContext) -> None:
    with pytest.raises(RequestRejected, match="Only people with Manage Server"):
        await change_settings(here.context, manager_request(GUILD), {"threads": "no"}, PREMISES, manager=False)
    with pytest.raises(RequestRejected, match="`most` has to be a number"):
        await changed(here, "threads=no most=lots")
    with pytest.raises(
        RequestRejected, match="Choose a value for `most`: `most=5`, for example, or the default, `most=any`"
    ):
        await changed(here, "threads=no most=")
    assert await change_settings(here.context, manager_request(GUILD), {}, PREMISES, manager=False) == GuildSettings()
    now = await changed(here, "channels=<#10> most=5 zone=Asia/Tokyo")
    assert now == GuildSettings(channels=(10,), most=5, zone="Asia/Tokyo")
    assert await changed(here, "most=any") == replace(now, most=None)
    async with here.context.database.read() as tx:
        assert await load_settings(tx, GUILD) == replace(now, most=None)
        assert await load_settings(tx, GUILD + 1) == GuildSettings()


def test_a_limit_of_requests_lies_between_a_replay_and_what_the_operator_allows() -> None:
    here = replace(PREMISES, requests=30)
    assert [SETTINGS["requests"].parse(typed, here) for typed in ("6", "30", "Any")] == [6, 30, None]
    for typed in ("5", "31", "-6", "6.5"):
        with pytest.raises(RequestRejected, match="`requests` has to be a number from 6 to 30, or `any`, not"):
            SETTINGS["requests"].parse(typed, here)


async def test_admins_who_change_things_at_once_all_come_through(either_url: str) -> None:
    async with make_clock_context(either_url) as one, make_clock_context(either_url) as two:
        for fields in (("threads=no", "most=5", "timeout=ends"), ("mentions=never", "zone=Asia/Tokyo", "clock=3d")):
            await asyncio.gather(*(changed(here, text) for here, text in zip((one, two, one), fields, strict=True)))
        async with one.context.database.read() as tx:
            now = await load_settings(tx, GUILD)
    assert now == GuildSettings(threads=False, most=5, timeout="ends", mentions="never", zone="Asia/Tokyo", clock="3d")


async def test_a_new_zone_moves_the_weekends_of_running_clocks(here: ClockContext) -> None:
    match = await here.begin("7d no weekends")
    before = (await here.clock(match.id)).deadline
    await changed(here, "zone=Pacific/Auckland")
    after = (await here.clock(match.id)).deadline
    assert before is not None
    assert after is not None
    assert after != before


async def test_where_the_server_wants_it_time_that_is_up_ends_a_match_at_once_and_once(either_url: str) -> None:
    async with make_clock_context(either_url) as one, make_clock_context(either_url) as two:
        await changed(one, "timeout=ends")
        two_players, three_players = await one.begin("1d"), await one.begin("1d", "zyrcan", 3)
        one.time = two.time = one.time + DAY - HOUR
        await asyncio.gather(one.tick(), two.tick())
        assert (await one.match(two_players.id)).ended_at is None
        one.time = two.time = one.time + HOUR
        await asyncio.gather(*(each.tick() for each in (one, two, one, two)))
        over, smaller = await one.match(two_players.id), await one.match(three_players.id)
        async with one.context.database.read() as tx:
            logs = [await events.of_match(tx, match.id) for match in (over, smaller)]
        assert (over.ended_at, smaller.ended_at, smaller.gone, smaller.to_move) == (one.time, None, {1}, 2)
        for (event,) in logs:
            assert (event.kind, event.seat, event.user_id, event.text, event.source_id) == (
                "leave",
                1,
                None,
                OUT_OF_TIME,
                None,
            )
        assert (await one.clock(smaller.id)).deadline == one.time + DAY
        assert await one.said("timeout") == []
        assert [seq for _, seq in await one.said("board")] == [0, 0, 1, 1]
        await one.tick()
        assert (await one.match(smaller.id)).seq == 1


@pytest.mark.thorough
async def test_a_text_from_before_a_late_seat_left_is_no_move_of_the_next_turn(
    here: ClockContext,
) -> None:
    await changed(here, "timeout=ends")
    match = await here.begin("1d", "zyrcan", 3)
    game: Any = GAMES["zyrcan"]
    early = Request(BOB.id, next(here.sources), 2, GUILD)
    await here.pass_time(DAY)
    now = await here.match(match.id)
    async with here.context.database.read() as tx:
        state = await here.context.state(tx, now)
        row = await outbox.board(tx, match.id, 1)
        began = await turn_start.turn_start_id(here.context, tx, now)
        assert began == turn_start.id_at(now.since), "until its board is posted, the time of the event counts"
    assert row
    async with here.context.database.write() as tx:
        await outbox.mark_sent(tx, row.id, channel_id=2, message_id=next(here.sources), at=here.time)
    text = MoveText(game.format(state, next(iter(game.legal(state)))), match.id)
    with pytest.raises(RequestRejected, match="It wasn't your turn yet"):
        await play.play_move(here.context, early, text)
    with pytest.raises(NotAMove):
        await play.play_text(here.context, early, text)
    await play.play_move(here.context, here.request(BOB), text)


async def test_a_match_whose_rules_are_missing_can_be_claimed_and_keeps_no_other_waiting(
    here: ClockContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    await changed(here, "timeout=ends")
    gone, broken, other = [await here.begin("1d", key) for key in ("xero-g", "martian-life", "xong")]

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(GAMES["martian-life"]), "leave", fail)
    rest = {key: game for key, game in GAMES.items() if key != "xero-g"}
    monkeypatch.setattr(here, "context", replace(here.context, games=rest))
    here.time += DAY
    await here.tick()
    assert [(await here.match(each.id)).ended_at for each in (gone, broken, other)] == [None, None, here.time]
    assert await here.said("timeout") == [("timeout", 0)]
    monkeypatch.undo()
    here.time += MINUTE
    await here.tick()
    assert (await here.match(broken.id)).ended_at == here.time
    await claim_match(here.context, here.request(BOB), gone.id)
    assert (await here.match(gone.id)).gone == {1}


async def test_a_move_that_comes_first_ends_nothing(here: ClockContext) -> None:
    await changed(here, "timeout=ends")
    match = await here.begin("1d")
    here.time += DAY
    await here.move(match.id)
    await here.tick()
    assert (await here.match(match.id)).seq == 1
