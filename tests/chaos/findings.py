"""What an audit found: how often each promise was broken, with what to look at."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

KINDS = (
    "acknowledged moves lost",
    "moves played twice",
    "moves other than given",
    "moves never played",
    "boards posted twice",
    "boards missing",
    "challenges or threads made twice",
    "messages answered twice",
    "changes of a page answered otherwise",
    "acknowledged acts lost",
    "acts done twice",
    "acts other than done",
    "acts never answered",
    "posts said twice",
    "posts missing",
    "overviews that mention somebody",
    "people mentioned who want nothing",
    "alarms lost or doubled",
    "clocks other than given",
    "matches played on from elsewhere",
    "pairings other than drawn",
    "event matches lost or doubled",
    "event results other than played",
    "requests of a flood lost",
    "votes lost or counted otherwise",
)


@dataclass
class Audit:
    """How often each promise was broken, with what to look at; and what was looked through."""

    acknowledgements: int = 0
    moves: int = 0
    page_moves: int = 0
    computer_moves: int = 0
    boards: int = 0
    forum_posts: int = 0
    overviews: int = 0
    effects: Counter[str] = field(default_factory=Counter[str])
    """How many acts of each kind the record holds."""
    posts: Counter[str] = field(default_factory=Counter[str])
    """How many rows of the outbox were posted, by kind."""
    findings: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def count(self, kind: str) -> int:
        return sum(found == kind for found, _ in self.findings)

    def found(self, kind: str, what: str) -> None:
        """Note one broken promise."""
        assert kind in KINDS
        self.findings.append((kind, what))
