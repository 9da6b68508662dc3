"""What profiles say. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.clocks.text import time_record_clause
from bot.referee import formatting
from games.text import format_count, format_list
from renderers.charts.score import Score, describe_places, describe_score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.referee.profiles import score as referee_score
    from bot.referee.profiles.counted_match import CountedMatch
    from bot.referee.profiles.head_to_head import HeadToHead
    from bot.referee.profiles.profile import GameRecord, Profile
    from storage.queries.rows import Person
    from storage.queries.time_records import TimeRecord

    GameTitle = Callable[[str], str]

MOST_GAMES = 6
"""Games that a picture has room for."""
UNREADABLE = "Whose profile? For example `profile @Bob`, or `profile @Bob versus @Ann`; `profile` alone shows yours."
SAME_PERSON = "That's the same person twice. Choose two people, for example `/profile versus: @Bob`."
COMPUTER = "Only people have profiles: matches with a computer player aren't counted. `/stats` shows all games."
COUNTED = "-# Counted: matches between people that ended with a result, on all servers."
PROVISIONAL = "? is provisional: too few matches to be sure."


def profile_post(profile: Profile, title: GameTitle) -> str:
    """Return a profile; `title` returns a game's by its key."""
    played = f"{format_count(profile.played, 'match')} between people, {profile.active} under way"
    games = [_game_line(game, title) for game in profile.games]
    met = [f"{formatting.name(one.person)} ({_describe(one.score)})" for one in profile.opponents]
    provisional = any(game.ratings and game.ratings[-1].provisional for game in profile.games)
    return "\n".join(
        [
            f"{formatting.name(profile.person)}: {played}.",
            *games,
            *([f"Most often against {format_list(met)}."] if met else []),
            *([_longest(profile.longest, title)] if profile.longest else []),
            *([f"{formatting.sentence(time_record_clause(profile.time).capitalize())}"] if profile.time else []),
            *([f"-# {PROVISIONAL}"] if provisional else []),
            f"{COUNTED}{_pending(profile.pending)}",
        ]
    )


def head_to_head_post(found: HeadToHead, title: GameTitle, guild_id: int | None) -> str:
    """Return two people against each other; matches of the server `guild_id` come with links to their places."""
    first, second = map(formatting.name, found.people)
    games = [f"- **{formatting.plain(title(game))}**: {_describe(score)}" for game, score in found.games]
    last = [_match_line(match, found, title, guild_id) for match in found.last]
    return "\n".join(
        [
            f"{first} against {second}: {_describe(found.score)}. {count_matches(found)}.",
            *(games if len(games) > 1 else []),
            *(["Last matches:", *last] if last else []),
            f"{COUNTED}{_pending(found.pending)}",
        ]
    )


def no_matches(profile: Profile, *, own: bool) -> str:
    """Return that a person has no match that counts; `own` says that they asked for it."""
    who = "You haven't" if own else f"{formatting.name(profile.person)} hasn't"
    now = f" {format_count(profile.active, 'match')} under way." if profile.active else ""
    how = "" if profile.active else " `/challenge` begins one."
    return f"{who} finished a match with another person yet.{now}{how}{_pending(profile.pending)}"


def never_met(found: HeadToHead) -> str:
    """Return that two people have no match against each other that counts."""
    names = format_list(map(formatting.name, found.people))
    now = f" {format_count(found.active, 'match')} under way." if found.active else ""
    return f"{names} haven't finished a match against each other yet.{now}{_pending(found.pending)}"


def hidden_profile(hidden: Sequence[Person], reader: int) -> str:
    """Return that the profiles of these people are hidden from who can read the reply."""
    if any(person.id == reader for person in hidden):
        return "Your profile is hidden from others. The slash command `/profile` shows it to you alone."
    return f"{format_list(map(formatting.name, hidden))} {'keeps' if len(hidden) == 1 else 'keep'} this hidden."


def count_matches(found: HeadToHead) -> str:
    """Return how many matches two people finished, and how many they play now."""
    now = f", {found.active} under way" if found.active else ""
    return f"{format_count(found.played, 'match')}{now}"


def match_length(match: CountedMatch) -> str:
    """Return how many moves a match had, empty if that isn't known yet."""
    return format_count(match.moves, "move") if match.moves is not None else ""


def share_in_time(record: TimeRecord) -> int:
    """Return in how many percent of their matches with a clock a person moved in time."""
    return 100 * (record.matches - record.late) // record.matches


def _game_line(game: GameRecord, title: GameTitle) -> str:
    parts = [f"- **{formatting.plain(title(game.game))}**"]
    if game.ratings:
        last = game.ratings[-1]
        parts.append(f" **{last.shown}{'?' if last.provisional else ''}** \u00b1 {last.uncertainty}")
    results = [_describe(game.score)] if game.score.total else []
    results += [f"of three and more {describe_places(game.places)}"] if any(game.places) else []
    return f"{''.join(parts)}: {'; '.join(results) or format_count(game.played, 'match')}"


def _match_line(match: CountedMatch, found: HeadToHead, title: GameTitle, guild_id: int | None) -> str:
    first, second = found.people
    score = match.score(first.id, second.id)
    ahead = first if score.won else second if score.lost else None
    how = f"{formatting.name(ahead)} {'won' if match.players == 2 else 'was ahead'}" if ahead else "no winner"
    length = f" in {match_length(match)}" if match.moves else ""
    where = f", <#{match.home}>" if match.guild_id == guild_id else ""
    game, when = formatting.plain(title(match.game)), formatting.ago(match.ended_at)
    return f"- #{match.id} {game}: {how}{length}, {when}{where}"


def _longest(match: CountedMatch, title: GameTitle) -> str:
    return f"The longest match had {match_length(match)}, at {formatting.plain(title(match.game))}."


def _describe(score: referee_score.Score) -> str:
    return describe_score(Score(score.won, score.drawn, score.lost))


def _pending(count: int) -> str:
    return f" I haven't looked at {format_count(count, 'match')} yet: ask again soon." if count else ""
