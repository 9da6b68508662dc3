"""Names of games and seats as players type them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.referee.challenges.issue import find_game_of_match, parse_game, parse_seat, split_game
from bot.referee.errors import RequestRejected
from games import GAMES
from tests.bot.referee.challenge_context import make_challenge_context
from tests.bot.referee.clock_context import ANN, BOB, CLEO
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext


async def test_the_game_is_that_of_all_matches_of_a_person(here: ClockContext) -> None:
    with pytest.raises(RequestRejected):
        await find_game_of_match(here.context, here.request(ANN))
    for _ in range(2):
        await here.begin("none", "martian-life")
        assert await find_game_of_match(here.context, here.request(BOB)) is GAMES["martian-life"].info
    others = {key: game for key, game in GAMES.items() if key != "martian-life"}
    with pytest.raises(RequestRejected):
        await find_game_of_match(replace(here.context, games=others), here.request(BOB))
    await here.begin("none", "zyrcan", 3)
    assert await find_game_of_match(here.context, here.request(CLEO)) is GAMES["zyrcan"].info
    with pytest.raises(RequestRejected):
        await find_game_of_match(here.context, here.request(BOB))


async def test_a_game_is_named_by_its_key_or_a_beginning_that_only_it_has(tmp_path: Path) -> None:
    async with make_challenge_context(await create_database(tmp_path / "turnpost.db")) as at:
        for typed, key in (
            ("xero-g", "xero-g"),
            (" Xero G! ", "xero-g"),
            ("xe", "xero-g"),
            ("martianlife", "martian-life"),
            ("force", "force-field-factions"),
            ("XONG", "xong"),
            ("xongs", "xong"),
            ("xonk", "xong"),
            ("zyrkan", "zyrcan"),
            ("FFF", "force-field-factions"),
            ("forcefield fractions", "force-field-factions"),
        ):
            assert parse_game(at.context, typed).key == key
        for typed in ("x", "chess", "zap", "xomk"):
            with pytest.raises(RequestRejected, match=f"There's no game called `{typed}`"):
                parse_game(at.context, typed)
        for typed in ("", "-!"):
            with pytest.raises(RequestRejected) as rejection:
                parse_game(at.context, typed)
            assert "There's no game" not in rejection.value.reason


async def test_a_game_is_found_among_other_words(tmp_path: Path) -> None:
    async with make_challenge_context(await create_database(tmp_path / "turnpost.db")) as at:
        for typed, key, others in (
            ("Bob xero-g", "xero-g", ["Bob"]),
            ("xero g Bob", "xero-g", ["Bob"]),
            ("force field factions Mary Ann", "force-field-factions", ["Mary", "Ann"]),
            ("Max and Zed zyrkan", "zyrcan", ["Max", "and", "Zed"]),
            ("xong", "xong", []),
            ("xong Marti", "xong", ["Marti"]),
        ):
            info, left = split_game(at.context, typed)
            assert (info.key, left) == (key, others)
        many = ["so"] * 11
        assert split_game(at.context, f"{' '.join(many)} xong Bob") == (GAMES["xong"].info, [*many, "Bob"])
        for typed in ("", "Bob chess", f"so {' '.join(many)} xong"):
            with pytest.raises(RequestRejected):
                split_game(at.context, typed)


def test_a_seat_is_named_by_its_number_or_name() -> None:
    info = GAMES["xero-g"].info
    for seat, name in enumerate(info.seats, 1):
        assert parse_seat(info, f" {name.upper()} ") == seat
        assert parse_seat(info, str(seat), "random") == seat
    assert parse_seat(info, "Random", "random", "theirs") is None
    for typed in ("", "0", str(len(info.seats) + 1), "random"):
        with pytest.raises(RequestRejected):
            parse_seat(info, typed)
