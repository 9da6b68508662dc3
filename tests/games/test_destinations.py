"""Where pieces can go, against a slow reference: what is found by reading the text of every legal move."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

from bench.positions import hard
from games import GAMES
from games.contract import IllegalMove
from games.random_play import play_random_match
from tests.games.xong.reference import Reference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.contract import Game

LISTED = ("xero-g", "martian-life", "zyrcan", "force-field-factions")
"""Games whose `legal` lists all moves."""

SQUARE = re.compile(r"[a-i][1-9]|base")


def describe_moves(game: Game[Any, Any], state: Any) -> Iterator[tuple[str, str, str]]:
    """Go through all legal moves: what is asked to see one, the place it leaves (maybe none) and where it goes."""
    for move in game.legal(state):
        text = game.format(state, move)
        names = SQUARE.findall(text)
        match game.info.key:
            case "xero-g" if state.laid == 2:
                yield names[0], names[0], names[1]
            case "martian-life":
                yield names[0], "", names[0]
            case "zyrcan":
                *placing, flight = text.split() if "@" in text and " " in text else ("", text)
                if "@" in text:
                    cell = (placing[0] or text)[2:4]
                    yield cell, "", cell
                if "@" not in flight:
                    yield flight[:2], flight[:2], flight[3:]
            case "force-field-factions":
                last = game.play(state, move).last
                yield text.split(":")[0], names[0], "" if last.destroyed else names_of(last.path[-1])
            case _:
                return


def names_of(square: int) -> str:
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


@pytest.mark.parametrize("share", [6, pytest.param(1, marks=pytest.mark.thorough)], ids=["some", "all"])
@pytest.mark.parametrize("key", LISTED)
def test_a_piece_reaches_exactly_what_some_legal_move_reaches(key: str, share: int) -> None:
    game, pieces = GAMES[key], 0
    for seed in range(0, {"xero-g": 20, "force-field-factions": 2}.get(key, 8), share):
        for state in play_random_match(game, seed, 60).states[:: 4 + seed % 3]:
            ends: dict[str, set[str]] = defaultdict(set)
            sources: dict[str, str] = {}
            for query, source, place in describe_moves(game, state):
                sources[query] = source
                ends[query] |= {place} - {source, ""}
            for query, places in ends.items():
                found = game.destinations(state, query)
                assert (set(found.places), "".join(found.source)) == (places, sources[query]), query
            for query in sorted(everywhere(game) - ends.keys()):
                with pytest.raises(IllegalMove):
                    game.destinations(state, query)
            if ends:
                placed = {query for query, source in sources.items() if not source}
                assert set(game.destinations(state, "").places) == (placed or set(sources.values()))
                pieces += len(ends)
    assert pieces > 100 / share


def everywhere(game: Game[Any, Any]) -> set[str]:
    """All squares of a game, and some beside its board."""
    rows = 6 if game.info.key == "xero-g" else 9
    return {f"{column}{row}" for column in "abcdefghi" for row in range(1, rows + 1)}


def test_a_reprogrammed_ship_can_be_sent_exactly_where_a_legal_move_sends_it() -> None:
    game = GAMES["xero-g"]
    for seed in range(20):
        for state in play_random_match(game, seed, 40).states[3::4]:
            sent: dict[str, set[str]] = defaultdict(set)
            for text in (game.format(state, move) for move in game.legal(state)):
                if "@" in text:
                    sent[text.split("@")[0]].add(text[-2:])
            for query, places in sent.items():
                found = game.destinations(state, query)
                assert (found.source, set(found.places)) == ((query[-2:],), places)


def test_after_a_placing_ships_fly_exactly_as_legal_moves_say() -> None:
    game, several = GAMES["zyrcan"], 0
    for seed in range(30):
        match = play_random_match(game, seed, 30)
        for state in match.states[5::9] if match.options["variant"] == "blitzkrieg" else ():
            turns = [text.split() for text in (game.format(state, move) for move in game.legal(state)) if " " in text]
            for placing in {placing for placing, _ in turns[::40]}:
                flights = [flight for other, flight in turns if other == placing]
                starts = {flight[:2] for flight in flights}
                assert set(game.destinations(state, placing).places) == starts
                for start in starts:
                    landings = {flight[3:] for flight in flights if flight[:2] == start}
                    assert set(game.destinations(state, f"{placing} {start}").places) == landings
                    several += 1
    assert several > 100


def test_a_xoid_lies_exactly_where_the_reference_lays_it() -> None:
    game = GAMES["xong"]
    for seed in range(4):
        match = play_random_match(game, seed, 16)
        reference = Reference(list(match.states[0].board.names), match.states[0].hand or "")
        for ply, (text, state) in enumerate(zip(match.texts, match.states[1:], strict=True)):
            reference.play(text)
            if ply % 4 or state.mover is None:
                continue
            places = reference.places(reference.hand)
            assert set(game.destinations(state, "").places) == set[str]().union(*places)
            assert set(game.destinations(state, reference.hand).places) == set[str]().union(*places)
            for leg in sorted(set[str]().union(*places))[:: 7 + seed]:
                found = game.destinations(state, leg)
                beside = {place for place in places if leg in place}
                assert (found.source, set(found.places)) == ((leg,), set[str]().union(*beside) - {leg})
            for cell, around in list(reference.cells.items())[:: 9 + seed]:
                names = {reference.names[side] for side in around.values()}
                there = [place for place in places if place & names]
                if there:
                    assert set(game.destinations(state, cell).places) == set[str]().union(*there)
                else:
                    with pytest.raises(IllegalMove):
                        game.destinations(state, cell)


def test_the_hard_board_of_xero_g_takes_no_longer_than_its_moves() -> None:
    game = GAMES["xero-g"]
    state = next(iter(hard(game))).state
    began = time.thread_time()
    starts = game.destinations(state, "").places
    for start in starts:
        assert len(game.destinations(state, start).words) < 400
    assert time.thread_time() - began < 1


@pytest.mark.parametrize("key", GAMES)
def test_fatal_places_are_those_where_the_piece_is_gone_after_the_turn(key: str) -> None:
    game, seen = GAMES[key], 0
    for seed in range(4):
        for state in play_random_match(game, seed, 24).states[::3]:
            if game.to_move(state) is None:
                continue
            found = game.destinations(state, "")
            assert set(found.fatal) <= set(found.places)
            if key != "martian-life":
                assert found.fatal == ()
                continue
            for move in game.legal(state):
                name = game.format(state, move)[:2]
                after = game.play(state, move)
                gone = any((move.square, after.last.piece) in wave for wave in after.last.culled)
                assert (name in found.fatal) == gone
                assert game.destinations(state, name + "+" * move.promotes).fatal == ((name,) if gone else ())
                seen += gone
    assert key != "martian-life" or seen > 100
