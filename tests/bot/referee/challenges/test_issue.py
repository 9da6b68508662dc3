"""Terms of challenges that make no sense or don't fit their place, and names, numbers and words as they are typed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee.challenges.issue import (
    ChallengeTerms,
    find_game_of_match,
    issue_challenge,
    parse_count,
    parse_game,
    parse_seat,
    parse_yes_or_no,
    split_game,
)
from bot.referee.challenges.start import MOST_STANDING_MATCHES
from bot.referee.errors import RequestRejected
from bot.referee.requests import AlreadyDone
from games import GAMES
from storage.queries.rows import DIRECT, Challenge, Match
from tests.bot.referee.challenge_context import ANN, BOB, CHANNEL, CLEO, GUILD, SAID, make_challenge_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from storage.queries.rows import Person
    from tests.bot.referee.challenge_context import ChallengeContext
    from tests.bot.referee.clock_context import ClockContext


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ChallengeContext]:
    async with make_challenge_context(await create_database(tmp_path / "turnpost.db")) as made:
        yield made


async def issue(
    at: ChallengeContext, *people: Person, guild_id: int = GUILD, in_place: bool = False, size: int = 2, **terms: Any
) -> Challenge | Match | AlreadyDone:
    chosen: dict[str, Any] = {"options": {}, "seat": None, "display": {}, **terms}
    offer = ChallengeTerms(GAMES["zyrcan" if size > 2 else "xero-g"].info, size=size, **chosen)
    return await issue_challenge(
        at.context, offer, people, guild_id=guild_id, channel_id=CHANNEL, source_id=next(SAID), in_place=in_place
    )


@pytest.mark.parametrize(
    ("people", "terms", "reason"),
    [
        ((ANN, ANN), {}, "can't challenge yourself"),
        ((ANN, BOB, BOB), {"size": 3}, "Mention each person once"),
        ((ANN, BOB), {"seat": 3}, "no seat 3 in a match of 2"),
        ((ANN,), {"matches": 0}, f"from 1 to {MOST_STANDING_MATCHES}"),
        ((ANN,), {"matches": MOST_STANDING_MATCHES + 1}, f"from 1 to {MOST_STANDING_MATCHES}"),
        ((ANN, BOB), {"matches": 2}, "name no opponent"),
        ((ANN,), {"level": 0, "computers": 1}, "not 0"),
        ((ANN,), {"level": 99, "computers": 1}, "not 99"),
        ((ANN, BOB), {"options": {"colour": "red"}}, "colour"),
        ((ANN,), {"size": 1}, "Name more people, or let me take seats with `fill=1`"),
    ],
)
async def test_terms_that_make_no_sense_are_rejected(
    at: ChallengeContext, people: tuple[Person, ...], terms: dict[str, Any], reason: str
) -> None:
    with pytest.raises(RequestRejected, match=reason):
        await issue(at, *people, **terms)


async def test_terms_at_their_limits_are_taken(at: ChallengeContext) -> None:
    made = await issue(at, ANN, matches=MOST_STANDING_MATCHES, seat=2)
    assert isinstance(made, Challenge)
    assert (made.again, made.seat) == (MOST_STANDING_MATCHES - 1, 2)
    highest = len(at.context.engine("xero-g").levels)
    for level in (1, highest):
        match = await issue(at, ANN, computers=1, level=level)
        assert isinstance(match, Match)
        assert sorted(person.level or 0 for person in match.seats) == [0, level]


@pytest.mark.parametrize("in_place", [False, True])
async def test_a_direct_challenge_names_all_players_where_nobody_can_join(
    at: ChallengeContext, *, in_place: bool
) -> None:
    made = await issue(at, ANN, BOB, guild_id=DIRECT, in_place=in_place)
    assert isinstance(made, Challenge)
    assert len(await at.said("challenge")) == (0 if in_place else 2)
    if in_place:
        assert isinstance(await issue(at, ANN, guild_id=DIRECT, in_place=True), Challenge)
    else:
        with pytest.raises(RequestRejected, match="Nobody else can join"):
            await issue(at, ANN, guild_id=DIRECT)
    with pytest.raises(RequestRejected, match="have no clock"):
        await issue(at, ANN, BOB, guild_id=DIRECT, in_place=in_place, clock="3d")
    assert isinstance(await issue(at, ANN, CLEO, guild_id=DIRECT, in_place=in_place, clock="none"), Challenge)


async def test_only_on_a_server_a_challenge_leads_to_several_matches(at: ChallengeContext) -> None:
    with pytest.raises(RequestRejected, match="Only on a server"):
        await issue(at, ANN, guild_id=DIRECT, in_place=True, matches=2)


async def test_a_repeated_request_issues_nothing(at: ChallengeContext) -> None:
    made = await at.issue(ANN, BOB)
    terms = ChallengeTerms(GAMES["xero-g"].info, {}, None, 2, {})
    again = await issue_challenge(
        at.context, terms, (ANN, CLEO), guild_id=GUILD, channel_id=CHANNEL, source_id=made.source_id
    )
    assert again == AlreadyDone()
    assert await at.open_by(ANN) == [made]


def test_counts_are_up_to_three_digits() -> None:
    for typed, count in ((" 7 ", 7), ("0", 0), ("999", 999), ("007", 7)):
        assert parse_count("level", typed) == count
    for typed in ("", "-1", "1000", "two", "1.5", "\u0663", "\u00b2"):
        with pytest.raises(RequestRejected, match="`level` has to be a number"):
            parse_count("level", typed)


def test_yes_and_no_are_read_in_any_case() -> None:
    assert parse_yes_or_no("rated", " YES ") is True
    assert parse_yes_or_no("rated", "no") is False
    for typed in ("", "maybe", "y"):
        with pytest.raises(RequestRejected, match="`rated` can be `yes` or `no`"):
            parse_yes_or_no("rated", typed)


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
