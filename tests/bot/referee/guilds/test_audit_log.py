"""What managers and organizers do is recorded with the deed; whom they block, and what they use channels for."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee.endings import abandon_match
from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import (
    PAGE,
    Blocked,
    Use,
    check_blocks,
    check_not_blocked,
    load_audit_log,
    load_channel_uses,
    use_of_matches,
)
from bot.referee.guilds.setting_values import GuildResources
from bot.referee.guilds.settings import GuildSettings
from bot.referee.requests import AlreadyDone
from bot.referee.servers import BlockTarget, block_person, change_settings, unblock_person
from bot.referee.tournaments.organize import cancel_now, correct_result, start_now
from bot.referee.tournaments.sign_up import remove_person
from storage.queries import blocks
from storage.queries.audit_log import AuditEntry
from storage.queries.blocks import Block
from storage.queries.rows import DIRECT, Person
from tests.bot.referee.manager import MANAGER as BOSS, manager_request
from tests.bot.referee.offer_context import ANN, BOB, CLEO, make_offer_context
from tests.bot.referee.tournaments.tournament_context import DAY, GUILD, MANAGER, NOON, Organizer, make_organizer
from tests.storage import samples
from tests.storage.samples import new_match, new_tournament

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import Context

HERE = GuildResources({21, 22}, {31})


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[Organizer]:
    async with make_organizer(tmp_path / "record.db") as organizer:
        yield organizer


async def entries(at: Organizer, page: int = 1) -> list[AuditEntry]:
    return (await load_audit_log(at.context, GUILD, page, manager=True))[0]


async def set_to(at: Organizer, **values: str) -> None:
    await change_settings(at.context, manager_request(GUILD), values, HERE, manager=True)


async def test_settings_are_recorded_as_they_were_and_are_written(at: Organizer) -> None:
    await set_to(at, clock="3d", channels="<#21> <#22>", challengers="<@&31>", threads="no", most="5")
    await set_to(at, clock="3d", most="5")  # nothing changes
    await set_to(at, most="any", channels="any")
    last, first = await entries(at)
    assert first == AuditEntry(
        BOSS,
        "settings",
        NOON,
        details={
            "channels": ["any", "<#21> <#22>"],
            "threads": ["yes", "no"],
            "clock": ["none", "3d"],
            "challengers": ["everyone", "<@&31>"],
            "most": ["any", "5"],
        },
    )
    assert last.details == {"channels": ["<#21> <#22>", "any"], "most": ["5", "any"]}


async def test_a_change_that_is_delivered_again_undoes_no_later_one(at: Organizer) -> None:
    first = manager_request(GUILD)
    await change_settings(at.context, first, {"most": "5"}, HERE, manager=True)
    await set_to(at, most="7")
    again = await change_settings(at.context, first, {"most": "5"}, HERE, manager=True)
    assert again.most == 7
    assert len(await entries(at)) == 2


async def test_what_is_rejected_leaves_no_entry(at: Organizer) -> None:
    with pytest.raises(RequestRejected):
        await set_to(at, most="5", clock="soon")
    with pytest.raises(RequestRejected):
        await start_now(at.context, manager_request(GUILD), 7, MANAGER)
    with pytest.raises(RequestRejected):
        await unblock_person(at.context, manager_request(GUILD), 7, manager=True)
    assert await entries(at) == []


async def test_each_deed_is_recorded_once_however_often_it_is_delivered(at: Organizer) -> None:
    cup, league = await at.create("cup"), await at.create("league")
    await at.sign_up(league, range(1, 5))
    requests = {name: manager_request(GUILD) for name in ("start", "cancel", "remove", "correct", "abandon", "block")}

    async def twice(name: str, deed: Any, *args: Any, **more: Any) -> None:
        assert not isinstance(await deed(at.context, requests[name], *args, **more), AlreadyDone)
        assert isinstance(await deed(at.context, requests[name], *args, **more), AlreadyDone)

    await twice("start", start_now, league.id, MANAGER)
    await at.wait()
    running, other = (await at.running(league))[:2]
    await twice("cancel", cancel_now, cup.id, MANAGER)
    await at.lose(running, running.seats[0].id)
    await twice("correct", correct_result, running.id, f"<@{running.seats[0].id}>", MANAGER)
    await correct_result(at.context, manager_request(GUILD), running.id, "void", MANAGER)
    await abandon_match(at.context, requests["abandon"], other.id, "spam", manager=True)
    with pytest.raises(RequestRejected):  # it has ended
        await abandon_match(at.context, requests["abandon"], other.id, "spam", manager=True)
    await twice("remove", remove_person, league.id, 4, MANAGER)
    await twice("block", block_person, BlockTarget(3), "spam", manager=True)
    found = [
        (each.action, each.user_id, each.subject_id, each.match_id, each.tournament_name, each.details)
        for each in await entries(at)
    ]
    nobody: dict[str, Any] = {}
    assert found == [
        ("block", BOSS, 3, None, None, {"reason": "spam"}),
        ("event_remove", BOSS, 4, None, "Spring", nobody),
        ("abandon", BOSS, None, other.id, None, {"reason": "spam"}),
        ("event_correct", BOSS, None, running.id, "Spring", {"before": [1, 2], "places": []}),
        ("event_correct", BOSS, None, running.id, "Spring", {"before": None, "places": [1, 2]}),
        ("event_cancel", BOSS, None, None, "Spring", nobody),
        ("event_start", BOSS, None, None, "Spring", nobody),
        ("event_create", 1, None, None, "Spring", nobody),
        ("event_create", 1, None, None, "Spring", nobody),
    ]


async def test_only_managers_read_it_page_by_page(at: Organizer) -> None:
    for number in range(1, PAGE + 3):
        await set_to(at, most=str(number))
    for page, shown, count in ((0, 1, PAGE), (1, 1, PAGE), (2, 2, 2), (99, 2, 2)):
        found, number, last = await load_audit_log(at.context, GUILD, page, manager=True)
        assert (len(found), number, last) == (count, shown, 2)
    assert (await load_audit_log(at.context, GUILD + 1, 5, manager=True)) == ([], 1, 1)
    with pytest.raises(RequestRejected, match="Only people with Manage Server"):
        await load_audit_log(at.context, GUILD, 1, manager=False)


async def test_entries_are_forgotten_after_half_a_year(at: Organizer) -> None:
    await set_to(at, most="5")
    at.time[0] += DAY
    await set_to(at, most="6")
    await at.wait(179 * DAY)
    assert len(await entries(at)) == 2
    await at.wait(timedelta(seconds=1))
    assert [each.details for each in await entries(at)] == [{"most": ["5", "6"]}]
    assert await at.verify() == []


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    """Give a context on whose server Bob is blocked."""
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        async with made.database.write() as tx:
            assert await blocks.add(tx, samples.GUILD, Block(BOB.id, CLEO.id, samples.NOON, "spam"))
        yield made


async def test_a_person_who_is_blocked_is_told_so_and_others_choose_somebody_else(context: Context) -> None:
    async with context.database.read() as tx:
        with pytest.raises(Blocked, match="You're blocked from playing on this server \\(spam\\)"):
            await check_blocks(tx, samples.GUILD, (BOB, ANN), BOB.id)
        for asker in (ANN.id, None):
            with pytest.raises(RequestRejected, match="is blocked from playing on this server") as rejection:
                await check_blocks(tx, samples.GUILD, (ANN, BOB), asker)
            assert "Bob" in rejection.value.reason
            assert not isinstance(rejection.value, Blocked)


@pytest.mark.parametrize(
    ("guild_id", "people"),
    [
        (samples.GUILD, (ANN, CLEO)),
        (samples.GUILD, (ANN, Person.computer(2))),
        (samples.GUILD, (Person.computer(2),)),
        (samples.GUILD, ()),
        (samples.GUILD + 1, (ANN, BOB)),
        (DIRECT, (ANN, BOB)),
    ],
)
async def test_blocks_are_those_of_people_on_their_server(
    context: Context, guild_id: int, people: tuple[Person, ...]
) -> None:
    async with context.database.read() as tx:
        await check_blocks(tx, guild_id, people, ANN.id)


async def test_a_person_alone_is_checked_on_one_server(context: Context) -> None:
    with pytest.raises(Blocked):
        await check_not_blocked(context, samples.GUILD, BOB.id)
    await check_not_blocked(context, samples.GUILD, ANN.id)
    await check_not_blocked(context, samples.GUILD + 1, BOB.id)


@pytest.mark.parametrize(
    ("settings", "use"),
    [
        (GuildSettings(), Use.THREADS),
        (GuildSettings(threads=False), Use.MATCHES),
        (GuildSettings(forum=30), Use.MATCHES),
        (GuildSettings(threads=False, forum=30), Use.MATCHES),
    ],
)
def test_matches_are_in_threads_unless_a_server_wants_none_or_has_a_forum(settings: GuildSettings, use: Use) -> None:
    assert use_of_matches(settings) == use


async def test_channels_have_all_their_uses(tmp_path: Path) -> None:
    settings = GuildSettings(channels=(10,), finished=11, puzzles=10, weekly=12)
    async with make_offer_context(tmp_path / "turnpost.db") as context, context.database.write() as tx:
        await new_match(tx, channel_id=11)
        await new_match(tx, channel_id=13, guild_id=samples.GUILD + 1)
        event = await new_tournament(tx)
        assert await load_channel_uses(tx, samples.GUILD, settings) == {
            10: {Use.THREADS, Use.PUZZLES},
            11: {Use.THREADS, Use.FINISHED},
            12: {Use.WEEKLY},
            event.channel_id: {Use.EVENTS},
        }
