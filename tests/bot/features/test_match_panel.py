"""What the panel of a match offers to a person, case by case, and what it says."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.client.commands import PANELS
from bot.client.panels import complete_do
from bot.features.match_panel import choose_commands, panel_text, panel_view
from bot.features.registry import FEATURES
from bot.referee.clocks.clock import PauseStatus
from bot.referee.situation import Situation
from games import GAMES
from storage.queries.clocks import Clock
from storage.queries.rows import Event, Match, Offer, OfferKind, OpenSeat, Person
from tests.bot.features.match_sample import ANN, BOB, MATCH, NOON, THEN

CLEO, TURNPOST = Person(3, "Cleo"), Person.computer(2)
DECLARED = {each.name: each for feature in FEATURES for each in feature.panel_commands if each.panel == "match"}
COMMANDS = [DECLARED[name] for name in PANELS["match"]]
CLOCK = Clock(MATCH.id, "3d", (timedelta(days=3), timedelta(days=3)), NOON, THEN)
MOVE = Event(MATCH.id, 1, "move", 1, ANN.id, "c4", 1, NOON)
LOOKS = {"rules", "analyse", "replay", "words", "history", "export"}
"""What anybody can do who sees a match."""
TO_ALL: tuple[OfferKind, ...] = ("draw", "takeback", "pause")


def offers_to(person: Person, situation: Situation) -> set[str]:
    """Return the names of the commands that a panel offers to a person."""
    return {command.name for command in choose_commands(COMMANDS, replace(situation, user_id=person.id))}


def situation_of(match: Match = MATCH, **changes: object) -> Situation:
    """Return how a match with two players stands for the first of them."""
    info = GAMES[match.game].info
    base = Situation(match=match, info=info, user_id=ANN.id, last=MOVE, clock=CLOCK, can_offer=TO_ALL)
    return replace(base, **changes)


def offer_of(kind: OfferKind, seat: int, *agreed: int) -> Offer:
    """Return an open offer of a seat."""
    return Offer(5, MATCH.id, kind, seat, 0, frozenset(agreed), "open", None, 1, NOON)


def test_the_player_to_move_gets_what_ends_or_helps_the_turn() -> None:
    assert offers_to(BOB, situation_of()) == LOOKS | {
        *("draw", "takeback", "resign", "moves", "notes", "note", "pause"),
    }


def test_a_player_who_waits_can_plan_and_give_time() -> None:
    assert offers_to(ANN, situation_of()) == LOOKS | {
        *("draw", "takeback", "resign", "moves", "notes", "note", "pause", "plan", "givetime"),
    }


def test_a_spectator_only_looks() -> None:
    assert offers_to(CLEO, situation_of(can_offer=())) == LOOKS | {"moves"}


def test_an_offer_is_not_made_twice_but_withdrawn_by_its_player_and_answered_by_the_other() -> None:
    situation = situation_of(offers=[offer_of("draw", 1)], can_offer=("takeback",))
    assert offers_to(ANN, situation) & {"agree", "refuse", "retract", "draw", "takeback"} == {"retract", "takeback"}
    situation = situation_of(offers=[offer_of("draw", 1)], can_offer=("takeback",))
    assert offers_to(BOB, situation) & {"agree", "refuse", "retract", "draw"} == {"agree", "refuse"}
    assert not offers_to(CLEO, situation) & {"agree", "refuse", "retract"}


def test_a_player_who_agreed_has_nothing_more_to_answer() -> None:
    three = replace(MATCH, game="zyrcan", seats=(ANN, BOB, CLEO))
    situation = situation_of(three, offers=[offer_of("draw", 1, 2)])
    assert "agree" not in offers_to(BOB, situation)
    assert "agree" in offers_to(CLEO, situation)


def test_late_time_is_claimed_by_others_alone() -> None:
    situation = situation_of(pause=PauseStatus(late=True))
    assert "claim" in offers_to(ANN, situation)
    assert "claim" not in offers_to(BOB, situation)
    assert "claim" not in offers_to(CLEO, situation)
    assert "claim" not in offers_to(ANN, situation_of())


def test_a_pause_is_ended_by_players_but_not_the_one_for_an_open_seat() -> None:
    paused = situation_of(pause=PauseStatus(paused=True), can_offer=("draw",))
    assert offers_to(ANN, paused) & {"pause", "resume"} == {"resume"}
    assert "resume" not in offers_to(CLEO, paused)
    opened = OpenSeat(1, MATCH.id, 2, 0, NOON, "open", None)
    assert "resume" not in offers_to(ANN, situation_of(pause=PauseStatus(paused=True, open_seat=opened)))
    assert "resume" not in offers_to(ANN, situation_of())


def test_a_match_without_a_clock_has_no_time_to_give() -> None:
    assert "givetime" not in offers_to(ANN, situation_of(clock=None))


def test_hints_are_for_the_turns_of_matches_against_computers() -> None:
    alone = replace(MATCH, seats=(ANN, TURNPOST), to_move=1)
    assert "hint" in offers_to(ANN, situation_of(alone))
    assert "hint" not in offers_to(ANN, situation_of(replace(alone, to_move=2)))
    assert "hint" not in offers_to(ANN, situation_of(replace(MATCH, to_move=1)))


def test_substitutes_play_on_in_matches_of_three() -> None:
    three = situation_of(replace(MATCH, game="zyrcan", seats=(ANN, BOB, CLEO)))
    assert "substitute" in offers_to(ANN, three)
    assert "substitute" not in offers_to(ANN, situation_of())
    assert "substitute" not in offers_to(TURNPOST, three)


def test_a_player_who_left_only_looks_and_reads_their_notes() -> None:
    gone = situation_of(replace(MATCH, seats=(ANN, BOB, CLEO), gone=frozenset({1})), can_offer=())
    assert offers_to(ANN, gone) == LOOKS | {"moves", "notes", "note"}


def test_a_catalogue_is_shown_of_games_that_have_one() -> None:
    assert "catalogue" in offers_to(CLEO, situation_of(has_catalogue=True))


def test_after_the_end_players_play_again_and_look_back() -> None:
    over = situation_of(replace(MATCH, to_move=None, ended_at=THEN), can_offer=())
    assert offers_to(ANN, over) == LOOKS | {"rematch", "playon", "review", "notes", "view"}
    assert offers_to(CLEO, over) == LOOKS | {"playon", "notes", "view"}
    assert not {"review", "playon"} & offers_to(ANN, replace(over, last=None))


def test_only_the_winner_calls_off_what_was_lost_on_time() -> None:
    late = replace(MOVE, kind="leave", text="ran out of time")
    lost = replace(MATCH, to_move=None, ended_at=THEN, gone=frozenset({2}))
    assert "calloff" in offers_to(ANN, situation_of(lost, last=late))
    assert "calloff" not in offers_to(BOB, situation_of(lost, last=late))
    assert "calloff" not in offers_to(CLEO, situation_of(lost, last=late))
    assert "calloff" not in offers_to(ANN, situation_of(lost, last=replace(late, text="resigned")))


def test_without_a_match_there_is_what_needs_none() -> None:
    assert [command.name for command in choose_commands(COMMANDS, None)] == ["accept", "decline", "find"]


def test_a_word_that_is_typed_in_full_is_offered_before_longer_ones() -> None:
    assert [choice.value for choice in complete_do(COMMANDS, "note")][:2] == ["note", "notes"]
    assert next(choice.value for choice in complete_do(COMMANDS, "re")) == "refuse", "then in the order of the panel"


def test_all_that_may_apply_at_once_fits_the_panel() -> None:
    most = panel_view(COMMANDS, MATCH.id)
    sizes = [len(line["components"]) for line in most.to_components()]
    assert sizes == [5, 5, 1], "two rows of buttons, and the menu"
    (menu,) = most.to_components()[-1]["components"]
    assert len(menu["options"]) == len(COMMANDS) - 10


def test_the_text_tells_whose_turn_it_is_the_deadline_and_the_offers() -> None:
    text = panel_text(situation_of(), "Xero-G", ["**Ann** offers a draw."])
    at = int(THEN.timestamp())
    assert text == f"**Xero-G #7**: **B\\*b** to move, until <t:{at}:f> (<t:{at}:R>).\n**Ann** offers a draw."
    over = panel_text(situation_of(replace(MATCH, to_move=None, ended_at=THEN)), "Xero-G", [])
    assert over == f"**Xero-G #7** of **Ann** and **B\\*b** ended <t:{at}:R>."
