"""The audit of acts: what people did besides moving, held against its effects in the record."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.interactions.text import SENT_WHILE_AWAY
from tests.chaos.acts import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

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
