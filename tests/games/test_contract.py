"""The promises of `games.contract`, kept by every game: the built-in ones and those of installed packages."""

from __future__ import annotations

import re
import time
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import plugins
from games.contract import BadOption, Destinations, Game, IllegalMove, Result, TooManyMoves
from games.random_play import RandomMatch, choices, play_random_match

AnyGame = Game[Any, Any]
OFFERED = plugins.read()
GAMES = OFFERED.games
SEEDS = st.sampled_from(range(24))
"""Few, so that each match is played once for all tests, which take half of them each."""
SAMPLE = 60
NOTATION = "abcdefghi123456789 +-x@:#=`nesw\u2013\u00d7"
CHAT = [
    "nice one",
    "a1 was better?",
    "gg",
    "ok",
    "hi",
    "thanks!",
    "I have to think about it",
    "lol",
    "your turn",
    "?",
    "plus one",
    "to be or not to be",
    "on it",
    "and you?",
    "forward!",
    "one on one",
    "two to one",
    "and then",
    "a1 and b2 to begin with",
    "a1 plus one.",
    "to a1",
    "on a1 and then some",
]

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
random_matches = settings(max_examples=12, deadline=None, derandomize=True, database=None)


def plies_of(seed: int) -> int:
    """How long a match goes on: those of all seeds are spread evenly from none to 40."""
    return seed * 40 // 23


@lru_cache(maxsize=256)
def played(game: AnyGame, seed: int) -> RandomMatch:
    """Return one of the random matches, the same for all tests."""
    return play_random_match(game, seed, plies_of(seed))


def is_sentence(text: str) -> bool:
    return len(text) > 8 and text[-1] in ".?!" and "\n" not in text and len(text) < 600


def read(game: AnyGame, state: Any, text: str) -> Any:
    """Return the move that a text is read as, or None if it is rejected as the contract says."""
    try:
        return game.parse(state, text)
    except IllegalMove as wrong:
        rejection = wrong
    assert rejection.kind in {"not_a_move", "unfinished", "illegal"}
    assert is_sentence(rejection.reason), rejection.reason
    return None


def sample(chance: Random, moves: Any) -> list[Any]:
    return list(moves) if len(moves) <= SAMPLE else chance.sample(list(moves), SAMPLE)


def mutated(chance: Random, text: str) -> str:
    letters = list(text)
    for _ in range(chance.randint(1, 3)):
        at = chance.randint(0, len(letters))
        letters[at : at + chance.randint(0, 2)] = chance.choices(NOTATION, k=chance.randint(0, 2))
    return "".join(letters)


def test_every_installed_package_offers_a_game() -> None:
    assert OFFERED.skipped == ()


@every_game
class TestInfo:
    def test_a_game_is_registered_under_its_own_key(self, game: AnyGame) -> None:
        assert GAMES[game.info.key] is game
        assert len(game.info.seats) == game.info.max_players
        assert 1 <= game.info.min_players <= game.info.max_players
        assert "\n" not in game.info.pitch

    def test_the_help_is_under_two_screens_and_credits_the_designer(self, game: AnyGame) -> None:
        assert len(game.info.help.splitlines()) < 80
        assert len(game.info.help) < 4000
        assert game.info.designer in game.info.help

    def test_every_example_is_shown_in_the_help_and_can_be_played(self, game: AnyGame) -> None:
        assert game.info.examples
        for example in game.info.examples:
            assert f"`{example}`" in game.info.help
            states = (state for seed in range(100) for state in play_random_match(game, seed, 40).states)
            assert any(read(game, state, example) is not None for state in states), example

    def test_tips_for_the_first_turns_are_short_sentences(self, game: AnyGame) -> None:
        assert all(tip.endswith(".") and len(tip) <= 130 for tip in game.info.tips)

    def test_wrong_players_and_options_are_rejected_in_a_sentence(self, game: AnyGame) -> None:
        wrong: list[tuple[int, dict[str, int | str]]] = [
            (game.info.min_players - 1, {}),
            (game.info.max_players + 1, {}),
            (game.info.min_players, {"no such option": 1}),
        ]
        for option in game.info.options:
            wrong.append((game.info.min_players, {option.name: "?"}))
            if not option.choices:
                wrong.append((game.info.min_players, {option.name: option.low - 1}))
                wrong.append((game.info.min_players, {option.name: option.high + 1}))
        for players, options in wrong:
            with pytest.raises(BadOption) as rejection:
                game.start(players, options, 0)
            assert is_sentence(str(rejection.value))


@every_game
class TestMoves:
    @random_matches
    @given(seed=SEEDS)
    def test_every_legal_move_is_written_and_read_back_as_itself(self, game: AnyGame, seed: int) -> None:
        state = played(game, seed).last
        legal = choices(game, state)
        assert len(set(legal)) == len(legal)
        texts = {game.format(state, move): move for move in sample(Random(seed), legal)}
        assert len(texts) == min(len(legal), SAMPLE)
        for text, move in texts.items():
            assert game.parse(state, text) == move
            assert game.parse(state, f"  `{text.upper()}` ") == move
            assert len(game.describe(state, move)) > 5

    @random_matches
    @given(seed=SEEDS)
    def test_what_parse_takes_leads_where_a_legal_move_leads(self, game: AnyGame, seed: int) -> None:
        chance = Random(seed)
        state = played(game, seed).last
        legal = choices(game, state)
        listed = set(legal)
        for move in sample(chance, legal):
            text = mutated(chance, game.format(state, move))
            taken = read(game, state, text)
            if taken is None:
                continue
            assert game.parse(state, game.format(state, taken)) == taken
            if taken not in listed and listable(game, state):
                reached = {game.position(game.play(state, other)) for other in legal}
                assert game.position(game.play(state, taken)) in reached, text

    @random_matches
    @given(seed=SEEDS, text=st.text(max_size=60) | st.text(alphabet=NOTATION, max_size=12))
    def test_no_text_raises_anything_but_an_illegal_move(self, game: AnyGame, seed: int, text: str) -> None:
        state = played(game, seed).last
        taken = read(game, state, text)
        assert taken is None or taken in choices(game, state) or game.play(state, taken)
        for suggestion in game.suggest(state, text, 5):
            assert begins_a_move(game, state, suggestion)

    @pytest.mark.parametrize("text", CHAT)
    def test_chat_is_never_a_move(self, game: AnyGame, text: str) -> None:
        for state in play_random_match(game, 1, 10).states:
            with pytest.raises(IllegalMove) as rejection:
                game.parse(state, text)
            assert rejection.value.kind == "not_a_move"

    @pytest.mark.parametrize(
        "text", ["x" * 100_000, "\u0130" * 4000, "1 " * 5000, "+" * 5000, "a1" * 5000, "`" * 5000, "\U0001f680" * 999]
    )
    def test_a_very_long_text_is_chat_and_known_for_it_at_once(self, game: AnyGame, text: str) -> None:
        for state in play_random_match(game, 2, 6).states:
            began = time.thread_time()
            with pytest.raises(IllegalMove) as rejection:
                game.parse(state, text)
            assert rejection.value.kind == "not_a_move"
            assert time.thread_time() - began < 0.25


@every_game
class TestSuggestions:
    @random_matches
    @given(seed=SEEDS, length=st.integers(0, 6), limit=st.integers(0, 25))
    def test_what_begins_as_a_legal_move_is_completed_and_never_wrongly(
        self, game: AnyGame, seed: int, length: int, limit: int
    ) -> None:
        state = played(game, seed).last
        for move in sample(Random(seed), choices(game, state))[:5]:
            suggestions = game.suggest(state, game.format(state, move)[:length], limit)
            assert bool(suggestions) == bool(limit)
            assert len(suggestions) == len(set(suggestions)) <= limit
            for suggestion in suggestions:
                assert len(suggestion) <= 100
                assert begins_a_move(game, state, suggestion), suggestion

    def test_nothing_is_suggested_once_the_match_is_over(self, game: AnyGame) -> None:
        ended = game.leave(game.start(game.info.min_players, {}, 0), 1)
        if game.to_move(ended) is None:
            assert game.suggest(ended, "", 5) == []


@every_game
class TestDestinations:
    @random_matches
    @given(seed=SEEDS, text=st.text(max_size=60) | st.text(alphabet=NOTATION, max_size=6))
    def test_every_text_has_destinations_or_a_rejection(self, game: AnyGame, seed: int, text: str) -> None:
        chance, state = Random(seed), played(game, seed).last
        whole = reached(game, state, "")
        assert (whole is None) == (game.to_move(state) is None)
        if whole:
            assert whole.source == ()
            for place in sample(chance, whole.places)[:8]:
                assert reached(game, state, place) is not None, place
        reached(game, state, text)
        for move in sample(chance, choices(game, state))[:5]:
            reached(game, state, game.format(state, move))
            reached(game, state, mutated(chance, game.format(state, move)))

    @pytest.mark.parametrize("text", [*CHAT, "x" * 100_000, "\u0130" * 4000, "a1" * 5000])
    def test_chat_names_nothing(self, game: AnyGame, text: str) -> None:
        for state in play_random_match(game, 2, 6).states:
            with pytest.raises(IllegalMove):
                game.destinations(state, text)


def reached(game: AnyGame, state: Any, text: str) -> Destinations | None:
    """Return what a text can reach, checked as the contract says, or None if it is rejected as the contract says."""
    before = repr(state)
    found = answered(game, state, text)
    assert repr(state) == before
    if isinstance(found, IllegalMove):
        assert is_sentence(found.reason), found.reason
        return None
    assert is_sentence(found.words), found.words
    for names in (found.source, found.places):
        assert len(set(names)) == len(names)
        assert all(0 < len(name) < 8 for name in names)
    assert not set(found.source) & set(found.places)
    return found


def answered(game: AnyGame, state: Any, text: str) -> Destinations | IllegalMove:
    try:
        return game.destinations(state, text)
    except IllegalMove as rejection:
        return rejection


def begins_a_move(game: AnyGame, state: Any, text: str) -> bool:
    if read(game, state, text) is not None:
        return True
    if listable(game, state):
        return any(move.startswith(text) for move in legal_texts(game, state))
    return any(begins_a_move(game, state, longer) for longer in game.suggest(state, text, 5) if longer != text)


@lru_cache(maxsize=32)
def legal_texts(game: AnyGame, state: Any) -> list[str]:
    """Return the texts of all legal moves, for the many texts that are tried in one position."""
    return [game.format(state, move) for move in game.legal(state)]


def listable(game: AnyGame, state: Any) -> bool:
    try:
        game.legal(state)
    except TooManyMoves:
        return False
    return True


@every_game
class TestStates:
    @random_matches
    @given(seed=SEEDS)
    def test_a_state_is_hashable_and_no_call_changes_it(self, game: AnyGame, seed: int) -> None:
        match = played(game, seed)
        again = play_random_match(game, seed, plies_of(seed))
        for state, same in zip(match.states, again.states, strict=True):
            assert state == same
            assert hash(state) == hash(same)
        for state in latest(match.states):
            before = repr(state)
            for move in sample(Random(seed), choices(game, state))[:3]:
                game.describe(state, move)
                game.play(state, move)
            game.suggest(state, "", 3)
            read(game, state, "a1")
            game.leave(state, 1)
            game.news(state)
            assert repr(state) == before
            with pytest.raises((AttributeError, TypeError)):
                state.mover = 9

    @random_matches
    @given(seed=SEEDS)
    def test_options_seed_and_moves_rebuild_every_position(self, game: AnyGame, seed: int) -> None:
        match = played(game, seed)
        state = game.start(match.players, match.options, match.seed)
        for text, stood in zip(match.texts, match.states[1:], strict=True):
            state = game.play(state, game.parse(state, text))
            assert state == stood
            assert game.position(state) == game.position(stood)

    @random_matches
    @given(seed=SEEDS)
    def test_a_match_has_a_result_exactly_when_nobody_is_to_move(self, game: AnyGame, seed: int) -> None:
        match = played(game, seed)
        for state in match.states:
            mover, result, points = game.to_move(state), game.result(state), game.points(state)
            assert (result is None) == (mover is not None)
            assert points is None or len(points) == match.players
            assert bool(game.task(state)) == (mover is not None)
            assert all(is_sentence(said) for said in game.news(state))
            if result is not None:
                check_result(result, match.players)
        for state in latest(match.states):
            assert bool(choices(game, state, breadth=1)) == (game.to_move(state) is not None)

    @random_matches
    @given(seed=SEEDS)
    def test_the_first_task_shows_a_move_and_what_a_task_shows_can_be_played(self, game: AnyGame, seed: int) -> None:
        match = played(game, seed)
        examples = [re.findall("`([^`]+)`", game.task(state)) for state in match.states]
        assert examples[0]
        for state, shown in zip(match.states, examples, strict=True):
            assert all(read(game, state, example) is not None for example in shown), shown

    @random_matches
    @given(seed=SEEDS)
    def test_a_player_who_leaves_does_not_win(self, game: AnyGame, seed: int) -> None:
        match = played(game, seed)
        for seat in range(1, match.players + 1):
            left = game.leave(match.last, seat)
            result = game.result(left)
            assert (result is None) == (game.to_move(left) is not None)
            assert game.to_move(left) != seat
            if game.to_move(match.last) is None:
                assert left == match.last
            elif match.players == 2:
                assert result is not None
                assert result.winners == (3 - seat,)
                check_result(result, match.players)

    @random_matches
    @given(seed=SEEDS)
    def test_seats_leave_one_by_one_until_the_match_is_over(self, game: AnyGame, seed: int) -> None:
        match = played(game, seed)
        state = match.last
        leavers = Random(seed).sample(range(1, match.players + 1), match.players)
        for seat in leavers[:-1]:
            state = game.leave(state, seat)
            assert game.leave(state, seat) == state
        result = game.result(state)
        assert result is not None
        assert game.legal(state) == ()
        assert game.task(state) == ""
        check_result(result, match.players)
        if game.to_move(match.last) is not None:
            assert set(result.winners).isdisjoint(leavers[:1])


def latest(states: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return every fifth state, the last one among them: other seeds end at other plies."""
    return states[::-5]


def check_result(result: Result, players: int) -> None:
    assert len(result.places) == players
    assert min(result.places) == 1
    assert result.reason
    assert result.reason[-1] not in ".!"
    assert result.points is None or len(result.points) == players


@every_game
class TestPositions:
    @random_matches
    @given(seed=SEEDS)
    def test_position_text_is_one_line_and_is_read_back(self, game: AnyGame, seed: int) -> None:
        match = played(game, seed)
        for state in match.states:
            text = game.position(state)
            assert "\n" not in text
            read_back = game.parse_position(text, match.players, match.options, match.seed)
            assert game.position(read_back) == text
            assert game.to_move(read_back) == game.to_move(state)
            assert (game.result(read_back) is None) == (game.result(state) is None)
        last = game.parse_position(game.position(match.last), match.players, match.options, match.seed)
        assert choices(game, last) == choices(game, match.last)

    @random_matches
    @given(seed=SEEDS, noise=st.text(max_size=20))
    def test_a_damaged_position_is_rejected_in_a_sentence_or_read_as_written(
        self, game: AnyGame, seed: int, noise: str
    ) -> None:
        chance = Random(seed)
        match = played(game, seed)
        whole = game.position(match.last)
        damaged = [noise, whole + noise, whole[: chance.randint(0, len(whole))]]
        for _ in range(20):
            at = chance.randrange(len(whole))
            damaged.append(whole[:at] + chance.choice(whole + "x9/ -") + whole[at + 1 :])
        for text in damaged:
            try:
                state = game.parse_position(text, match.players, match.options, match.seed)
            except ValueError as wrong:
                complaint = str(wrong)
            else:
                complaint = "" if game.position(state) == text else "It is read as something else"
            assert not complaint or is_sentence(complaint), (text, complaint)
