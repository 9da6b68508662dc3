"""Force Field Factions against a slow second implementation (`reference.py`), sharing no code with it.

The reference tries every text; positions with too many are left out, and the tests see to it that few are.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from games.contract import IllegalMove
from games.force_field_factions import ForceFieldFactions
from tests.games.force_field_factions.reference import (
    AT_START,
    FACINGS,
    Board,
    Pyramid,
    TooManyTurnsError,
    listed,
    loser,
    play,
    turns,
)

if TYPE_CHECKING:
    from games.force_field_factions.state import State

GOLDEN = Path(__file__).parents[1] / "golden"
GAME = ForceFieldFactions()
BUDGET = 30_000
FIELDS = "rgbypoc"
WORDS = [
    *FACINGS,
    *("f", "f", "f", "x", "x", "x>n", "x>up", "x,up", "x,s", "x>e,n", "+red", "+clear", "+purple", "+blue"),
    *("-red", "-green", "-clear", "-yellow", "-purple"),
]
HAND_MADE = [
    # A double push in line and over the edge, an own piece among those pushed.
    "d4:b1.e.gg e4:w2.n f4:b2.n g4:w1.n a1:w3.up a8:b3.up 1",
    "e4:b1.e.gg f4:w2.n g4:b2.n h4:w1.n a1:w3.up a8:b3.up 1",
    "e4:b1.e.gg f4:w2.n h4:w1.n a1:w3.up a8:b3.up 1",
    # Purple beside green: a conversion where a piece is missing, else a push.
    "d4:b1.e.gp e4:w2.n f4:w1.n c1:b2.n a1:w3.up a8:b3.up 1",
    "d4:b1.e.gp e4:w3.n f4:w1.n b8:b3.n c8:b2.n a1:w2.up a8:b3.up 1",
    "d4:b1.e.pp e4:w2.n f4:w1.n c1:b2.n a1:w3.up a8:b3.up 1",
    # Orange by one point and by two, with and without fields to strip, beside red and twice.
    "d4:b1.e.oo e4:w2.up.r c3:b2.e d3:w1.up.b a1:w3.up a8:b3.up 1",
    "d4:b1.e.ro e4:w2.up.b c3:b2.e.o d3:w1.n.bb a1:w3.up a8:b3.up 1",
    "d4:b2.e.o e4:w1.up c3:b1.e d3:w1.up.b a1:w3.up a8:b3.up 1",
    # Two clear fields, one over another colour and under one; pieces of both sides sharing their squares.
    "d4:b2.e d4:b1.e.cc c3:w1.ne d5:w1.n d5:b1.s.cr e5:w2.sw a1:w3.up a8:b3.up 1",
    "d4:w2.e d4:b1.e.c c3:w1.ne e5:w2.sw e5:b2.s.c f6:w2.s a1:w3.up a8:b3.up 1",
    "d4:b2.e d4:b1.e.rc c4:b2.e.y e4:w1.n.yc a1:w3.up a8:b3.up 1",
    # One crash reached from either piece; a push and an advance onto pieces out of phase.
    "d4:b1.e d4:b2.e.c e4:w1.n f4:w2.s.c a1:w3.up a8:b3.up h8:b2.up 1",
    "d4:b1.e.g e4:w1.n f4:w2.s.c g4:b2.s.c a1:w3.up a8:b3.up 1",
    # Yellow twice, and shed to nothing; the pool run dry of some fields.
    "d4:b1.e.yy c8:b2.s a1:w3.up c1:w2.up g1:w1.up a8:b3.up 1",
    "a3:b2.s.r b3:b2.s.r c3:b2.s.r d3:b1.s.r e3:b1.s.r f3:b1.s.r a1:w3.up c1:w2.up g1:w1.s a8:b3.up 1",
    # Losing one's own last piece of a size, and both sides theirs, in one turn.
    "f4:b1.e.g g4:w2.n h4:b2.n a1:w3.up b1:w1.up a8:b3.up 1",
    "d4:w2.e d4:b1.e.c e4:b2.n a1:w3.up b1:w1.up a8:b3.up 1",
]


def compare(text: str, chance: random.Random, supply: int) -> bool:
    """Compare all that can follow a position; return whether the reference could list it."""
    state = GAME.parse_position(text, 2, {"pool": supply})
    assert GAME.position(state) == text
    mover = int(text[-1])
    try:
        texts = turns(board_of(text, supply), "bw"[mover - 1], BUDGET)
    except TooManyTurnsError:
        return False
    ours: dict[str, str] = {}
    for move in GAME.legal(state):
        after = GAME.play(state, move)
        pieces, seat = GAME.position(after).rsplit(" ", 1)
        assert pieces not in ours
        ours[pieces] = GAME.format(state, move)
        check_end(after, loser(pieces), seat, 3 - mover)
    assert ours == listed(texts), text
    for played in chance.sample(sorted(texts), min(25, len(texts))):
        move = GAME.parse(state, played)
        assert GAME.format(state, move) == played
        assert GAME.position(GAME.play(state, move)).rsplit(" ", 1)[0] == texts[played], (text, played)
    heads = sorted({played.split(":")[0] for played in texts})
    for _ in range(60):
        guess = f"{chance.choice(heads)}: {' '.join(chance.choices(WORDS, k=chance.randint(1, 4)))}"
        taken = canonical(state, guess)
        assert taken is None or taken in texts, (text, guess)
        assert taken == guess or guess not in texts, (text, guess)
    return True


def board_of(text: str, supply: int) -> Board:
    pyramids: list[Pyramid] = []
    for word in text.split()[:-1]:
        where, what = word.split(":")
        who, facing, *fields = what.split(".")
        square = ("abcdefgh".index(where[0]) + 1, int(where[1]))
        pyramids.append(Pyramid(who[0], int(who[1]), facing, "".join(fields), square))
    return Board(pyramids, supply)


def canonical(state: State, text: str) -> str | None:
    try:
        return GAME.format(state, GAME.parse(state, text))
    except IllegalMove:
        return None


def ordered(text: str) -> str:
    return f"{board_of(text, 3).text()} {text[-1]}"


def check_end(after: State, lost: str, seat: str, following: int) -> None:
    result = GAME.result(after)
    if not lost:
        assert (result, seat) == (None, str(following))
        return
    assert result is not None
    assert seat == "-"
    assert result.places == {"b": (2, 1), "w": (1, 2), "bw": (1, 1)}[lost]


def scatter(chance: random.Random, columns: int, rows: int, supply: int) -> str:
    """Return pieces strewn over a corner of the board, with the fields that the pool allows."""
    board = Board([], supply)
    squares = [(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)]
    for side in "bw":
        for pips, most in AT_START.items():
            for _ in range(chance.randint(1, most)):
                facing = chance.choice(FACINGS)
                one = Pyramid(side, pips, facing, "", chance.choice(squares))
                for _ in range(chance.randint(0, 3 - pips)):
                    colour = chance.choice(FIELDS)
                    if board.pool(colour, pips + len(one.fields) + 1) > 0:
                        one.fields += colour
                if not any(other.square == one.square and other.ghostly == one.ghostly for other in board.pyramids):
                    board.pyramids.append(one)
    movers = [seat for seat, side in enumerate("bw", 1) if any(one.side == side for one in board.pyramids)]
    return f"{board.text()} {chance.choice(movers)}"


@pytest.mark.parametrize("text", HAND_MADE)
def test_rare_positions_go_on_the_same_way_in_both(text: str) -> None:
    assert compare(ordered(text), random.Random(1), 3)


@pytest.mark.parametrize("text", HAND_MADE)
def test_rare_positions_seen_by_the_other_side_go_on_the_same_way(text: str) -> None:
    assert compare(ordered(f"{text[:-1]}{3 - int(text[-1])}"), random.Random(2), 3)


@pytest.mark.parametrize("count", [6, pytest.param(60, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(
    ("columns", "rows", "supply"),
    [(4, 4, 3), *(pytest.param(*each, marks=pytest.mark.thorough) for each in [(8, 2, 5), (3, 3, 3)])],
)
def test_scattered_crowds_go_on_the_same_way_in_both(columns: int, rows: int, supply: int, count: int) -> None:
    chance = random.Random(2007 + columns)
    compared = [compare(scatter(chance, columns, rows, supply), chance, supply) for _ in range(count)]
    assert sum(compared) > 0.88 * count


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 9))])
def test_random_matches_go_the_same_way_in_both(seed: int) -> None:
    chance = random.Random(seed)
    state = GAME.start(2, {"facing": chance.choice(["upright", "forward"])}, 0)
    compared: list[bool] = []
    for ply in range(24):
        if state.mover is None:
            break
        if ply % 6 == 0:
            compared.append(compare(GAME.position(state), chance, 3))
        legal = GAME.legal(state)
        attacks = [move for move in legal if any(action.startswith("x") for action in move.actions)]
        state = GAME.play(state, chance.choice(attacks if attacks and chance.random() < 0.7 else legal))
    assert sum(compared) * 2 > len(compared)


@pytest.mark.parametrize("name", ["black-wins", "every-power", "both-lose-a-size", "forward-pushes"])
def test_recorded_matches_are_what_the_reference_plays(name: str) -> None:
    match = json.loads((GOLDEN / f"force-field-factions-{name}.json").read_text("utf-8"))
    before = match["start"]
    for text, position in match["moves"]:
        after = play(board_of(before, 3), "bw"[int(before[-1]) - 1], text)
        assert position == f"{after} {'-' if loser(after) else 3 - int(before[-1])}"
        before = position
