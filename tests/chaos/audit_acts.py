"""The audit of acts, queued moves and plans: what people did besides moving, held against its effects in the record."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from bot.interactions.text import SENT_WHILE_AWAY
from bot.referee.history.history import count_plies
from tests.chaos.acts import CANCELLATION, KINDS, PLAN, QUEUE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from storage.queries.rows import Event
    from tests.chaos.acts import Act, Key, Kind
    from tests.chaos.findings import Audit
    from tests.chaos.players import Players
    from tests.chaos.records import Record

LATE = SENT_WHILE_AWAY.partition(",")[0]


def audit_acts(audit: Audit, record: Record, players: Players) -> None:
    """Look for acts of every kind whose effect is lost, there twice, or there without anybody having meant it."""
    for kind in KINDS:
        effects = Counter(kind.effects(record))
        audit.effects[kind.name] = effects.total()
        _audit_kind(audit, players, kind, effects, [act for act in players.acts if act.kind is kind])


def _audit_kind(audit: Audit, players: Players, kind: Kind, effects: Counter[Key], acts: Sequence[Act]) -> None:
    judged = [(act, act.judged(players.replies_to(act.source))) for act in acts]
    meant = {act.key for act, done in judged if done is not False}
    for act, done in judged:
        if done and kind.promised and not effects[act.key]:
            audit.found("acknowledged acts lost", _told(act))
        if done is not None or not act.lasts or _was_declined_together(players, act):
            continue
        if not any(effects[each.key] for each in acts if _is_same(act, each)):
            audit.found("acts never answered", _told(act))
    for key, times in effects.items():
        if times > 1:
            audit.found("acts done twice", f"{kind.name} {key}: {times} times")
        if key not in meant:
            audit.found("acts other than done", f"{kind.name} {key}")


def _is_same(act: Act, other: Act) -> bool:
    """Whether one of two acts leaves nothing to do for the other."""
    return (act.user, act.match, act.told) == (other.user, other.match, other.told)


def _was_declined_together(players: Players, act: Act) -> bool:
    """Whether a command of an absence was declined in the answer to its author's last one there."""
    said = players.said.get(act.source)
    later = (
        source
        for source, one in players.said.items()
        if said and source > act.source and (one.author, one.channel) == (said.author, said.channel)
    )
    return any(reply.content.startswith(LATE) for source in later for reply in players.replies_to(source))


def _told(act: Act) -> str:
    return f"{act.kind.name}: {act.told} by {act.user} in #{act.match}, source {act.source}"


def audit_page_moves(audit: Audit, record: Record, players: Players) -> None:
    """Look for moves that a page said are played and that aren't in the record, and for answers that differ."""
    audit.page_moves = len(players.pages.moves)
    audit.acknowledgements += audit.page_moves
    for move in players.pages.moves:
        log = record.logs.get(move.match, [])
        played = [event for seq, event in enumerate(log, 1) if count_plies(log[:seq]) == move.ply]
        if not any((each.kind, each.user_id, each.text) == ("move", move.user, move.text) for each in played):
            what = f"#{move.match}: move {move.ply}, {move.text}, by {move.user}, on a page"
            audit.found("acknowledged moves lost", what)
    for what in players.pages.contradictions:
        audit.found("changes of a page answered otherwise", what)


def audit_queues(audit: Audit, record: Record, players: Players) -> None:
    """Look for queued moves that are lost, that are played and wait yet, and that wait though they were cancelled."""
    cancelled = {(act.match, act.user) for act in players.acts if act.kind is CANCELLATION}
    for act in players.acts:
        replies = players.replies_to(act.source)
        if act.kind is not QUEUE or not act.judged(replies):
            continue
        waiting = record.queues.get((act.match, act.user), [])
        if replies[0].content.startswith("Cancelled") and waiting:
            audit.found("acknowledged acts lost", f"#{act.match}: {act.user} cancelled {waiting}")
        if (act.match, act.user) not in cancelled:
            _audit_queue(audit, record, act, waiting)


def _audit_queue(audit: Audit, record: Record, act: Act, waiting: list[str]) -> None:
    log = record.logs[act.match]
    played = {event.text for event in log if event.kind == "move" and event.user_id == act.user}
    told = f"#{act.match}, {act.user}: {act.told}, of source {act.source}; played {played}, waiting {waiting}"
    moves = act.told.split(", ")
    if played & set(waiting):
        audit.found("acts done twice", told)
    if set(moves) - played - set(waiting) and not _was_dropped(record, act):
        audit.found("acknowledged acts lost", told)


def _was_dropped(record: Record, act: Act) -> bool:
    """Whether a queue may be gone: refused, or with the match, a seat's leaving or a takeback."""
    match = record.matches[act.match]
    refused = any(row["body"].get("refused") for row in record.posts.values() if row["match_id"] == act.match)
    undone = any(event.kind in {"takeback", "leave"} for event in record.logs[act.match])
    return refused or undone or match.ended_at is not None


_TOLD = re.compile(r"(\d+)\. if (.*) then (.*)")


def audit_plans(audit: Audit, record: Record, players: Players) -> None:
    """Look for answers that were not played, that were played twice, and that their players didn't plan."""
    planned = {(act.match, act.user, answer_of(act)) for act in players.acts if act.kind is PLAN}
    played = Counter(
        (event.match_id, event.user_id, event.text) for log in record.logs.values() for event in log if event.by_plan
    )
    audit.effects["answers by plan"] += played.total()
    for (match, user, text), times in played.items():
        if times > 1:
            audit.found("acts done twice", f"#{match}: the planned {text} of {user} was played {times} times")
        if (match, user, text) not in planned:
            audit.found("acts other than done", f"#{match}: {text} of {user} was played by a plan that nobody made")
    for act in players.acts:
        replies = players.replies_to(act.source)
        if act.kind is PLAN and act.judged(replies) and _is_lost(record, act):
            audit.found("acknowledged acts lost", f"#{act.match}: {act.told} of {act.user}, of source {act.source}")


def answer_of(act: Act) -> str:
    """Return the answer that somebody planned."""
    found = _TOLD.fullmatch(act.told)
    return found[3] if found else ""


def _is_lost(record: Record, act: Act) -> bool:
    """Whether the planned move came next after a plan, and its answer not right after it, without a reason."""
    found = _TOLD.fullmatch(act.told)
    log = record.logs[act.match]
    if found is None or any(row["match_id"] == act.match for row in record.pauses):  # a pause stops plans
        return False
    ply, move = int(found[1]), found[2]
    trigger = next((event for event in log if (event.source_id or 0) > act.source), None)
    if trigger is None or trigger.kind != "move" or trigger.text != move or _ply(log, trigger) != ply:
        return False
    if any(event.source_id is None and event.at >= trigger.at for event in log[: trigger.seq - 1]):
        return False  # what the bot did by itself has no id to compare with
    answer = next((event for event in log if event.seq == trigger.seq + 1), None)
    return answer is None or (answer.user_id, answer.text, answer.by_plan) != (act.user, found[3], True)


def _ply(log: Sequence[Event], event: Event) -> int:
    return count_plies(log[: event.seq])
