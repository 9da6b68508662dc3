"""Reads whole positions back from alt texts and from boards in sentences, as a listener would write them down."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

from games import GAMES
from games.force_field_factions.state import COLOURS, COMPASS, GHOST, GRID as FACTIONS
from games.hex_grid import DIRECTIONS, LETTERS, STANDARD, Cell
from games.martian_life.state import GRID as MARS
from games.xero_g.state import GRID as SPACE
from games.xong.board import LegBoard
from games.xong.lattice import leg_index, union
from games.xong.shapes import catalogue, number

Facts = dict[str, Any]
SIZES = ("small", "medium", "large")
ENGINES = {"One": 1, "Two": 2, "Three": 3}


def find(pattern: str, words: str) -> str:
    """Return what the first group of a pattern matches, or an empty text."""
    found = re.search(pattern, words, re.MULTILINE)
    return found[1] if found else ""


def read_rows(words: str) -> list[str]:
    """Return what stands on all rows of a board in sentences, piece by piece."""
    return list(chain.from_iterable(row.split(", ") for row in re.findall(r"^Row \w: (.*)\.$", words, re.MULTILINE)))


def read_mover(words: str, key: str) -> int | None:
    """Return the seat that has to do something."""
    seats = GAMES[key].info.seats
    name = find(rf"\(({'|'.join(seats)})\) (?:has )?to ", words)
    return seats.index(name) + 1 if name else None


def read_xero_g(words: str) -> Facts:
    """Return the ships, the seat to move, and the row that it lays or flies from."""
    ships = [item.split() for item in read_rows(words)]
    for group in find(r"Ships: ([^.]*)\.", words).split("; "):
        size, _, names = group.partition(" ")
        ships += [[name, size] for name in re.findall(r"[a-f][1-6]", names)]
    task = re.search(r"to (lay|fly)(?: out| from) row (\d)", words)
    return {
        "ships": {SPACE.numbers[name]: SIZES.index(size) + 1 for name, size in ships},
        "mover": read_mover(words, "xero-g"),
        "task": (task[1], int(task[2])) if task else None,
    }


def read_martian_life(words: str) -> Facts:
    """Return the pieces, the seat to move, and what limits the match."""
    pieces = [(place, seat, size) for place, seat, size in (item.split() for item in read_rows(words))]
    for group in find(r"On the board: ([^.]*)\.", words).split("; "):
        seat, _, rest = group.partition(" ")
        for size, names in re.findall(r"(small|medium|large) ((?:[a-h]\d(?:, )?)+)", rest):
            pieces += [(name, seat, size) for name in re.findall(r"[a-h]\d", names)]
    seats = GAMES["martian-life"].info.seats
    return {
        "pieces": {MARS.numbers[name]: (seats.index(seat) + 1, SIZES.index(size) + 1) for name, seat, size in pieces},
        "mover": read_mover(words, "martian-life"),
        "target": int(find(r"more than (\d+) win", words)),
        "unlimited": "In stock: no limit." in words,
    }


def read_factions(words: str) -> Facts:
    """Return the pieces with facing, phase and fields, the seat to move, and the pool."""
    pieces = read_rows(words)
    for seat in ("Black", "White"):
        for group in find(rf"[.] {seat}: ([^.]*)[.]", words).split("; "):
            size, _, listed = group.partition(" pip")
            pieces += [
                f"{item[:2]} {seat} {size} pips {item[3:]}" for item in listed.removeprefix("s").strip().split(", ")
            ]
    letters = {name: letter for letter, name in COLOURS.items()}
    found: dict[int, tuple[int, int, int, str]] = {}
    for piece in pieces:
        parts = re.fullmatch(r"([a-h]\d) (Black|White) (\d) pips? ([a-z-]+)( out of phase)?(?: \(([a-z ]+)\))?", piece)
        if parts:
            place = FACTIONS.numbers[parts[1]] + (GHOST if parts[5] else 0)
            fields = "".join(letters[name] for name in parts[6].split(" in ")) if parts[6] else ""
            seat = ("Black", "White").index(parts[2]) + 1
            found[place] = (seat, int(parts[3]), COMPASS.index(parts[4]), fields)
    pool = re.findall(r"(\w+) (\d)(?: small,)? (\d)", find(r"Pool, [^:]*: ([^.]*)\.", words))
    left = {letters[name]: (int(small), int(large)) for name, small, large in pool}
    return {"pieces": found, "mover": read_mover(words, "force-field-factions"), "pool": left}


def read_zyrcan(words: str) -> Facts:
    """Return the ships, hands, phase, seat to move, who is out, who still plays, and the cells in use."""
    seats = GAMES["zyrcan"].info.seats
    ships = {name: (seats.index(seat) + 1, int(engines)) for name, seat, engines in map(str.split, read_rows(words))}
    hands: dict[int, dict[int, int]] = {}
    players: list[int] = []
    out: set[int] = set()
    fleets = re.findall(
        r"\b(Red|Blue|Yellow|Green|Purple)\)?( \(out\))?: \d+ engines?, \d+ ships?\."
        r"((?: (?:One|Two|Three) engines?: [^.]*\.)*)(?: In hand: ([^.]*)\.)?",
        words,
    )
    for name, left, listed, hand in fleets:
        seat = seats.index(name) + 1
        players.append(seat)
        out |= {seat} if left else set()
        for engines, cells in re.findall(r"(One|Two|Three) engines?: ([^.]*)\.", listed):
            ships |= dict.fromkeys(cells.split(", "), (seat, ENGINES[engines]))
        if hand:
            hands[seat] = {int(engines): int(count) for count, engines in re.findall(r"(\d) of (\d)", hand)}
    still = find(r"This is the last round: (.*?) still plays?\.", words)
    use = find(r"In use: ([^.]*)\.", words)
    return {
        "players": players,
        "blitzkrieg": words.startswith("Zyrcan Blitzkrieg"),
        "ships": ships,
        "hands": hands,
        "task": find(r"\) (has to place|has to capture|has to fly)", words),
        "still": [seat for seat, name in enumerate(seats, 1) if name in still],
        "mover": read_mover(words, "zyrcan"),
        "out": out,
        "cells": set(read_cells(use)) if use else set(STANDARD.names),
    }


def read_cells(words: str) -> list[str]:
    """Return the names of cells, some of them as runs: "b1 to b4, b6"."""
    names: list[str] = []
    for run in words.split(", "):
        first, _, last = run.partition(" to ")
        names += [f"{first[0]}{n}" for n in range(int(first[1:]), int((last or first)[1:]) + 1)]
    return names


def read_xong(words: str, board: LegBoard) -> Facts:
    """Return the board, both players' legs, the Xoid in hand and the seat to move.

    `board` is taken where the words don't name its hexagons.
    """
    named = find(r"Hexagons: ([^.]*)\.", words)
    if named:
        names = read_cells(named)
        board = LegBoard(frozenset(Cell(LETTERS.index(name[0]), int(name[1:])) for name in names))
    legs = {"Red": 0, "Blue": 0}
    for row in re.findall(r"^Row \w: (.*)\.$", words, re.MULTILINE):
        for part in row.split("; "):
            seat, _, names_of_legs = part.partition(": ")
            legs[seat] |= read_legs(names_of_legs, board)
    both = re.search(r"Legs of Red: ([^;.]*)(?:; of|\..* Legs of) Blue: ([^.]*)\.", words)
    rest = re.search(r"Legs of (Red|Blue): ([^;]*); vacant: ([^;]*); all other legs: (Red|Blue)\.", words)
    if both:
        legs = {"Red": read_legs(both[1], board), "Blue": read_legs(both[2], board)}
    elif rest:
        own = read_legs(rest[2], board)
        legs = {rest[1]: own, rest[4]: board.legs & ~own & ~read_legs(rest[3], board)}
    return {
        "board": board.area,
        "legs": (legs["Red"], legs["Blue"]),
        "hand": find(r"to place (F[LR()]*)", words) or None,
        "mover": read_mover(words, "xong"),
    }


def read_legs(words: str, board: LegBoard) -> int:
    """Return legs that are named by hexagon: "e5 e ne, e6 e"."""
    cells = {cell.name: cell for cell in board.cells}
    found: list[int] = []
    for item in words.split(", ") if words != "none" else []:
        name, *sides = item.split()
        found += [
            leg_index(cells[name], DIRECTIONS.index(side)) for side in (DIRECTIONS if sides == ["all"] else sides)
        ]
    assert len(found) == len(set(found)), words
    return union(found)


def read_played(words: str) -> set[str]:
    """Return the Xoids played, from the board in sentences."""
    walks = {number(shape.text) or "": shape.text for size in catalogue() for shape in size}
    listed = find(r"Xoids played: ([^.]*)\.", words)
    return {walks.get(name, name) for name in listed.split(", ")} if listed != "none" else set()


def read_catalogue(words: str) -> set[str]:
    """Return the Xoids played, from the catalogue in sentences."""
    listed = find(r"^Played: (.*)\.$", words), find(r"^Played, of 7 legs and more: (.*)\.$", words)
    walks = re.findall(r"(?:^|, )\d-\d+ (F[LR()]*)", listed[0]) + re.findall(r"(?:^|, )(F[LR()]*) \(", listed[1])
    return set(walks)
