"""Whom and what a person can name, and how the bot is told of it."""

from __future__ import annotations

import pytest

from playground.interactions.resolved import Lookup
from playground.model import permissions
from playground.model.resources.channel import PUBLIC_THREAD, TEXT, VOICE
from playground.model.resources.user import BOT_ID, PEOPLE
from playground.model.state import State
from playground.model.thread_creation import start_thread
from tests.playground.bot_client import Clock

ANN, BOB = list(PEOPLE)[:2]


@pytest.fixture
def state() -> State:
    return State(Clock(), guilds=2)


@pytest.fixture
def lookup(state: State) -> Lookup:
    """What Bob can name in the first guild."""
    return Lookup(state, BOB, next(iter(state.channels.values())))


def test_in_a_guild_its_own_roles_and_channels_can_be_named(state: State, lookup: Lookup) -> None:
    guild, other = state.guilds.values()
    thread = start_thread(state, lookup.channel, BOB, "x", 60)
    voice = state.add_room(guild, VOICE, "talk")
    rooms = [one.id for one in state.rooms(guild) if one.type == TEXT]
    assert set(lookup.users) == {*PEOPLE, BOT_ID}
    assert set(lookup.roles) == {guild.id, guild.bot_role, guild.regulars, guild.members}
    assert other.regulars not in lookup.roles
    assert set(lookup.channels()) == {*rooms, thread.id}
    assert set(lookup.channels([PUBLIC_THREAD, VOICE])) == {thread.id, voice.id}


def test_in_direct_messages_only_people_can_be_named(state: State) -> None:
    lookup = Lookup(state, BOB, state.dm_with(BOB))
    guild = next(iter(state.guilds.values()))
    assert set(lookup.users) == {*PEOPLE, BOT_ID}
    assert (list(lookup.roles), list(lookup.channels())) == ([], [])
    assert set(lookup.resolve(users=[ANN], roles=[guild.regulars])) == {"users"}


def test_what_is_named_comes_with_permissions_and_without_empty_kinds(state: State, lookup: Lookup) -> None:
    guild = next(iter(state.guilds.values()))
    found = lookup.resolve([ANN, BOT_ID], [lookup.channel.id], [guild.regulars])
    assert set(found) == {"users", "members", "channels", "roles"}
    assert set(found["users"]) == set(found["members"]) == {str(ANN), str(BOT_ID)}
    assert "user" not in found["members"][str(ANN)]
    assert found["members"][str(ANN)]["permissions"] == str(permissions.of_person(state, ANN))
    assert found["members"][str(BOT_ID)]["permissions"] == str(permissions.bits(state.granted))
    assert found["channels"][str(lookup.channel.id)]["permissions"] == str(permissions.of_person(state, BOB))
    assert found["roles"][str(guild.regulars)]["name"] == "Regulars"
    assert lookup.resolve() == {}
    assert set(lookup.resolve(users=iter([ANN]))) == {"users", "members"}
