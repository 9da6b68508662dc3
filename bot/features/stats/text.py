"""What people read of the statistics of games. Pure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from games.contract import describe_options
from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.game_statistics import GameStatistics, MatchStatistics
    from games.contract import Info

NOTHING_YET = "No match between people has ended yet that counts."
TWO = 2
BRACKETS = "In brackets: where the share lies with 95% certainty, as far as these matches tell."
COUNTED = "Counted: matches between people that ended by the rules, by resigning or by an agreed draw."


def overview_post(games: Sequence[tuple[Info, GameStatistics, int]]) -> str:
    """Return a line for each game and number of players; the last number is of matches that aren't looked at yet."""
    lines = [
        f"- **{formatting.plain(info.title)}**{_players(info, one)}: {_describe(info, one)}"
        for info, found, _ in games
        for one in found.by_players
    ]
    head = "**Matches of each game**, on all servers together:" if lines else NOTHING_YET
    more = "`/stats` with a game shows it by its options." if lines else ""
    return _fit(head, lines, _small_print([found for _, found, _ in games], sum(left for *_, left in games), more))


def game_post(info: Info, found: GameStatistics, pending: int) -> str:
    """Return the matches of a game by number of players and by options."""
    title = formatting.plain(info.title)
    if not found.by_players:
        return _fit(f"**{title}**: {NOTHING_YET[0].lower()}{NOTHING_YET[1:]}", [], _small_print([found], pending))
    sets = [one.players for _, one in found.by_options]
    lines = [
        f"- All matches{_players(info, one)}: {_describe(info, one)}"
        for one in found.by_players
        if not info.options or sets.count(one.players) > 1
    ]
    if info.options:
        lines += [
            f"- {_options(info, options)}{_players(info, one)}: {_describe(info, one)}"
            for options, one in found.by_options
        ]
    return _fit(f"**{title}**, on all servers together:", lines, _small_print([found], pending))


def _describe(info: Info, one: MatchStatistics) -> str:
    """Return what the statistics of some matches say, in sentences on one line."""
    drawn = "drawn" if one.players == TWO else "drawn or shared"
    many = {0: "none", one.count: "all"}.get(one.drawn, str(one.drawn))
    sentences = [f"{_matches(one.count)}, {many} {drawn}."]
    if one.first:
        of = f"{'the other ' if one.drawn else ''}{one.first.total}"
        even = "" if one.players == TWO else f"; {_percent(1 / one.players)} would be even"
        share = f"{_percent(one.first.part / one.first.total)} ({_percent(one.first.low)} to {_percent(one.first.high)}"
        sentences.append(
            f"{formatting.plain(info.seats[0])}, the first seat, won {one.first.part} of {of}: {share}{even})."
        )
    sentences.append(f"Median {one.median:g} {'move' if one.median == 1 else 'moves'}, longest {one.longest}.")
    return " ".join(sentences)


def _matches(count: int) -> str:
    return f"{count} {'match' if count == 1 else 'matches'}"


def _percent(share: float) -> str:
    return f"{round(100 * share)}%"


def _players(info: Info, one: MatchStatistics) -> str:
    """Return the number of players, in games that can have more or fewer."""
    return "" if info.min_players == info.max_players else f", {one.players} players"


def _options(info: Info, options: str) -> str:
    """Return options as people read them; a game may have lost some since."""
    stored = json.loads(options)
    return formatting.plain(", ".join(describe_options(info, stored))) or "Usual options"


def _small_print(found: Sequence[GameStatistics], pending: int, more: str = "") -> str:
    """Return what is counted and what isn't, in small print."""
    left = [
        f"{count} {what}"
        for count, what in (
            (sum(each.not_counted.time for each in found), "lost on time"),
            (sum(each.not_counted.none for each in found), "without a result"),
            (sum(each.not_counted.computers for each in found), "with Turnpost in a seat"),
        )
        if count
    ]
    shares = any(one.first for each in found for one in each.by_players)
    sentences = [BRACKETS if shares else "", COUNTED, f"Not counted: {format_list(left)}." if left else "", more]
    if pending:
        sentences.append(f"I haven't looked at {_matches(pending)} yet: ask again soon.")
    return f"-# {' '.join(filter(None, sentences))}"


def _fit(head: str, lines: Sequence[str], foot: str) -> str:
    """Return the parts as one post, with as many of the lines as fit."""
    shown = list(lines)
    while len("\n".join([head, *shown, foot])) > MAX_LENGTH - 20:
        shown.pop()
    left = len(lines) - len(shown)
    return "\n".join([head, *shown, *([f"- and {left} more"] if left else []), foot])
