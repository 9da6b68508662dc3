"""The audit of plans: an answer follows its move at once and once, and none is played that nobody planned."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from bot.referee.history.history import count_plies
from tests.chaos.acts import PLAN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from storage.queries.rows import Event
    from tests.chaos.acts import Act
    from tests.chaos.findings import Audit
    from tests.chaos.players import Players
    from tests.chaos.records import Record

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
