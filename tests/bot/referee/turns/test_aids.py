"""Where a piece can go and hints: in which match, for whom, and what is said of texts that the rules don't take."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.computer import find_turn_for_hint
from bot.referee.endings import resign
from bot.referee.errors import ChoiceUnavailable, RequestRejected
from bot.referee.requests import AmbiguousMatch, MoveText
from bot.referee.turns.aids import (
    MatchDestinations,
    complete_move,
    find_movable_piece,
    find_step,
    get_destinations,
    guide_move,
    list_movable_pieces,
    name_arrows,
    suggest_places,
    taps_after,
    walk_choices,
)
from bot.referee.turns.play import play_move
from games import GAMES
from games.contract import Choice, Destinations, Step
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, BOB, CLEO, GUILD

if TYPE_CHECKING:
    from games.contract import Game
    from storage.queries.rows import Person
    from tests.bot.referee.clock_context import ClockContext


async def complete(here: ClockContext, match: Match, person: Person, text: str = "") -> list[str]:
    found = await complete_move(here.context, here.request(person), MoveText(text, match.id), 3)
    return [each.text for each in found]


async def test_only_the_player_to_move_gets_completions(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    assert await complete(here, match, ANN, "c") == ["#1 c1", "#1 c2", "#1 c3"]
    assert await complete(here, match, BOB, "c") == []
    assert await complete(here, match, CLEO, "c") == []
    await resign(here.context, here.request(BOB), match.id)
    assert await complete(here, match, ANN, "c") == [], "the match is over"


async def find(
    here: ClockContext, match: Match, person: Person, text: str, ply: int | None = None
) -> MatchDestinations:
    found = await get_destinations(here.context, here.request(person), MoveText(text, match.id, ply))
    assert isinstance(found, MatchDestinations)
    return found


async def reason(here: ClockContext, match: Match, person: Person, text: str, ply: int | None = None) -> str:
    with pytest.raises(RequestRejected) as rejected:
        await find(here, match, person, text, ply)
    return rejected.value.reason


async def test_everyone_may_ask_and_all_but_the_mover_read_whose_turn_it_is(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    mine = await find(here, match, ANN, "")
    assert mine.turn_note == ""
    assert mine.destinations.places
    for person in (BOB, CLEO):
        theirs = await find(here, match, person, "", 1)
        assert theirs.turn_note.startswith("It's **Ann**'s turn (")
        assert theirs.destinations == mine.destinations


async def test_a_sentence_of_the_rules_is_addressed_to_the_mover(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    mine, theirs = [await reason(here, match, person, "z9") for person in (ANN, BOB)]
    assert "For **Ann**:" not in mine
    assert theirs.startswith("It's **Ann**'s turn (")
    assert theirs.endswith(f" For **Ann**: {mine}")


async def test_only_the_next_turn_of_a_match_that_goes_on_has_destinations(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await here.move(match.id)
    for ply in (1, 3):
        assert await reason(here, match, BOB, "", ply) == f"#{match.id} waits for move 2, not for move {ply}."
    assert (await find(here, match, BOB, "", 2)).snapshot.ply == 1
    await resign(here.context, here.request(ANN), match.id)
    assert "There's nothing left to play" in await reason(here, match, BOB, "")


async def test_places_are_suggested_as_typed_and_matches_where_several_are_meant(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    request = here.request(ANN)
    places = await suggest_places(here.context, request, MoveText("A", match.id), 3)
    assert len(places) == 3
    assert all(place.startswith(f"#{match.id} a") for place in places)
    assert await suggest_places(here.context, request, MoveText("", 99), 3) == []
    other = await here.begin("none", "martian-life")
    assert isinstance(await get_destinations(here.context, request, MoveText("")), AmbiguousMatch)
    suggested = await suggest_places(here.context, request, MoveText(""), 25)
    assert sorted(suggested) == [f"#{match.id} ", f"#{other.id} "]
    assert await suggest_places(here.context, request, MoveText(""), 1) == suggested[:1]


async def test_only_pieces_that_can_move_are_listed_and_found(here: ClockContext) -> None:
    match = await here.begin("none", "force-field-factions")
    found = await find(here, match, ANN, "")
    pieces = await list_movable_pieces(here.context, found)
    assert list(pieces) == [place for place in found.destinations.places if place in pieces] != []
    assert all(each.source and each.places for each in pieces.values())
    game, state = GAMES["force-field-factions"], found.snapshot.state
    place = next(iter(pieces))
    assert await find_movable_piece(game, state, f"`{place.upper()}: nowhere") == place
    for text in ("", "nowhere", "z9"):
        assert await find_movable_piece(game, state, text) is None


async def test_only_the_player_to_move_is_guided(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    guided = await guide_move(here.context, here.request(ANN), match.id, 0)
    assert (guided.text, guided.labels, guided.stale_note) == ("", (), "")
    for person, reason in ((BOB, "turn"), (CLEO, "You don't play in")):
        with pytest.raises(RequestRejected, match=reason):
            await guide_move(here.context, here.request(person), match.id, 0)
    await resign(here.context, here.request(BOB), match.id)
    with pytest.raises(RequestRejected, match="ended"):
        await guide_move(here.context, here.request(ANN), match.id, 0)


async def test_choices_lead_on_and_are_forgotten_once_the_match_has_moved_on(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    first = await guide_move(here.context, here.request(ANN), match.id, 0)
    label = first.step.choices[0].label
    chosen = await guide_move(here.context, here.request(ANN), match.id, 0, [label])
    assert chosen.labels == (label,)
    tapped = await guide_move(here.context, here.request(ANN), match.id, 0, [], ["c4"])
    assert (tapped.labels, tapped.step.move) == (("Place", "c4"), "c4")
    await here.move(match.id)
    await here.move(match.id)
    later = await guide_move(here.context, here.request(ANN), match.id, 0, [label], ["c4"])
    assert (later.labels, later.text) == ((), "")
    assert "the match is at move 2" in later.stale_note


UP, UP_RIGHT, RIGHT, DOWN, DOWN_LEFT, LEFT = "\u2191\u2197\u2192\u2193\u2199\u2190"
ARROWS = Step(
    "Which?",
    (
        Choice("stay", "-"),
        *(
            Choice(f"point {arrow} ({word})", word, f"points {arrow}")
            for arrow, word in ((UP, "n"), (RIGHT, "e"), (LEFT, "w"))
        ),
        Choice(f"take {UP}, then {DOWN}", "xs"),
        Choice(f"take {UP}, then {UP_RIGHT}", "xne"),
        Choice("leave", "."),
    ),
    Destinations((), (), ""),
)


def test_arrows_are_named_and_come_clockwise_among_choices_that_begin_alike() -> None:
    named = name_arrows(ARROWS, turned=False).choices
    assert [one.label for one in named] == [
        "stay",
        f"point {UP} up (n)",
        f"point {RIGHT} right (e)",
        f"point {LEFT} left (w)",
        f"take {UP} up, then {UP_RIGHT} up and right",
        f"take {UP} up, then {DOWN} down",
        "leave",
    ]
    assert [one.words for one in named[1:4]] == [f"points {UP} up", f"points {RIGHT} right", f"points {LEFT} left"]


def test_on_a_turned_board_arrows_point_the_other_way() -> None:
    named = name_arrows(ARROWS, turned=True).choices
    assert [one.label for one in named] == [
        "stay",
        f"point {RIGHT} right (w)",
        f"point {DOWN} down (n)",
        f"point {LEFT} left (e)",
        f"take {DOWN} down, then {UP} up",
        f"take {DOWN} down, then {DOWN_LEFT} down and left",
        "leave",
    ]
    assert [one.text for one in named] == ["-", "w", "n", "e", "xs", "xne", "."]
    assert named[2].words == f"points {DOWN} down"


def test_words_with_arrows_are_cut_behind_a_whole_word() -> None:
    step = Step("?", (Choice("a", "a", f"points {UP}, " * 9 + "and so on"),), Destinations((), (), ""))
    (choice,) = name_arrows(step, turned=False).choices
    assert len(choice.words) <= 100
    assert choice.words.endswith(f"points {UP} up, points \u2026")


def test_a_step_without_arrows_stays_as_it_is() -> None:
    step = GAMES["martian-life"].guide(GAMES["martian-life"].start(2, {}, 0), "")
    assert name_arrows(step, turned=True) is step


def test_a_single_choice_is_taken_by_itself_but_a_whole_move_is_asked_for_first() -> None:
    xero_g, zyrcan = GAMES["xero-g"], GAMES["zyrcan"]
    laying = xero_g.start(2, {}, 0)
    assert find_step(xero_g, laying, "3211", turned=False)[0] == "3211", "two ways to go on"
    text, step = find_step(xero_g, laying, "3322", turned=False)
    assert (text, step.move, step.choices) == ("332211", "332211", ())
    board = "/-,-,-,-/-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-/{b2},-,-/ 0,0,0;0,0,0;0,0,0 attack 1"
    one_way = zyrcan.parse_position(board.format(b2="11,21"), 3, {})
    text, step = find_step(zyrcan, one_way, "", turned=False)
    assert (text, step.question, [each.text for each in step.choices]) == ("b2", "Where does b2 fly?", ["b2xb3"])
    hand = board.replace("0,0,0;0,0,0;0,0,0 attack", "0,2,0;0,2,0;0,2,0 deploy").format(b2="11,-")
    text, step = find_step(zyrcan, zyrcan.parse_position(hand, 3, {}), "", turned=False)
    assert (text, step.question) == ("2@", "Where do you put the ship of 2 engines?")
    assert len(step.choices) == 36


async def test_only_against_computer_players_and_in_the_own_turn_there_are_hints(here: ClockContext) -> None:
    terms = ChallengeTerms(GAMES["martian-life"].info, {}, 1, 2, {}, computers=1)
    match = await issue_challenge(
        here.context, terms, (ANN,), guild_id=GUILD, channel_id=2, source_id=next(here.sources)
    )
    assert isinstance(match, Match)
    turn = await find_turn_for_hint(here.context, here.request(ANN), None)
    assert (turn.match, turn.reached.ply) == (match, 0)
    with pytest.raises(RequestRejected, match="You don't play"):
        await find_turn_for_hint(here.context, here.request(BOB), match.id)
    await play_move(here.context, here.request(ANN), MoveText("e4+", match.id))
    with pytest.raises(RequestRejected, match="turn"):
        await find_turn_for_hint(here.context, here.request(ANN), match.id)
    others = await here.begin("none", "zyrcan", 3)
    for person in (ANN, CLEO):
        with pytest.raises(RequestRejected, match="people play each other"):
            await find_turn_for_hint(here.context, here.request(person), others.id)


def choice(text: str, *places: str) -> Choice:
    return Choice(text.upper(), text, places=places)


BENT = replace(choice("bent", "h1", "h2", "h3", "h4"), ways=(("h1", "h2"), ("h2", "h3"), ("h2", "h4")))
CHOICES = {
    "": (choice("small", "a1", "b1"), choice("large", "b1", "c1"), choice("piece", "d1"), BENT, choice("pass")),
    "small": (choice("small a1", "a1"), choice("small b1", "b1")),
    "large": (choice("large b1", "b1"), choice("large c1", "c1")),
    "piece": (choice("one", "d1"), choice("two", "d1"), choice("three", "e1"), choice("corner", "e1", "f1", "g1")),
    "bent": (choice("x", "h1", "h2"), choice("y", "h2", "h3"), choice("z", "h2", "h4")),
    "corner": (choice("near", "e1", "f1"), choice("far", "f1", "g1"), choice("none")),
}


class Steps:
    """A game of which nothing but the guide is asked: a text without choices is a move."""

    def guide(self, _state: None, text: str) -> Step:
        choices = CHOICES.get(text, ())
        return Step("?" if choices else "", choices, Destinations((), (), ""), "" if choices else text)


STEPS = cast("Game[Any, Any]", Steps())


def split(labels: str) -> tuple[str, ...]:
    return tuple(labels.split("|")) if labels else ()


@pytest.mark.parametrize(
    ("labels", "taps", "chosen", "text", "left", "offered"),
    [
        ("", "", "", "", "", "SMALL|LARGE|PIECE|BENT|PASS"),
        ("", "a1", "SMALL|SMALL A1", "small a1", "", ""),
        ("", "b1", "", "", "b1", "SMALL|LARGE"),
        ("LARGE", "b1", "LARGE|LARGE B1", "large b1", "", ""),
        ("", "b1 c1", "LARGE", "large", "", "LARGE B1|LARGE C1"),
        ("", "d1", "PIECE", "piece", "", "ONE|TWO|THREE|CORNER"),
        ("", "d1 d1", "PIECE", "piece", "d1", "ONE|TWO"),
        ("PIECE", "d1 z9", "PIECE", "piece", "", "ONE|TWO|THREE|CORNER"),
        ("PIECE", "e1", "PIECE", "piece", "e1", "THREE|CORNER"),
        ("PIECE", "e1 e1", "PIECE", "piece", "e1", "THREE|CORNER"),
        ("PIECE", "f1", "PIECE|CORNER", "corner", "f1", "NEAR|FAR"),
        ("PIECE|CORNER", "e1", "PIECE|CORNER|NEAR", "near", "", ""),
        ("PIECE", "e1 f1", "PIECE|CORNER|NEAR", "near", "", ""),
        ("PIECE", "e1 g1", "PIECE|CORNER", "corner", "", "NEAR|FAR|NONE"),
        ("PIECE", "e1 d1", "PIECE", "piece", "d1", "ONE|TWO"),
        ("PIECE", "e1 z9", "PIECE", "piece", "", "ONE|TWO|THREE|CORNER"),
        ("", "z9", "", "", "", "SMALL|LARGE|PIECE|BENT|PASS"),
        ("", "h1", "BENT|X", "x", "", ""),
        ("", "h3 h4", "BENT|Y", "y", "", ""),
        ("", "h2", "BENT", "bent", "h2", "X|Y|Z"),
        ("", "h2 h4", "BENT|Z", "z", "", ""),
        ("", "z9 a1 b1", "SMALL|SMALL A1", "small a1", "", ""),
    ],
)
def test_taps_choose_what_they_leave_of_a_step(
    labels: str, taps: str, chosen: str, text: str, left: str, offered: str
) -> None:
    walk = walk_choices(STEPS, None, split(labels), taps.split(), turned=False)
    assert (walk.labels, walk.text, walk.taps) == (split(chosen), text, tuple(left.split()))
    assert tuple(each.label for each in walk.step.choices) == split(offered)


def test_a_choice_uses_up_the_taps_on_all_of_its_places() -> None:
    small, large = CHOICES[""][:2]
    assert taps_after(small, ("b1",)) == ("b1",)
    assert taps_after(large, ("c1", "b1")) == ()


def test_labels_come_before_taps_and_must_be_there() -> None:
    with pytest.raises(ChoiceUnavailable):
        walk_choices(STEPS, None, ["SMALL A1"], ["a1"], turned=False)
