"""Options of games: numbers, words and switches, as they are typed, stored and read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import GAMES
from games.contract import BadOption, Info, Option, complete_options, describe_options, options_fit

SIZE = Option("size", "How large the board is", 11, low=5, high=14, notable=True)
SWAP = Option("swap", "Whether to swap", default=True, label="Swap rule")
SPEED = Option("speed", "How fast it goes", "slow", choices=("slow", "fast"), labels=("At leisure", "In a hurry"))
INFO: Info = replace(GAMES["xero-g"].info, options=(SIZE, SWAP, SPEED))
DEFAULTS = {"size": 11, "swap": True, "speed": "slow"}


def test_options_that_are_not_given_have_their_defaults() -> None:
    assert complete_options(INFO, {}) == DEFAULTS
    assert complete_options(INFO, {"size": "14"}) == DEFAULTS | {"size": 14}


@pytest.mark.parametrize("typed", ["yes", "on", "true", "Yes", "TRUE", True])
def test_a_switch_is_turned_on(typed: str) -> None:
    info = replace(INFO, options=(replace(SWAP, default=False),))
    assert complete_options(info, {"swap": typed})["swap"] is True


@pytest.mark.parametrize("typed", ["no", "off", "false", "No", False])
def test_a_switch_is_turned_off(typed: str) -> None:
    assert complete_options(INFO, {"swap": typed})["swap"] is False


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"swap": "maybe"}, "`swap` can be yes or no, not `maybe`."),
        ({"swap": 2}, "`swap` can be yes or no, not `2`."),
        ({"speed": "quick"}, "`speed` has to be one of slow, fast, not `quick`."),
        ({"size": 4}, "`size` has to be a number from 5 to 14, not `4`."),
        ({"size": 15}, "`size` has to be a number from 5 to 14, not `15`."),
        ({"size": "wide"}, "`size` has to be a number from 5 to 14, not `wide`."),
        ({"colour": "red"}, "Xero-G has no option `colour`; its options: `size`, `swap`, `speed`."),
    ],
)
def test_a_wrong_option_is_refused_with_what_could_be_chosen(options: dict[str, int | str], why: str) -> None:
    with pytest.raises(BadOption) as refused:
        complete_options(INFO, options)
    assert str(refused.value) == why


def test_labels_can_be_typed_with_hyphens_for_spaces() -> None:
    assert complete_options(INFO, {"swap-rule": "no", "speed": "in-a-hurry"}) == DEFAULTS | {
        "swap": False,
        "speed": "fast",
    }


def test_people_read_labels_of_what_is_unusual_or_notable() -> None:
    assert describe_options(INFO, DEFAULTS) == ["Size: 11"]
    assert describe_options(INFO, {"size": 9, "swap": False, "speed": "fast"}) == [
        "Size: 9",
        "Swap rule: no",
        "Speed: In a hurry",
    ]
    assert describe_options(INFO, {}, every=True) == ["Size: 11", "Swap rule: yes", "Speed: At leisure"]


def test_values_are_offered_as_they_are_typed() -> None:
    assert [SWAP.write(value) for value in SWAP.values] == ["yes", "no"]
    assert [SIZE.write(value) for value in SIZE.values] == [str(size) for size in range(5, 15)]
    assert [SPEED.write(value) for value in SPEED.values] == ["slow", "fast"]


def test_an_option_gained_later_may_be_missing_in_a_stored_match() -> None:
    assert options_fit(INFO, {"size": 11})
    assert options_fit(INFO, {"size": 11, "swap": False})
    assert not options_fit(INFO, {"swap": "no"})
