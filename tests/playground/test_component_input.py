"""What people may press and choose, and the data that the bot gets."""

from __future__ import annotations

from typing import Any

import pytest

from playground.interactions.component_input import leaves, press_data
from playground.interactions.resolved import Lookup
from playground.interactions.slash_commands import InvalidInput
from playground.model.resources.channel import PUBLIC_THREAD, VOICE
from playground.model.resources.user import BOT_ID, PEOPLE
from playground.model.state import State
from playground.model.thread_creation import start_thread
from playground.validation.components import check_components
from tests.playground.bot_client import Clock

Json = dict[str, Any]

ANN, BOB = list(PEOPLE)[:2]
BUTTON: Json = {"type": 2, "style": 1, "label": "x", "custom_id": "go"}
OPTIONS: list[Json] = [{"label": name, "value": name} for name in ("a", "b", "c")]


@pytest.fixture
def state() -> State:
    return State(Clock())


@pytest.fixture
def lookup(state: State) -> Lookup:
    """What Ann can name in the first channel."""
    return Lookup(state, ANN, next(iter(state.channels.values())))


@pytest.fixture
def direct(state: State) -> Lookup:
    """What Ann can name in her direct messages."""
    return Lookup(state, ANN, state.dm_with(ANN))


def press(lookup: Lookup, control: Json, *values: str) -> Json:
    """Press a control that stands in a row beside none."""
    checked = check_components([{"type": 1, "components": [control]}], components_v2=False)
    return press_data(lookup, checked, control["custom_id"], list(values))


def test_a_press_names_the_button_wherever_it_stands(lookup: Lookup) -> None:
    assert press(lookup, BUTTON) == {"custom_id": "go", "component_type": 2, "id": 2}
    section = {"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": BUTTON}
    checked = check_components([{"type": 17, "components": [section]}], components_v2=True)
    assert press_data(lookup, checked, "go", [])["id"] == 4
    assert [one["type"] for one in leaves(checked)] == [10, 2]


def test_what_cannot_be_pressed_is_said(lookup: Lookup) -> None:
    with pytest.raises(InvalidInput, match="no longer on the message") as caught:
        press_data(lookup, [], "go", [])
    assert caught.value.status == 404
    with pytest.raises(InvalidInput, match="disabled"):
        press(lookup, BUTTON | {"disabled": True})
    with pytest.raises(InvalidInput, match="takes no values"):
        press(lookup, BUTTON, "a")


def menu(kind: int = 3, **fields: Any) -> Json:
    return {"type": kind, "custom_id": "menu", **({"options": OPTIONS} if kind in {3, 21, 22} else {}), **fields}


@pytest.mark.parametrize(
    ("control", "values"),
    [
        (menu(), []),
        (menu(), ["a", "b"]),
        (menu(min_values=2, max_values=2), ["a"]),
        (menu(max_values=2), ["a", "a"]),
        (menu(max_values=2), ["a", "b", "c"]),
    ],
)
def test_too_few_too_many_or_equal_values_are_refused(lookup: Lookup, control: Json, values: list[str]) -> None:
    with pytest.raises(InvalidInput, match="different values"):
        press(lookup, control, *values)


def test_a_menu_brings_the_values_that_were_chosen(lookup: Lookup) -> None:
    assert press(lookup, menu(max_values=2), "c", "a")["values"] == ["c", "a"]
    assert press(lookup, menu(min_values=0))["values"] == []
    assert "resolved" not in press(lookup, menu(), "a")
    with pytest.raises(InvalidInput, match=r"doesn't offer d{100}\."):
        press(lookup, menu(), "d" * 101)


def test_each_kind_of_menu_offers_its_own_kind_of_things(state: State, lookup: Lookup) -> None:
    guild = next(iter(state.guilds.values()))
    thread = start_thread(state, lookup.channel, ANN, "x", 60)
    things = {"users": BOB, "roles": guild.regulars, "channels": thread.id}
    offered = {5: {"users"}, 6: {"roles"}, 7: {"users", "roles"}, 8: {"channels"}}
    for kind, wanted in offered.items():
        for name, key in things.items():
            if name in wanted:
                data = press(lookup, menu(kind), str(key))
                assert data["values"] == [str(key)]
                assert set(data["resolved"]) == {name, "members"} - ({"members"} if name != "users" else set())
                assert set(data["resolved"][name]) == {str(key)}
            else:
                with pytest.raises(InvalidInput, match=f"doesn't offer {key}"):
                    press(lookup, menu(kind), str(key))


def test_a_menu_of_channels_offers_those_of_its_types(state: State, lookup: Lookup) -> None:
    guild = next(iter(state.guilds.values()))
    voice, room = state.add_room(guild, VOICE, "talk").id, lookup.channel.id
    assert press(lookup, menu(8, channel_types=[VOICE]), str(voice))["values"] == [str(voice)]
    for kind, key in ((VOICE, room), (PUBLIC_THREAD, room)):
        with pytest.raises(InvalidInput, match="doesn't offer"):
            press(lookup, menu(8, channel_types=[kind]), str(key))
    with pytest.raises(InvalidInput, match="doesn't offer"):
        press(lookup, menu(8), str(voice))


def test_in_direct_messages_there_are_people_but_no_channels_or_roles(state: State, direct: Lookup) -> None:
    guild = next(iter(state.guilds.values()))
    assert set(press(direct, menu(5), str(BOB))["resolved"]) == {"users"}
    assert set(press(direct, menu(7), str(BOT_ID))["resolved"]) == {"users"}
    for kind, key in ((6, guild.regulars), (7, guild.regulars), (8, min(state.channels))):
        with pytest.raises(InvalidInput, match="doesn't offer"):
            press(direct, menu(kind), str(key))
