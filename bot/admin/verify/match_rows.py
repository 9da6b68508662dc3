"""Check the rows that belong to a match beside its log: offers, plans, notes, seats, how it ended and what is due."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, get_args

from bot.admin.verify.stored_match import near
from bot.match_files.log_checks import AHEAD, SKEW
from bot.referee import plan_tree
from bot.referee.analysis import tree
from bot.referee.analysis.tree import MOST_MOVES
from bot.referee.guesses import list_percents
from bot.referee.history.history import (
    count_plies,
    find_first_players,
    find_match_end,
    find_opening,
    gone_seats,
    list_holders,
    mainline_moves,
    opened_after_leave,
    status_after,
)
from bot.referee.history.rebuild import UnreadableState, read_state, rebuild_state
from bot.referee.lists import hour_of
from bot.referee.log.notes import MAX_LENGTH
from bot.referee.plans.parser import MOST_LINES
from bot.referee.reviews import UnreadableReview, read_review
from bot.referee.threads import OPEN_FOR
from bot.referee.times.time_control import NO_CLOCK
from games.contract import find_version
from storage import schema
from storage.queries.outcomes import write_leaders, write_options
from storage.queries.rows import OPENING_PLIES, Ending, OpenSeat, Outcome, Person

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from bot.admin.verify.stored_match import Stored
    from engines.reviews.contract import Review
    from games.contract import Game
    from storage.queries.inspection import Row, SqlTable
    from storage.queries.rows import Event, Match, OpenSeatStatus


def _check_analyses(stored: Stored) -> Iterator[str]:
    for row in stored.rows(schema.analyses):
        label = f"the analysis of person {row['user_id']}" if row["user_id"] else "the shared analysis"
        yield from (f"{label} {wrong}" for wrong in _check_analysis(stored.match, row))


def _check_analysis(match: Match, row: Row) -> Iterator[str]:
    try:
        analysis = tree.from_json(row["tree"])
    except ValueError as error:
        yield f"can't be read: {error}"
        return
    points = [*analysis.names, *analysis.notes, analysis.point, *(move.before for move in analysis.moves.values())]
    if any(not 0 <= point.seq <= match.seq for point in points) or not 0 <= analysis.seq <= match.seq:
        yield "has a point after an event that there isn't"
    if len(analysis.moves) > MOST_MOVES:
        yield f"has {len(analysis.moves)} moves"
    if not row["user_id"] and match.to_move is not None:
        yield "is here, but the match isn't over"


def _check_challenge(stored: Stored) -> Iterator[str]:
    match, row = stored.match, stored.challenge
    if row is None:
        if match.origin_id is not None or match.origin_ply is not None:
            yield f"it was imported, and names #{match.origin_id}, move {match.origin_ply}, as where it began"
        return
    label = f"challenge {row['id']}, which it came of,"
    same: Mapping[str, Any] = {
        "game": match.game,
        "options": match.options,
        "guild_id": match.guild_id,
        "channel_id": match.channel_id,
        "look": match.look,
        "rated": match.rated,
        "start": match.start,
        "origin_id": match.origin_id,
        "origin_ply": match.origin_ply,
        "size": len(match.seats),
        "clock": stored.clock.control if stored.clock else NO_CLOCK,
        "status": "accepted",
    }
    for name, value in same.items():
        if row[name] != value:
            yield f"{label} has {name} `{row[name]}`, not `{value}`"
    if not row["created_at"] - SKEW <= match.created_at <= row["expires_at"] + SKEW:
        yield f"{label} is of {row['created_at']}, and the match of {match.created_at}"
    yield from _check_seating(stored, row, label)


def check_origin(stored: Stored, games: Mapping[str, Game[Any, Any]]) -> Iterator[str]:
    """Yield what is wrong with the move of another match from which a match began, as clauses."""
    match, ply = stored.match, stored.match.origin_ply
    if ply is None or match.start is None:
        return
    named = f"it began from #{match.origin_id}, move {ply}"
    if stored.origin is None:
        yield f"{named}, which can't be read"
        return
    origin, log = stored.origin
    moves, present = mainline_moves(log), games.get(origin.game)
    if (origin.game, len(origin.seats)) != (match.game, len(match.seats)) or origin.ended_at is None:
        yield f"{named}, which is of another game or goes on"
    elif not 0 <= ply <= len(moves):
        yield f"{named}, which that match doesn't have"
    elif version := find_version(present, origin.rules) if present else None:
        try:
            position = version.position(rebuild_state(version, origin, log[: moves[ply - 1].seq if ply else 0]))
        except Exception:  # noqa: BLE001 - the check of the rules of that match reports it
            return
        if position != match.start:
            yield f"{named}, and its start is `{match.start}`, not `{position}`"


def _check_seating(stored: Stored, row: Row, label: str) -> Iterator[str]:
    players = find_first_players(stored.match, stored.log)
    seats = {person.id: seat for seat, person in enumerate(players, 1)}
    names = {person.id: person.name for person in players}
    crowds = {crowd["place"]: -crowd["number"] for crowd in stored.crowds}
    invited = {crowds.get(each["place"], each["user_id"]): each for each in stored.invited}
    if set(seats) != set(invited):
        yield f"{label} has other people than its seats"
        return
    for who, each in invited.items():
        seat = seats[who]
        wanted = row["seat"] if each["place"] == 0 else each["seat"]
        if row["rematch_of"] is not None and row["seat"] is not None:
            wanted = (row["seat"] - 1 + each["place"]) % len(seats) + 1
        if wanted not in {None, seat}:
            yield f"{label} gives seat {wanted} to user {who}, who has seat {seat}"
        if each["place"] not in crowds and each["name"] != names[who]:
            yield f"{label} names user {who} `{each['name']}`, and seat {seat} `{names[who]}`"


def _check_note(stored: Stored, row: Row) -> Iterator[str]:
    if not stored.has_seat(row) or not stored.has_event(row):
        yield f"is of seat {row['seat']} after event {row['seq']}, which there isn't"
    elif not stored.stood_after(row["seq"], row["created_at"]):
        yield f"is of {row['created_at']}, when the match did not stand at event {row['seq']}"
    if len(row["text"]) > MAX_LENGTH:
        yield f"has {len(row['text'])} characters, more than {MAX_LENGTH}"


KINDS = {"draw", "takeback", "pause", "substitute", "seat", "resignation"}
OFFER_STATUSES = {"open", "agreed", "declined", "withdrawn"}


def _check_offers(stored: Stored) -> Iterator[str]:
    """Yield the offers that are gone, by what was posted or came of them."""
    offers = stored.rows(schema.offers)
    for number in {post["body"].get("offer") for post in stored.posted("offer")} - {row["id"] for row in offers}:
        yield f"offer {number} was posted, and is not here"
    expected = {(row["kind"], row["seq"] + 1) for row in offers if row["status"] == "agreed"}
    posted = {post["seq"] for post in stored.posted("board")}
    for event in stored.log:
        played_here = event.seq in posted and not _took_open_seat(stored, event)
        if event.kind == "substitute" and Person(event.user_id or 0, "").is_crowd:
            continue  # its last member left
        if played_here and event.kind in KINDS and (event.kind, event.seq) not in expected:
            yield f"event {event.seq} is a {event.kind} that no offer led to"


def _took_open_seat(stored: Stored, event: Event) -> bool:
    """Return whether an event may be that somebody took a seat that was open to anybody."""
    return event.kind == "substitute" and any(
        row["seat"] == event.seat and row["seq"] < event.seq and row["closed_at"] and near(row["closed_at"], event.at)
        for row in stored.rows(schema.open_seats)
    )


def _check_offer(stored: Stored, row: Row) -> Iterator[str]:
    seats = range(1, len(stored.match.seats) + 1)
    closed = row["status"] in {"declined", "withdrawn"}
    if row["kind"] not in KINDS or row["status"] not in OFFER_STATUSES:
        yield f"is of kind `{row['kind']}` and status `{row['status']}`, which there isn't"
    if not stored.has_seat(row) or not stored.has_event(row):
        yield f"is of seat {row['seat']} after event {row['seq']}, which there isn't"
        return
    if not set(row["agreed"]) <= set(seats) - _seats_asking(stored, row) or row["agreed"] != sorted(set(row["agreed"])):
        yield f"was agreed to by the seats {row['agreed']}, as it can't have been"
    if closed != (row["closed_by"] is not None) or row["closed_by"] not in {None, *seats}:
        yield f"is {row['status']}, and was closed by seat {row['closed_by']}"
    elif closed and (row["status"] == "withdrawn") != (row["closed_by"] == row["seat"]):
        yield f"of seat {row['seat']} is {row['status']} by seat {row['closed_by']}"
    if not stored.stood_after(row["seq"], row["created_at"]):
        yield f"is of {row['created_at']}, when the match did not stand at event {row['seq']}"
    yield from _check_post(stored, row)
    if row["status"] == "agreed":
        yield from _check_agreed_offer(stored, row)


def _seats_asking(stored: Stored, row: Row) -> set[int]:
    """Return the seat that made an offer; not a crowd's, which agrees to its own offers, too."""
    seat: int = row["seat"]
    return set() if find_first_players(stored.match, stored.log)[seat - 1].is_crowd else {seat}


def _check_post(stored: Stored, row: Row) -> Iterator[str]:
    """Yield what is wrong with the post of an offer; one that nobody had to be asked about has none.

    A crowd's has one for the vote on it, and one when it is made.
    """
    said = [post for post in stored.posted("offer") if post["body"].get("offer") == row["id"]]
    if not said:
        if not any(event.source_id == row["source_id"] for event in stored.log[row["seq"] : row["seq"] + 1]):
            yield "was never put into the outbox"
    elif (row["source_id"], row["seq"]) not in {(post["source_id"], post["seq"]) for post in said} or not any(
        near(post["created_at"], row["created_at"]) for post in said
    ):
        yield "has another source, event or time than its post"


def _check_agreed_offer(stored: Stored, row: Row) -> Iterator[str]:
    left = gone_seats(stored.log[: row["seq"]])
    missing = set(range(1, len(stored.match.seats) + 1)) - left - {*_seats_asking(stored, row), *row["agreed"]}
    if missing:
        yield f"counts as agreed, but seat {min(missing)} did not agree"
    if row["kind"] in {"pause", "seat"}:  # they lead to no event
        return
    led_to: Event | None = next(iter(stored.log[row["seq"] :]), None)
    kind = "leave" if row["kind"] == "resignation" else row["kind"]
    if led_to is None or led_to.kind != kind:
        yield f"counts as agreed, but event {row['seq'] + 1} is no {kind}"
    elif led_to.kind != "draw" and led_to.seat != row["seat"]:
        yield f"is of seat {row['seat']}, but event {led_to.seq} is a {led_to.kind} of seat {led_to.seat}"
    elif led_to.kind in {"draw", "takeback"} and not _seats_of(stored, led_to.user_id) & {*row["agreed"]}:
        yield f"led to event {led_to.seq}, by a user who is not among the seats that agreed, {row['agreed']}"


def _seats_of(stored: Stored, user_id: int | None) -> set[int]:
    """Return the seats that a user has or had."""
    seated = [find_first_players(stored.match, stored.log), *list_holders(stored.match, stored.log)]
    return {seat for people in seated for seat, person in enumerate(people, 1) if person.id == user_id}


OPEN_SEAT_STATUSES = {"open", "taken", "turnpost", "kept", "left", "went on", "ended"}


def _check_open_seats(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the open seats of a match beside each by itself."""
    rows, offers = stored.rows(schema.open_seats), stored.rows(schema.offers)
    agreed = {(row["seat"], row["seq"]) for row in offers if (row["kind"], row["status"]) == ("seat", "agreed")}
    for row in rows:
        if (row["seat"], row["seq"]) not in agreed:
            yield f"open seat {row['id']} is one that nobody agreed to open"
    for seat, seq in agreed - {(row["seat"], row["seq"]) for row in rows}:
        yield f"all agreed to open seat {seat} after event {seq}, and it is not here"
    if sum(row["status"] == "open" for row in rows) > 1:
        yield "more than one of its seats is open"
    posted = sorted(post["body"].get("seat") for post in stored.posted("open_seat"))
    if posted != sorted(row["id"] for row in rows):
        yield f"the open seats {posted} were posted, and others are here"


def _check_open_seat(stored: Stored, row: Row) -> Iterator[str]:
    if row["status"] not in OPEN_SEAT_STATUSES:
        yield f"has the status `{row['status']}`, which there isn't"
        return
    if not stored.has_seat(row) or not stored.has_event(row):
        yield f"is seat {row['seat']} after event {row['seq']}, which there isn't"
        return
    closed, status = _expected_end(stored, OpenSeat(**row))
    posted = [post["created_at"] for post in stored.posted("open_seat") if post["body"].get("seat") == row["id"]]
    if not stored.stood_after(row["seq"], row["opened_at"]) or not any(near(row["opened_at"], at) for at in posted):
        yield f"was opened at {row['opened_at']}, when nobody posted it after event {row['seq']}"
    if (row["status"] == "open") != (row["closed_at"] is None):
        yield f"is {row['status']}, and was closed at {row['closed_at']}"
    elif row["status"] == "kept" and status != "kept":  # its player said so before another event decided
        told = [post for post in stored.posted("seat_closed") if post["body"].get("seat") == row["id"]]
        if not any(post["source_id"] and near(row["closed_at"], post["created_at"]) for post in told):
            yield f"was kept at {row['closed_at']}, when nobody said so"
    elif row["status"] != (status or "open"):
        yield f"is {row['status']}, but the log makes it {status or 'open'}"
    elif closed is not None and not near(row["closed_at"], closed):
        yield f"was closed at {row['closed_at']}, and its last event was at {closed}"


def _expected_end(stored: Stored, opened: OpenSeat) -> tuple[datetime | None, OpenSeatStatus | None]:
    """Return when an event closed an open seat and what became of it; None twice if none has."""
    had_left = opened_after_leave(opened, stored.log)
    for event, people in list(zip(stored.log, list_holders(stored.match, stored.log), strict=True))[opened.seq :]:
        status = status_after(
            opened,
            event.kind,
            event.seat,
            had_left=had_left,
            by_computer=any(seat == event.seat and person.level for seat, person in enumerate(people, 1)),
            ended=event.seq == len(stored.log) and stored.match.ended_at is not None,
        )
        if status is not None:
            return event.at, status
    return None, None


_PLIES = ("ply_1", "ply_2", "ply_3")


def check_outcome(stored: Stored, game: Game[Any, Any] | None) -> Iterator[str]:
    """Yield what is wrong with how a match ended, as clauses; `game` is the version of its rules, None if it's gone."""
    match = stored.match
    if len(stored.rows(schema.outcomes)) != (match.ended_at is not None):
        yield "it is over, and no outcome is here" if match.ended_at else "it has an outcome, but the match goes on"
    same: Mapping[str, Any] = {
        "game": match.game,
        "options": write_options(match),
        "players": len(match.seats),
        "computers": any(person.level for person in match.seats),
    }
    for row in stored.rows(schema.outcomes):
        for name, value in same.items():
            if row[name] != value:
                yield f"the outcome has {name} `{row[name]}`, not `{value}`"
        yield from _check_found(stored, row, game)


def _check_found(stored: Stored, row: Row, game: Game[Any, Any] | None) -> Iterator[str]:
    """Yield what is wrong with what the rules said of an end; of some matches they weren't asked yet."""
    ending, winner, moves = row["ending"], row["winner"], row["moves"]
    if ending is None:
        if (winner, moves) != (None, None):
            yield f"the outcome has the winner {winner} after {moves} moves, but no ending"
        if _is_searchable(row):
            yield "the outcome has an opening or leaders, but no ending"
        return
    if ending not in get_args(Ending):
        yield f"the outcome is `{ending}`, which there isn't"
        return
    opening, began_with = tuple(row[name] for name in _PLIES), find_opening(stored.match, stored.log)
    if _is_searchable(row) and opening != (*began_with, "", "", "")[:OPENING_PLIES]:
        yield f"the outcome has the opening {opening}, but the match began with {began_with}"
    if game is None:
        return
    try:
        state = rebuild_state(game, stored.match, stored.log)
        expected = find_match_end(game, stored.match, stored.log, state)
    except Exception:  # noqa: BLE001 - the check of the rules reports it
        return
    if Outcome(ending, winner, moves) != expected.outcome:
        yield f"the outcome is stored as `{ending}`, {winner}, {moves}, but the log leads to {expected.outcome}"
    if _is_searchable(row) and row["leaders"] != (leaders := write_leaders(expected.leaders)):
        yield f"the outcome has the leaders {row['leaders']}, but the log leads to {leaders}"


def _is_searchable(row: Row) -> bool:
    """Return whether an outcome says how the match began and who led: those from before that are found anew."""
    return any(row[name] is not None for name in ("leaders", *_PLIES))


def _check_plan(stored: Stored, row: Row) -> Iterator[str]:
    match = stored.match
    computers = any(person.level for person in match.seats)
    if not stored.has_seat(row):
        yield "is of a seat that there isn't"
    if not 0 <= row["seq"] <= match.seq:
        yield f"begins after event {row['seq']}, which there isn't"
    if not row["tree"]:
        return
    try:
        count = len(plan_tree.lines_of(plan_tree.from_json(row["tree"])))
    except (ValueError, RecursionError):
        yield "can't be read"
        return
    if not 0 < count <= MOST_LINES:
        yield f"has {count} lines"
    if match.to_move is None:
        yield "waits, but the match is over"
    elif row["seq"] < match.seq and not computers:  # a board after several computer players' moves tells all
        yield f"stands at event {row['seq']}, and the match at {match.seq}"


def _check_queue(stored: Stored, row: Row) -> Iterator[str]:
    if not stored.has_seat(row):
        yield "is of a seat that there isn't"
    if row["moves"] and stored.match.to_move is None:
        yield "holds moves, but the match is over"


def _check_review(stored: Stored) -> Iterator[str]:
    posts = stored.posted("review")
    if posts and not stored.rows(schema.reviews):
        yield "its review was asked for, and is not here"
    for row in stored.rows(schema.reviews):
        if stored.match.ended_at is None:
            yield "it has a review, but goes on"
        if not any(near(row["asked_at"], post["created_at"]) for post in posts):
            yield f"its review was asked for at {row['asked_at']}, when nothing was put into the outbox"
        try:
            review = read_review(row["content"]) if row["content"] else None
        except UnreadableReview as unreadable:
            yield f"its review can't be read: {unreadable}"
            continue
        if review:
            yield from _check_content(stored, review)
        elif any(post["sent_at"] for post in posts):
            yield "its review was posted, and is not here"


def _check_content(stored: Stored, review: Review) -> Iterator[str]:
    moves = mainline_moves(stored.log)
    for standing in review.curve:
        whole = len(standing.shares) == len(stored.match.seats) and all(0 <= share <= 1 for share in standing.shares)
        if not (whole and 0 <= standing.ply <= len(moves)):
            yield f"its review has the shares {standing.shares} after move {standing.ply}"
    for point in review.turning_points:
        event = moves[point.ply - 1] if 0 < point.ply <= len(moves) else None
        if event is None or (event.seat, event.text) != (point.seat, point.played):
            yield f"its review has `{point.played}` as move {point.ply} by seat {point.seat}, and the log has not"


def check_saved_state(stored: Stored, game: Game[Any, Any] | None) -> Iterator[str]:
    """Yield what is wrong with the saved state of a match, as clauses; `game` is the version of its rules."""
    for row in stored.rows(schema.saved_states):
        seq, before = row["seq"], stored.log[: row["seq"]]
        if stored.match.ended_at is not None:
            yield "it has a saved state, but is over"
        if not 0 < seq <= len(stored.log):
            yield f"its saved state is that after event {seq}, of {len(stored.log)}"
        elif row["plies"] != count_plies(before):
            yield f"its saved state counts {row['plies']} moves, and the log {count_plies(before)}"
        elif row["rules"] > stored.match.rules:
            yield f"its saved state is of version {row['rules']} of the rules, and the match of {stored.match.rules}"
        elif game is not None and row["rules"] == stored.match.rules:
            try:
                saved = read_state(type(game).__module__.partition(".")[0], row["state"])
            except UnreadableState as error:
                yield f"its state after event {seq} is of no use: {error}"
                continue
            if not _leads_to(game, stored, seq, saved):
                yield f"its saved state isn't the one that the log leads to after event {seq}"


def _leads_to(game: Game[Any, Any], stored: Stored, seq: int, state: Any) -> bool:
    """Return whether the log leads to a state, also where its rules fail, of which other checks tell."""
    try:
        return rebuild_state(game, stored.match, stored.log[:seq]) == state
    except Exception:  # noqa: BLE001 - whatever the rules raise
        return True


def _check_thread_archive(stored: Stored, row: Row) -> Iterator[str]:
    ended = stored.match.ended_at
    if ended is None:
        yield "is due to be archived, and the match goes on"
    elif not ended < row["due_at"] <= ended + OPEN_FOR + AHEAD:
        yield f"is due to be archived at {row['due_at']}, and the match ended at {ended}"


CLOCK_BEHIND, CLOCK_AHEAD = timedelta(hours=12), timedelta(hours=2)
"""How far a machine's clock may have been behind, and ahead, when a view was counted."""


def check_views(stored: Stored, now: datetime) -> Iterator[str]:
    """Yield what is wrong with the views of a match, as clauses."""
    if stored.rows(schema.match_views) and stored.match.is_direct:
        yield "it has views, and is in direct messages, where none are counted"
    first, last = hour_of(stored.match.created_at - CLOCK_BEHIND), hour_of(now + CLOCK_AHEAD)
    for row in stored.rows(schema.match_views):
        if row["views"] < 1:
            yield f"it was viewed {row['views']} times in hour {row['hour']}"
        if not first <= row["hour"] <= last:
            yield f"it was viewed in hour {row['hour']}, before it began or in the future"


def _check_watchers(stored: Stored) -> Iterator[str]:
    watchers = stored.rows(schema.watchers)
    if watchers and stored.match.ended_at is not None:
        yield f"{len(watchers)} still watch it, and it ended at {stored.match.ended_at}"
    if any(row["user_id"] < 1 or stored.match.seat_of(row["user_id"]) for row in watchers):
        yield "one of its players watches it"


def _check_guess(stored: Stored, row: Row) -> Iterator[str]:
    players, seq = len(stored.match.seats), row["seq"]
    draws = row["choices"] - players
    is_choice = draws in {0, 1} and 1 - draws <= row["result"] <= players
    if not is_choice or row["percent"] not in list_percents(row["choices"]):
        yield f"says {row['result']} of {row['choices']} with {row['percent']}%, which can't be chosen"
    if not stored.has_event(row):
        yield f"came after event {seq}, which isn't there"
        return
    if not stored.stood_after(seq, row["at"]):
        yield f"came at {row['at']}, when the match didn't stand after event {seq}"
    took_seat = any(event.kind == "substitute" for event in stored.log[seq:])
    has_seat = any(person.id == row["user_id"] for person in stored.match.seats)
    if row["user_id"] < 1 or (has_seat and not took_seat):
        yield "is by no spectator"


ROW_CHECKS: Sequence[tuple[SqlTable, str, Callable[[Stored, Row], Iterator[str]]]] = (
    (schema.offers, "offer {id}", _check_offer),
    (schema.open_seats, "open seat {id}", _check_open_seat),
    (schema.notes, "note {id}", _check_note),
    (schema.queued_moves, "the queue of seat {seat}", _check_queue),
    (schema.plans, "the plan of seat {seat}", _check_plan),
    (schema.guesses, "the guess of user {user_id}", _check_guess),
    (schema.thread_archives, "its thread", _check_thread_archive),
)
"""The tables whose rows are each checked by themselves: what a row is called, and the check."""


def check_rows(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the rows that belong to a match and say nothing of its rules, as clauses."""
    yield from _check_challenge(stored)
    for table, name, check in ROW_CHECKS:
        for row in stored.rows(table):
            yield from (f"{name.format(**row)} {wrong}" for wrong in check(stored, row))
    yield from _check_offers(stored)
    yield from _check_analyses(stored)
    yield from _check_watchers(stored)
    yield from _check_review(stored)
    yield from _check_open_seats(stored)
