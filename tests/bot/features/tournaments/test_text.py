"""Posts of events fit into a message, however many people there are and whatever they are called."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.features.tournaments.commands import page_buttons
from bot.features.tournaments.text import cross_table, event_list, page_text, round_post, sign_up_post
from bot.interactions.replies import MAX_LENGTH
from bot.referee.formatting import ago, until
from bot.referee.tournaments.standings import (
    PairingResult,
    RunningMatch,
    TournamentPage,
    TournamentRound,
    rank_group,
    results_of,
)
from games import GAMES
from renderers.charts.cross_table import cross_table_text
from storage.queries.rows import (
    Entrant,
    Match,
    Pairing,
    PairingSeat,
    Person,
    Tournament,
    TournamentKind,
    TournamentStatus,
)
from tests.playground.client import custom_id, labels

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
INFO = GAMES["xero-g"].info
SEATS = (Person(1, "Ann"), Person(2, "Bob"))
MATCH = Match(5, INFO.key, 1, {}, 1, 1, 2, None, SEATS, 0, "", 2, NOON, NOON, None, 1, {}, frozenset())


def event(kind: TournamentKind = "league", status: TournamentStatus = "running", stage: int = 0) -> Tournament:
    options: dict[str, int | str] = {}
    clock = "59d+59d cap 60d no weekends no net no vacation no pauses"
    terms = ("x_" * 30, kind, INFO.key, options, clock, 2, 1, 3, 9)
    times = (NOON, NOON, None, None, NOON, NOON)
    return Tournament(10**6, 1, 2, *terms, None, 1, None, status, stage, *times, None)


def people(count: int, *, gone: int = 0, name: str = "_" * 32) -> list[Entrant]:
    return [
        Entrant(1, number, name, NOON, 0, number, withdrawn_at=NOON if number <= gone else None)
        for number in range(1, count + 1)
    ]


def page(entrants: list[Entrant]) -> TournamentPage:
    ids = [each.user_id for each in entrants]
    rows = rank_group(ids, [PairingResult((one, one + 1), (1, 2)) for one in ids[:-1]])
    return TournamentPage(event(), 0, 1, 0, entrants, [rows], rows, [], [])


@pytest.mark.parametrize("count", [0, 1, 30, 1000])
@pytest.mark.parametrize("kind", ["league", "cup", "tables"])
def test_the_sign_up_fits_and_counts_those_whom_it_does_not_name(kind: TournamentKind, count: int) -> None:
    post = sign_up_post(event(kind, "open"), people(count), INFO)

    assert len(post) <= MAX_LENGTH
    named = post.count("\\_" * 32)
    assert named == count or f" and {count - named} more\n" in post
    assert post.endswith("\n-# event 1000000")


@pytest.mark.parametrize(
    ("count", "ended", "said"),
    [
        (7, NOON, "It was cancelled when sign-up ended: 7 signed up, and 8 were needed. With fewer, a league works"),
        (7, NOON - DAY, "It was cancelled.\n"),
        (8, NOON, "It was cancelled.\n"),
    ],
)
def test_a_cancelled_cup_says_that_too_few_signed_up_if_that_was_why(count: int, ended: datetime, said: str) -> None:
    assert said in sign_up_post(replace(event("cup", "cancelled"), ended_at=ended), people(count), INFO)


def test_the_list_says_until_when_people_sign_up_and_how_other_events_stand() -> None:
    lines = event_list([event("cup", "open"), event("tables", "cancelled")], {INFO.key: INFO.title}).splitlines()

    assert lines[1].endswith(f": Xero-G, cup, sign-up until {until(NOON)}")
    assert lines[2].endswith(": Xero-G, tables, cancelled")


@pytest.mark.parametrize("count", [2, 16, 300])
def test_a_page_fits_and_counts_those_whom_it_leaves_out(count: int) -> None:
    text = page_text(page(people(count, gone=count // 2)), INFO, NOON)

    assert len(text) <= MAX_LENGTH
    rows = sum("points from" in line or "point from" in line for line in text.splitlines())
    assert rows == count or f"-# and {count - rows} more\n" in text
    assert text.endswith("\n-# event 1000000")


def test_people_who_share_a_place_have_the_same_number() -> None:
    entrants = people(3, name="Ann")
    rows = rank_group([1, 2, 3], [PairingResult((1, 2), (1, 2)), PairingResult((1, 3), (1, 2))])

    text = page_text(TournamentPage(event(), 0, 1, 0, entrants, [rows], rows, [], []), INFO, NOON)

    assert [line.split()[0] for line in text.splitlines()[1:4]] == ["1\\.", "2\\.", "2\\."]


def test_before_the_first_result_nobody_has_a_place() -> None:
    entrants = people(2, name="Ann")
    rows = rank_group([1, 2], [])
    begun = TournamentPage(event(), 0, 1, 0, entrants, [rows], rows, [], [])
    table = cross_table(begun, INFO.title)

    assert page_text(begun, INFO, NOON).count("\n\u2013 **Ann** 0 points from 0") == 2
    assert table
    assert [row.place for row in table.rows] == [None, None]
    assert "played. Ann, 0. Ann, 0." in cross_table_text(table)


def test_matches_of_people_whose_results_were_struck_are_not_counted() -> None:
    entrants = [*people(2, name="Ann"), Entrant(1, 3, "Cleo", NOON, 0, 3, withdrawn_at=NOON, struck=True)]
    found = [
        Pairing(number, 1, 0, 0, number, NOON, (PairingSeat(one, 1), PairingSeat(other, 2)))
        for number, (one, other) in enumerate([(1, 2), (1, 3), (2, 3)], 1)
    ]
    rows = rank_group([1, 2, 3], results_of(found), {3})
    table = cross_table(TournamentPage(event(), 0, 1, 0, entrants, [rows], rows, found, []), INFO.title)

    assert table
    assert table.subtitle.endswith(", 1 of 1 matches played")


def test_a_page_says_which_of_the_groups_it_shows() -> None:
    second = replace(page(people(2)), number=1, pages=3)

    assert page_text(second, INFO, NOON).splitlines()[0].endswith(", group 2 of 3")


@pytest.mark.parametrize(("number", "turns"), [(0, {"Next": 1}), (1, {"Previous": 0, "Next": 2}), (2, {"Previous": 1})])
async def test_buttons_lead_from_a_page_to_those_beside_it(number: int, turns: dict[str, int]) -> None:
    view = page_buttons(replace(page(people(2)), number=number, pages=3))

    assert view
    shown = {"components": view.to_components()}
    assert labels(shown) == [*turns, "Mine"]
    assert all(custom_id(shown, label).endswith(f":{to}") for label, to in turns.items())


async def test_the_only_page_has_no_buttons() -> None:
    assert page_buttons(page(people(2))) is None


def page_of_running(*running: RunningMatch) -> str:
    return page_text(TournamentPage(event(), 0, 1, 0, people(2), [], [], [], running), INFO, NOON)


def test_who_is_waited_for_is_named_with_the_thread_or_with_the_others() -> None:
    text = page_of_running(RunningMatch(MATCH, NOON + DAY), RunningMatch(replace(MATCH, thread_id=9), None))

    assert f"- #5: **Bob** to move against **Ann**, time runs out {ago(NOON + DAY)}\n" in text
    assert "- <#9>: **Bob** to move, the clock is paused\n" in text
    assert " more match" not in text


def test_of_many_running_matches_the_first_twelve_are_named() -> None:
    text = page_of_running(*[RunningMatch(MATCH, NOON + DAY)] * 14)

    assert text.count("- #5: ") == 12
    assert "\n-# and 2 more matches\n" in text


def round_of(*found: Pairing, stage: int = 0, of: int = 0) -> TournamentRound:
    """Return a round of an event that is at the round `of`, between Ann, Bob and Cleo; match 9 has a thread."""
    entrants = [Entrant(1, user, name, NOON, 0, user) for user, name in ((7, "Ann"), (8, "Bob"), (9, "Cleo"))]
    numbers = [each.match_id for each in found if each.match_id]
    begun = {number: replace(MATCH, id=number, thread_id=99 if number == 9 else None) for number in numbers}
    return TournamentRound(event("cup" if of else "league", "running", of), stage, entrants, found, begun)


def pairing(number: int, match: int | None, *places: int | None, after: int | None = None, group: int = 0) -> Pairing:
    """Return a pairing of Ann and Bob, perhaps with Cleo, that was settled so many hours after noon, if at all."""
    seats = tuple(PairingSeat(user, place) for user, place in zip((7, 8, 9), places, strict=False))
    settled = None if after is None else NOON + after * timedelta(hours=1)
    return Pairing(number, 1, 0, group, match, settled, seats)


def test_a_round_lists_its_running_matches_then_the_latest_results() -> None:
    found = [
        pairing(1, None, None, None),
        pairing(2, 9, None, None),
        pairing(3, 5, None, None),
        pairing(4, 6, 1, 2, after=1),
        pairing(5, 7, 1, 1, after=3),
        pairing(6, None, 2, 1, after=2),
        pairing(7, 8, None, None, after=2),
        pairing(8, 10, 1, 1, 3, after=0),
    ]

    lines = round_post(round_of(*found), INFO).splitlines()

    assert lines[1:] == [
        "It's running, with 3 people. **Table** shows how it stands.",
        "5 of 8 matches played.",
        "- <#99>",
        "- #5, **Ann** and **Bob**",
        "- #7, **Ann** and **Bob**: a draw",
        "- #8, **Ann** and **Bob**: no result",
        "- **Ann** and **Bob**: **Bob** won",
        "- #6, **Ann** and **Bob**: **Ann** won",
        "- #10, **Ann**, **Bob** and **Cleo**: **Ann** and **Bob** share first place",
        "-# event 1000000",
    ]


def test_a_round_of_a_cup_has_its_name_and_leads_to_the_next_one() -> None:
    found = [pairing(1, 9, 1, 2, after=1, group=0), pairing(2, 5, None, None, group=1)]

    now = round_post(round_of(*found, stage=2, of=2), INFO).splitlines()
    before = round_post(round_of(*found, stage=2, of=3), INFO, "https://discord.com/channels/1/2/3").splitlines()

    assert now[1:3] == [
        "It's running, with 3 people. **Table** shows how it stands.",
        "Semi-finals: 1 of 2 matches played.",
    ]
    assert before[1:3] == [
        "Semi-finals: 1 of 2 matches played.",
        "The next round: https://discord.com/channels/1/2/3",
    ]


@pytest.mark.parametrize(("running", "played"), [(200, 0), (40, 200), (0, 500)])
def test_a_round_fits_and_counts_the_matches_that_it_leaves_out(running: int, played: int) -> None:
    found = [pairing(number, 9, None, None) for number in range(running)]
    found += [pairing(running + number, 9, 1, 2, after=number) for number in range(played)]

    text = round_post(round_of(*found), INFO)

    assert len(text) <= MAX_LENGTH
    shown = text.count("\n- <#99>: **Ann** won")
    assert text.count("\n- <#99>") - shown == running or f"-# and {running - text.count('- <#99>')} more\n" in text
    assert shown == played or f"\n-# and {played - shown} more matches\n" in text


def test_the_sign_up_of_an_event_that_began_leads_to_its_matches() -> None:
    post = sign_up_post(event(), people(3), INFO, "https://discord.com/channels/1/2/3")

    assert "\nIt began with 3 people: https://discord.com/channels/1/2/3\n" in post
    assert "It's running" not in post


@pytest.mark.parametrize(("count", "said"), [(16, "0 of 0 matches played"), (40, "played, first 16 of 40 people")])
def test_a_picture_of_the_first_places_says_so(count: int, said: str) -> None:
    table = cross_table(page(people(count)), INFO.title)

    assert table
    assert len(table.rows) == 16
    assert table.subtitle.endswith(said)


def other_groups(*groups: list[PairingResult]) -> str:
    """Return the page of the first group of some of three people, 1 to 3, 4 to 6 and so on."""
    entrants = people(3 * len(groups))
    standings = [rank_group(range(3 * number + 1, 3 * number + 4), each) for number, each in enumerate(groups)]
    return page_text(TournamentPage(event(), 0, len(groups), 0, entrants, standings, standings[0], [], []), INFO, NOON)


def test_a_page_says_who_is_first_in_the_other_groups() -> None:
    name = people(1, name="Ann")[0].name
    won, drawn = PairingResult((4, 5), (1, 2)), PairingResult((7, 8), (1, 1))
    text = other_groups([], [won], [drawn], []).replace("\\_" * 32, name)

    assert "\nFirst in other groups: **Ann** (group 2) and **Ann** and **Ann** (group 3).\n" in text
    assert "other groups" not in other_groups([], [])


def test_a_page_of_many_groups_fits() -> None:
    text = other_groups(*([PairingResult((3 * each + 1, 3 * each + 2), (1, 1))] for each in range(9)))

    assert len(text) <= MAX_LENGTH
    assert "and 2 more groups.\n" in text


def final(*results: tuple[PairingSeat, PairingSeat]) -> str:
    """Return the page of a final between Ann, the higher seed, and Bob."""
    entrants = [Entrant(1, 7, "Ann", NOON, 0, 1), Entrant(1, 8, "Bob", NOON, 0, 2)]
    found = [Pairing(number, 1, 3, 0, number, NOON, seats) for number, seats in enumerate(results, 1)]
    return page_text(TournamentPage(event("cup", "finished", 3), 3, 4, 3, entrants, [], [], found, []), INFO, NOON)


def test_the_winner_of_the_final_wins_the_cup() -> None:
    text = final((PairingSeat(7, 1), PairingSeat(8, 2)), (PairingSeat(8, 1), PairingSeat(7, 1)))

    assert "finished, final\n" in text
    assert "**Ann** 3:1 **Bob**, **Ann** wins the cup\n" in text
    assert "-# Two matches each. Level on points: fewer losses on time, then the higher seed.\n" in text


def test_a_tie_that_is_level_on_points_says_why_it_was_won() -> None:
    drawn = (PairingSeat(7, 1), PairingSeat(8, 1))
    assert "**Ann** 2:2 **Bob**, **Ann** wins the cup as the higher seed\n" in final(drawn, drawn)
    late = final((PairingSeat(7, 2, late=True), PairingSeat(8, 1)), (PairingSeat(8, 2), PairingSeat(7, 1)))
    assert "**Ann** 2:2 **Bob**, **Bob** wins the cup with fewer losses on time\n" in late
