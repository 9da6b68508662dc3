"""What people write to get a replay, which moves a match has for it, and its frames."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.replays import ReplayRequest, ReplaySource, build_replay, find_replay_match, parse_replay_request
from bot.referee.requests import Request
from games import GAMES
from storage.queries import matches
from storage.queries.rows import Event, Match, Person
from tests.bot.referee.offer_context import ANN, begin_match, make_offer_context
from tests.storage.samples import move

if TYPE_CHECKING:
    from pathlib import Path

    from storage.queries.rows import EventKind

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GAME = GAMES["zyrcan"]
PEOPLE = (Person(1, "Ann"), Person(2, "Bob"), Person(3, "Cleo"))


def source(*kinds: EventKind, plies: tuple[int, int] | None = None) -> ReplaySource:
    """Return what a replay is made of: moves, and leaves of the seat to move."""
    state, log = GAME.start(3, {}, 0), list[Event]()
    for seq, kind in enumerate(kinds, 1):
        seat = GAME.to_move(state) or 0
        text = GAME.format(state, GAME.legal(state)[0]) if kind == "move" else "resigned"
        log.append(Event(7, seq, kind, seat, seat, text, seq, NOON))
        state = GAME.play(state, GAME.parse(state, text)) if kind == "move" else GAME.leave(state, seat)
    match = Match(7, "zyrcan", 1, {}, 0, 1, 1, None, PEOPLE, len(log), "", 1, NOON, NOON, None, None, {}, frozenset())
    return ReplaySource(GAME, match, tuple(log), len(log), plies)


def shown(replay: ReplaySource) -> list[tuple[int, int]]:
    """Return the number of the event, 0 for the start, and the ply of each frame."""
    frames = build_replay(replay).snapshots
    return [(frame.event.seq if frame.event else 0, frame.ply) for frame in frames]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ReplayRequest()),
        ("#42", ReplayRequest(42)),
        ("GIF 42", ReplayRequest(42, None, "gif")),
        ("10-20 #42 webp", ReplayRequest(42, (10, 20), "webp")),
        ("3\u20135", ReplayRequest(None, (3, 5))),
    ],
)
def test_a_replay_is_asked_for_in_any_order(text: str, wanted: ReplayRequest) -> None:
    assert parse_replay_request(text) == wanted


@pytest.mark.parametrize("word", ["10-", "png", "##42", "1234567890", "1-123456"])
def test_an_unknown_word_is_named(word: str) -> None:
    with pytest.raises(RequestRejected, match=rf"I can't read `{word}`\. Ask for a replay like this"):
        parse_replay_request(f"#42 {word}")


def test_a_replay_goes_from_the_start_to_the_last_event() -> None:
    whole = source("move", "leave", "move")
    assert shown(whole) == [(0, 0), (1, 1), (2, 1), (3, 2)]
    frames = build_replay(whole)
    assert (frames.plies, frames.shortened, frames.last) == (2, False, frames.snapshots[-1])
    for before, after in zip(frames.snapshots, frames.snapshots[1:], strict=False):
        assert after.before == before.state != after.state


@pytest.mark.parametrize(
    ("plies", "events"), [((1, 1), [0, 1]), ((2, 2), [1, 2, 3]), ((2, 3), [1, 2, 3, 4]), ((1, 3), [0, 1, 2, 3, 4])]
)
def test_some_moves_come_with_the_position_before_and_who_left_after(plies: tuple[int, int], events: list[int]) -> None:
    some = source("move", "move", "leave", "move", plies=plies)
    assert [event for event, _ in shown(some)] == events
    assert build_replay(some).plies == 3


@pytest.mark.parametrize(
    ("plies", "events", "cut"), [(None, [2, 3, 4], True), ((1, 2), [0, 1, 2], False), ((1, 3), [1, 2, 3], True)]
)
def test_a_long_replay_is_cut_to_its_last_turns(
    monkeypatch: pytest.MonkeyPatch, plies: tuple[int, int] | None, events: list[int], *, cut: bool
) -> None:
    monkeypatch.setattr("bot.referee.replays.MAX_TURNS", 2)
    long = source("move", "move", "move", "move", plies=plies)
    assert [event for event, _ in shown(long)] == events
    assert build_replay(long).shortened == cut


async def test_a_replay_without_a_number_is_of_the_only_match_whoever_is_to_move(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        match = await begin_match(context)
        async with context.database.write() as tx:
            await move(tx, await matches.require(tx, match.id))
        for person in match.seats:
            request = Request(person.id, 9, 2, 1)
            assert (await find_replay_match(context, request, ReplayRequest())).id == match.id
        await begin_match(context)
        for person in match.seats:
            with pytest.raises(RequestRejected, match=f"#{match.id}"):
                await find_replay_match(context, Request(person.id, 9, 2, 1), ReplayRequest())


async def test_only_moves_that_were_played_are_replayed(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        number = (await begin_match(context)).id

        async def find(plies: tuple[int, int] | None = None) -> Match:
            wanted = ReplayRequest(number, plies)
            return await find_replay_match(context, Request(ANN.id, 9, 2, 1), wanted)

        with pytest.raises(RequestRejected, match="Nothing has been played"):
            await find()
        async with context.database.write() as tx:
            for text in ("c4", "d5"):
                await move(tx, await matches.require(tx, number), text)
        found: dict[Any, int] = {plies: (await find(plies)).id for plies in (None, (1, 1), (1, 2), (2, 2))}
        assert set(found.values()) == {number}
        for first, last in ((0, 1), (2, 1), (1, 3)):
            with pytest.raises(RequestRejected, match=f"`{first}-{last}`: it has 2 moves"):
                await find((first, last))
