"""The audit: what was said and written down, held against the promise that nothing is lost and nothing comes twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.plugins import read as catalogue
from bot.referee.history.history import count_plies
from bot.referee.history.rebuild import rebuild_state
from games.contract import IllegalMove
from playground.model.resources.user import BOT_ID
from tests.chaos import post_parser
from tests.chaos.acts import OFFER, PLAN, QUEUE
from tests.chaos.audit_acts import answer_of, audit_acts, audit_page_moves, audit_plans, audit_queues
from tests.chaos.audit_posts import audit_clocks, audit_forums, audit_posts
from tests.chaos.audit_tournaments import audit_tournaments
from tests.chaos.crowds import audit_crowds
from tests.chaos.findings import Audit
from tests.chaos.played_on import audit_matches_played_on

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.model.resources.message import Message
    from storage.queries.rows import Event
    from tests.chaos.players import Players
    from tests.chaos.post_parser import NamedMove
    from tests.chaos.records import Record, Row


def run_audit(record: Record, players: Players, stuck: list[str]) -> Audit:
    """Hold a record against what was said; `stuck` says what people still wait for after all has been posted."""
    audit = Audit(moves=sum(count_plies(log) for log in record.logs.values()))
    audit.computer_moves = sum((event.user_id or 0) <= -100 for log in record.logs.values() for event in log)
    posts = [
        message
        for said in players.playground.state.said.values()
        for message in said.values()
        if message.author_id == BOT_ID
    ]
    _acknowledged(audit, record, players, posts)
    _played_once(audit, record, players)
    _as_the_rules_say(audit, record)
    _boards(audit, record, posts)
    _beginnings(audit, record, players, posts)
    _check_replies(audit, record, players)
    audit_acts(audit, record, players)
    audit_page_moves(audit, record, players)
    audit_queues(audit, record, players)
    audit_plans(audit, record, players)
    audit_posts(audit, record, players, posts)
    audit_clocks(audit, record)
    audit_forums(audit, record, players.playground.state)
    audit_tournaments(audit, record, posts)
    audit_crowds(audit, record, players)
    audit_matches_played_on(audit, record)
    for what in stuck:
        audit.found("moves never played", what)
    return audit


def _acknowledged(audit: Audit, record: Record, players: Players, posts: list[Message]) -> None:
    for post in posts:
        acknowledged_move = post_parser.acknowledged(post.content)
        if acknowledged_move is None:
            continue
        audit.acknowledgements += 1
        if not any(
            _holds(record, number, acknowledged_move) for number in _meant(record, players, post, acknowledged_move)
        ):
            audit.found("acknowledged moves lost", f"message {post.id} says {post.content[:120]!r}")


def _meant(record: Record, players: Players, post: Message, acknowledged_move: NamedMove) -> list[int]:
    """Return the matches that a post may be about."""
    if acknowledged_move.match is not None:
        return [acknowledged_move.match]
    homes = {match.home: number for number, match in record.matches.items()}
    if acknowledged_move.home is not None:
        return [homes.get(acknowledged_move.home, 0)]
    if post.channel_id in homes:
        return [homes[post.channel_id]]
    to = post.only_for or (players.said[post.reference["message_id"]].author if post.reference else 0)
    return [number for number, match in record.matches.items() if match.seat_of(to)]


def _holds(record: Record, number: int, acknowledged_move: NamedMove) -> bool:
    """Whether a move was made as a post names it; it may have been taken back since."""
    log = record.logs.get(number, [])
    return any(
        event.kind == "move"
        and count_plies(log[:seq]) == acknowledged_move.ply
        and post_parser.shows(acknowledged_move.shown, event.text)
        for seq, event in enumerate(log, 1)
    )


def _played_once(audit: Audit, record: Record, players: Players) -> None:
    events = {(event.match_id, event.seq): event for log in record.logs.values() for event in log}
    sources = Counter(event.source_id for event in events.values())
    for source, times in sources.items():
        if source is not None and times > 1:
            audit.found("moves played twice", f"source {source} brought {times} events")
    for given in players.submissions:
        brought = [event for event in events.values() if event.source_id in given.sources]
        if len(brought) > 1 and not _are_new_moves(record, brought):
            where = ", ".join(f"#{event.match_id} event {event.seq}" for event in brought)
            audit.found("moves played twice", f"{given.text} by {given.user} for move {given.ply}: {where}")
    for event in events.values():
        if not _was_given(event, players):
            told = f"#{event.match_id} event {event.seq}, {event.text} by {event.user_id}, of source {event.source_id}"
            audit.found("moves other than given", told)


def _was_given(event: Event, players: Players) -> bool:
    """Whether what brought an event was said by its person in just these words, before any edit."""
    if event.user_id is not None and event.user_id < 0:  # a computer player, who agrees to what a person offers
        offered = any(
            (act.kind, act.match, act.source) == (OFFER, event.match_id, event.source_id) for act in players.acts
        )
        return event.source_id is None if event.kind == "move" else offered or event.source_id is None
    source = event.source_id or 0
    if event.kind == "move" and (_was_queued(event, players) or _was_planned(event, players)):
        return True
    if event.kind != "move" and source not in players.resigned:
        brought = [act for act in players.acts if act.source == source]
        return not source or any((act.user, act.match) == (event.user_id, event.match_id) for act in brought)
    if source in players.resigned:
        return (event.kind, event.user_id) == ("leave", players.resigned[source])
    if source in players.said:
        said = players.said[source]
        return said.author == event.user_id and event.text in said.content and not said.content.startswith("!preview")
    given = [one for one in players.submissions if source in one.sources]
    return any((one.user, one.match, one.text) == (event.user_id, event.match_id, event.text) for one in given)


def _was_planned(event: Event, players: Players) -> bool:
    """Whether a move is the answer of a plan, which has no source."""
    planned = (act for act in players.acts if (act.kind, act.user, act.match) == (PLAN, event.user_id, event.match_id))
    return event.by_plan and event.source_id is None and event.text in map(answer_of, planned)


def _was_queued(event: Event, players: Players) -> bool:
    """Whether a move is of a text of several; all but the first of these have no source."""
    return any(
        (act.kind, act.user, act.match) == (QUEUE, event.user_id, event.match_id)
        and event.source_id in {None, act.source}
        and event.text in act.told.split(", ")
        for act in players.acts
    )


def _are_new_moves(record: Record, brought: list[Event]) -> bool:
    """Whether each move but the first was given after the one before was taken back, or on a newer board."""
    boards = {
        (row["match_id"], row["seq"]): row["message_id"] or 0
        for row in record.posts.values()
        if row["kind"] == "board" and row["message_id"]
    }
    return all(
        first.match_id == then.match_id
        and (
            any(event.kind == "takeback" for event in record.logs[first.match_id][first.seq : then.seq - 1])
            or boards.get((then.match_id, then.seq - 1), then.source_id or 0) < (then.source_id or 0)
        )
        for first, then in pairwise(sorted(brought, key=lambda event: (event.match_id, event.seq)))
    )


def _as_the_rules_say(audit: Audit, record: Record) -> None:
    games = catalogue().games
    for number, log in record.logs.items():
        match = record.matches[number]
        game = games[match.game]
        try:
            state = rebuild_state(game, match, log)
        except IllegalMove as illegal:
            audit.found("moves other than given", f"#{number} can't be replayed: {illegal.reason}")
            continue
        if [event.seq for event in log] != list(range(1, match.seq + 1)):
            audit.found("moves other than given", f"#{number} stands at {match.seq}, its log holds {len(log)} events")
        mover = None if log and log[-1].closes else game.to_move(state)
        if (game.position(state), mover) != (match.position, match.to_move):
            audit.found("moves other than given", f"#{number}: the stored position is not that of its moves")


def _boards(audit: Audit, record: Record, posts: list[Message]) -> None:
    shown: defaultdict[tuple[int, int], list[Message]] = defaultdict(list)
    told = set[tuple[int, int]]()
    for post, row in _of_outbox(record, posts):
        if row["kind"] == "board":
            shown[row["match_id"], row["seq"]].append(post)
            told |= {(row["match_id"], seq) for seq in _told_by(row)}
    audit.boards = sum(map(len, shown.values()))
    for (number, seq), messages in shown.items():
        if len(messages) > 1:
            ids = ", ".join(f"message {post.id}" for post in messages)
            audit.found("boards posted twice", f"#{number} event {seq}: {ids}")
        log = record.logs[number][:seq]
        expected = (number, count_plies(log), bool(log) and log[-1].kind == "move")
        for post in messages:
            board = post_parser.board(post.content)
            if board is None or (board.match, board.ply, board.shown is not None) != expected:
                audit.found("boards missing", f"#{number} event {seq}: message {post.id} shows something else")
    due = {(number, seq) for number, match in record.matches.items() for seq in range(match.seq + 1)}
    for number, seq in sorted(due - told):
        match = record.matches[number]
        audit.found("boards missing", f"#{number} event {seq} of {match.seq}, in {match.home}")


def _told_by(row: Row) -> range:
    """Return the events that a board tells of: one, or a run of queued moves."""
    return range(row["body"].get("first", row["seq"]), row["seq"] + 1)


def _of_outbox(record: Record, posts: list[Message]) -> Iterator[tuple[Message, Row]]:
    """Yield the posts that came out of the outbox, each with its row, known by the number in the nonce."""
    for post in posts:
        salt, _, number = str(post.nonce or "").partition("-")
        if number.isdigit() and not salt.startswith("r"):
            yield post, record.posts[int(number)]


def _beginnings(audit: Audit, record: Record, players: Players, posts: list[Message]) -> None:
    twice = "challenges or threads made twice"
    calls = Counter(
        (row["challenge_id"], row["body"].get("channel"))  # a rematch has a copy in the thread of the match before
        for _, row in _of_outbox(record, posts)
        if row["kind"] == "challenge"
    )
    for (number, _), times in calls.items():
        if times > 1:
            audit.found(twice, f"challenge {number} was posted {times} times")
    for source, times in Counter(row["source_id"] for row in record.challenges.values()).items():
        if times > 1:
            audit.found(twice, f"message {source} made {times} challenges")
    titles = [one.name.partition(":")[0] for one in players.playground.state.channels.values() if one.is_thread]
    for title, times in Counter(titles).items():
        if times > 1:
            audit.found(twice, f"{title} has {times} threads")
    matches = Counter(match.challenge_id for match in record.matches.values())
    for number, times in matches.items():
        if times > 1:
            audit.found(twice, f"challenge {number} led to {times} matches")


def _check_replies(audit: Audit, record: Record, players: Players) -> None:
    """Look for people's messages that were answered more than once, or answered as if not played though they were."""
    twice = "messages answered twice"
    moves = [event for log in record.logs.values() for event in log if event.kind == "move"]
    homes = {event.source_id: record.matches[event.match_id].home for event in moves}
    queues = {act.source for act in players.acts if act.kind is QUEUE}
    for source, posts in players.replies.items():
        if len({post.id for post in posts}) > 1:
            audit.found(twice, f"interaction {source}: " + "; ".join(f"{post.content[:80]!r}" for post in posts))
    for source, posts in players.message_replies.items():
        said = players.said.get(source)
        if said is None or not posts:
            continue
        what = f"message {source}, {said.content[:60]!r}, in {said.channel}"
        parts = Counter(str(post.nonce) for post in posts)
        firsts = [nonce for nonce in parts if not (nonce.startswith("r") and not nonce.endswith("-0"))]
        if len(firsts) > 1 or max(parts.values()) > max(1, players.edits[source]):
            told = "; ".join(f"{post.id}: {post.content[:80]!r}" for post in posts)
            audit.found(twice, f"{what}: {told}")
        elif homes.get(source) == said.channel and source not in queues and not players.edits[source]:
            audit.found(twice, f"{what}, was played and yet answered: {posts[0].content[:120]!r}")
