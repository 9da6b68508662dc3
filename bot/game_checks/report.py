"""`turnpost check-game`: runs all checks on one installed game and prints what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import plugins
from bot.game_checks.checks import CHECKS, run_check
from bot.game_checks.subject import LONG, SHORT, Subject

if TYPE_CHECKING:
    from collections.abc import Callable


class UnknownGame(Exception):  # noqa: N818 - what was asked for
    """There is no game of the key; the message is a sentence on those that are there, and on skipped packages."""


def find_subject(key: str, seed: int = 0, *, long: bool = False) -> Subject:
    """Return an installed game for its checks. Raises `UnknownGame`."""
    offered = plugins.read()
    if key not in offered.games:
        sentences = [f"There's no game called {key}; installed: {', '.join(offered.games)}.", *offered.skipped]
        raise UnknownGame(" ".join(sentences))
    engine = offered.engines.get(key)
    return Subject(offered.games[key], offered.renderers[key], engine, seed, LONG if long else SHORT)


def report(subject: Subject, write: Callable[[str], None]) -> bool:
    """Run all checks, write a line for each that passes and the sentences of those that fail; return whether all do."""
    info = subject.game.info
    write(f"{info.title} (`{info.key}`), seed {subject.seed}, {subject.matches} random matches")
    failed = 0
    for name in CHECKS:
        sentences = run_check(name, subject)
        failed += bool(sentences)
        write(f"  {'FAILED' if sentences else 'passed'}  {name}")
        for sentence in sentences:
            write("\n".join(f"          {line}" for line in sentence.splitlines()))
    write(f"{len(CHECKS) - failed} of {len(CHECKS)} checks passed.")
    return not failed
