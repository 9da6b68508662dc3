"""Choices and completions in every game: a match can be played by them alone, in the order of the board."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot import plugins
from bot.game_checks.rules import walk
from bot.referee.turns.aids import find_step, taps_after, walk_choices
from games import GAMES
from games.guide import LONGEST_WORDS, shorten_words
from games.random_play import play_random_match

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.referee.turns.aids import Walk
    from games.contract import Choice, Game

INSTALLED = plugins.read().games
LONG_AT_RANDOM = {"force-field-factions"}
"""Games of which a random match takes thousands of moves."""


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=key, marks=[pytest.mark.thorough] * (key in LONG_AT_RANDOM))
        for key, game in INSTALLED.items()
    ],
)
def test_a_match_is_played_to_its_end_by_choices_alone(game: Game[Any, Any]) -> None:
    chance, state = Random(7), game.start(game.info.min_players, {}, 7)
    for _ in range(4000):
        if game.to_move(state) is None:
            break
        move, _, flaws = walk(game, state, chance)
        assert flaws == []
        state = game.play(state, game.parse(state, move))
    assert game.result(state) is not None


def test_long_words_are_cut_behind_a_whole_word() -> None:
    assert shorten_words("d4 dies") == "d4 dies"
    cut = shorten_words("pushes " + "pieces to c3, " * 10)
    assert len(cut) <= LONGEST_WORDS
    assert cut.endswith("c3, pieces \u2026")


MATCHES, PLIES, ALL = 4, 30, 100_000
HEXAGONS = ("zyrcan", "xong")
SIDES = ("e", "ne", "nw", "w", "sw", "se")

every_game = pytest.mark.parametrize("key", GAMES)


def placed(key: str, name: str) -> tuple[int, int, int]:
    """Return where a place lies: its row from the lowest, its column from the west, and the side of a hexagon."""
    if name == "base":
        return (99, 0, 0)
    found = re.fullmatch(r"([a-z])([0-9]+)(e|ne|nw|w|sw|se)?", name)
    assert found, name
    letter, number, side = ord(found[1]) - ord("a"), int(found[2]), SIDES.index(found[3]) if found[3] else 0
    return (letter, number, side) if key in HEXAGONS else (number, letter, side)


def order(key: str, text: str) -> list[tuple[int, int, int]]:
    """Return the places of a text in its order, and behind the first the engines that a ship of Zyrcan comes with."""
    if key == "xong":
        return sorted(placed(key, name) for name in text.partition(" give")[0].split()[1:])
    if key == "force-field-factions":
        return [placed(key, text[:2])]
    places = [placed(key, name) for name in re.findall(r"base|[a-i][1-9]", text)]
    engines = re.match(r"([123])@", text)
    return [*places[:1], *([(int(engines[1]), 0, 0)] if engines else []), *places[1:]]


def positions(key: str) -> Iterator[Any]:
    """Yield positions of random matches in which somebody is to move."""
    game = GAMES[key]
    for seed in range(MATCHES):
        states = [state for state in play_random_match(game, seed, PLIES).states if game.to_move(state) is not None]
        yield from states[::4]


def texts_to_complete(game: Game[Any, Any], state: Any) -> list[str]:
    """Return texts to complete: none, and some that completions of none lead to."""
    first = game.suggest(state, "", 200)
    return ["", *Random(len(first)).sample(first, min(3, len(first)))]


@every_game
def test_suggestions_stand_in_the_order_of_the_board(key: str) -> None:
    game = GAMES[key]
    for state in positions(key):
        for text in texts_to_complete(game, state):
            if key == "xong" and text:
                continue  # what follows a placement are gifts, in the order of the catalogue
            found = game.suggest(state, text, ALL if key != "xong" else 200)
            assert found
            if key == "xong" and found[0].startswith("give"):
                continue
            if re.fullmatch(r"[1-3]{6}", found[0]):
                assert found == sorted(found)
            else:
                orders = [order(key, one) for one in found]
                assert orders == sorted(orders)


def choose(game: Game[Any, Any], state: Any, chance: Random) -> list[Choice]:
    """Choose at random until a move is whole; return the choices that a player makes for it."""
    path: list[Choice] = []
    _, step = find_step(game, state, "", turned=False)
    while step.choices and not (step.move and chance.random() < 0.5):
        path.append(chance.choice(step.choices))
        _, step = find_step(game, state, path[-1].text, turned=False)
    return path


def tap(game: Game[Any, Any], state: Any, path: Sequence[Choice]) -> tuple[Walk, int]:
    """Make the choices of a path by taps on their places, and by their labels where no place is left to tap.

    Return how far that leads, up to a choice that isn't the path's, and how many taps and labels it took.
    """
    walked, count = walk_choices(game, state, (), turned=False), 0
    labels = tuple(choice.label for choice in path)
    while walked.labels == labels[: len(walked.labels)] != labels:
        rest = path[len(walked.labels) :]
        places = rest[0].places
        for later in rest[1:]:
            if not 0 < len(later.places) < len(places) or not {*later.places} <= {*places}:
                break
            places = later.places
        untapped = [place for place in places if place not in walked.taps]
        if untapped:
            chosen, tapped = walked.labels, (*walked.taps, untapped[0])
        else:
            chosen, tapped = (*walked.labels, rest[0].label), taps_after(rest[0], walked.taps)
        walked = walk_choices(game, state, chosen, tapped, turned=False)
        count += 1
    return walked, count


@pytest.mark.parametrize("key", GAMES)
def test_taps_on_the_places_of_choices_make_the_same_choices(key: str) -> None:
    game, chance = GAMES[key], Random(3)
    for state in positions(key):
        path = choose(game, state, chance)
        walked, _ = tap(game, state, path)
        assert walked.labels == tuple(choice.label for choice in path)
        assert walked.taps == ()


@pytest.mark.parametrize("key", ["martian-life", "zyrcan"])
def test_a_kind_of_move_has_the_places_of_all_its_moves(key: str) -> None:
    kinds = 0
    for state in positions(key):
        for kind in GAMES[key].guide(state, "").choices:
            if kind.label != kind.places[0]:
                following = GAMES[key].guide(state, kind.text).choices
                assert {*kind.places} == {place for choice in following for place in choice.places}
                kinds += 1
    assert kinds


@pytest.mark.parametrize(
    ("key", "before", "labels", "taps", "text"),
    [
        ("martian-life", "", (), "c4", "c4"),
        ("martian-life", "", (), "e4", "e4+"),
        ("xero-g", "321123 123321", (), "a1 b3", "a1-b3"),
        ("xero-g", "321123 123321", (), "d1 e1 b3", "d1xe1@b3"),
        ("zyrcan", "", ("2 engines",), "e5", "2@e5"),
        ("force-field-factions", "", (), "c8 c7 c7", "c8: s f"),
        ("force-field-factions", "", (), "c8 b7", "c8: sw"),
    ],
)
def test_a_usual_move_takes_few_taps(key: str, before: str, labels: tuple[str, ...], taps: str, text: str) -> None:
    game = GAMES[key]
    state = game.start(game.info.min_players, {}, 1)
    for move in before.split():
        state = game.play(state, game.parse(state, move))
    walked = walk_choices(game, state, labels, taps.split(), turned=False)
    assert (walked.text, walked.step.move, walked.taps) == (text, text, ())


def test_a_tap_leaves_what_can_be_done_at_a_place() -> None:
    state = GAMES["zyrcan"].start(3, {}, 1)
    walked = walk_choices(GAMES["zyrcan"], state, (), ("e5",), turned=False)
    assert [choice.label for choice in walked.step.choices] == ["1 engine", "2 engines", "3 engines"]
    fight = GAMES["force-field-factions"].parse_position("d4:b3.n d5:w1.s e4:w1.s 1")
    walked = walk_choices(GAMES["force-field-factions"], fight, (), ("d4", "d5"), turned=False)
    assert walked.taps == ("d5",)
    assert {choice.label.split(",")[0] for choice in walked.step.choices} == {"attack d5"}
