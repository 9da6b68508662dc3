"""What profiles say. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.time_record_text import time_record_sentence
from bot.referee import formatting
from bot.referee.deleted_channels import is_deleted
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext
from renderers.charts.score import Score, describe_places, describe_score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.referee.profiles import score as referee_score
    from bot.referee.profiles.counted_match import CountedMatch
    from bot.referee.profiles.head_to_head import HeadToHead
    from bot.referee.profiles.profile import GameRecord, Profile
    from storage.queries.rows import Person

    GameTitle = Callable[[str], str]

MOST_GAMES = 6
"""Games that a picture has room for."""
UNREADABLE = N_(
    "Whose profile? For example `profile @Bob`, or `profile @Bob versus @Ann`; `profile` alone shows yours."
)
SAME_PERSON = N_("That's the same person twice. Choose two people, for example `/profile versus: @Bob`.")
COMPUTER = N_("Only people have profiles: matches with a computer player aren't counted. `/stats` shows all games.")
COUNTED = N_("-# Counted: matches between people that ended with a result, on all servers.")
PROVISIONAL = N_("? is provisional: too few matches to be sure.")


def profile_post(profile: Profile, title: GameTitle) -> str:
    """Return a profile; `title` returns a game's by its key."""
    played = ngettext(
        "{name}: {n} match between people, {active} under way.",
        "{name}: {n} matches between people, {active} under way.",
        profile.played,
    ).format(name=formatting.name(profile.person), n=profile.played, active=profile.active)
    games = [_game_line(game, title) for game in profile.games]
    met = [f"{formatting.name(one.person)} ({_describe(one.score)})" for one in profile.opponents]
    provisional = any(game.ratings and game.ratings[-1].provisional for game in profile.games)
    return "\n".join(
        [
            played,
            *games,
            *([_("Most often against {people}.").format(people=format_list(met))] if met else []),
            *([_longest(profile.longest, title)] if profile.longest else []),
            *([time_record_sentence(profile.time)] if profile.time else []),
            *([f"-# {_(PROVISIONAL)}"] if provisional else []),
            f"{_(COUNTED)}{_pending(profile.pending)}",
        ]
    )


def head_to_head_post(found: HeadToHead, title: GameTitle, guild_id: int | None) -> str:
    """Return two people against each other; matches of the server `guild_id` come with links to their places."""
    first, second = map(formatting.name, found.people)
    games = [f"- **{formatting.plain(title(game))}**: {_describe(score)}" for game, score in found.games]
    last = [_match_line(match, found, title, guild_id) for match in found.last]
    return "\n".join(
        [
            _("{first} against {second}: {score}. {matches}.").format(
                first=first, second=second, score=_describe(found.score), matches=count_matches(found)
            ),
            *(games if len(games) > 1 else []),
            *([_("Last matches:"), *last] if last else []),
            f"{_(COUNTED)}{_pending(found.pending)}",
        ]
    )


def no_matches(profile: Profile, *, own: bool) -> str:
    """Return that a person has no match that counts; `own` says that they asked for it."""
    if own:
        text = _("You haven't finished a match with another person yet.")
    else:
        text = _("{name} hasn't finished a match with another person yet.").format(name=formatting.name(profile.person))
    how = "" if profile.active else " " + _("`/challenge` begins one.")
    return f"{text}{_under_way(profile.active)}{how}{_pending(profile.pending)}"


def never_met(found: HeadToHead) -> str:
    """Return that two people have no match against each other that counts."""
    names = format_list(map(formatting.name, found.people))
    text = _("{people} haven't finished a match against each other yet.").format(people=names)
    return f"{text}{_under_way(found.active)}{_pending(found.pending)}"


def _under_way(count: int) -> str:
    return " " + ngettext("{n} match under way.", "{n} matches under way.", count).format(n=count) if count else ""


def hidden_profile(hidden: Sequence[Person], reader: int) -> str:
    """Return that the profiles of these people are hidden from who can read the reply."""
    if any(person.id == reader for person in hidden):
        return _("Your profile is hidden from others. The slash command `/profile` shows it to you alone.")
    text = ngettext("{people} keeps this hidden.", "{people} keep this hidden.", len(hidden))
    return text.format(people=format_list(map(formatting.name, hidden)))


def count_matches(found: HeadToHead) -> str:
    """Return how many matches two people finished, and how many they play now."""
    if not found.active:
        return matches(found.played)
    return ngettext("{n} match, {active} under way", "{n} matches, {active} under way", found.played).format(
        n=found.played, active=found.active
    )


def matches(count: int) -> str:
    """Return a number of matches."""
    return ngettext("{n} match", "{n} matches", count).format(n=count)


def match_length(match: CountedMatch) -> str:
    """Return how many moves a match had, empty if that isn't known yet."""
    if match.moves is None:
        return ""
    return ngettext("{n} move", "{n} moves", match.moves).format(n=match.moves)


def _game_line(game: GameRecord, title: GameTitle) -> str:
    parts = [f"- **{formatting.plain(title(game.game))}**"]
    if game.ratings:
        last = game.ratings[-1]
        parts.append(f" **{last.shown}{'?' if last.provisional else ''}** \u00b1 {last.uncertainty}")
    results = [_describe(game.score)] if game.score.total else []
    results += [_("of three and more {places}").format(places=describe_places(game.places))] if any(game.places) else []
    return f"{''.join(parts)}: {'; '.join(results) or matches(game.played)}"


def _match_line(match: CountedMatch, found: HeadToHead, title: GameTitle, guild_id: int | None) -> str:
    first, second = found.people
    score = match.score(first.id, second.id)
    ahead = first if score.won else second if score.lost else None
    where = f", <#{match.home}>" if match.guild_id == guild_id and not is_deleted(match.home) else ""
    game, when = formatting.plain(title(match.game)), formatting.ago(match.ended_at)
    return f"- #{match.id} {game}: {_outcome(match, ahead)}, {when}{where}"


def _outcome(match: CountedMatch, ahead: Person | None) -> str:
    """Return who of two won a match, or was ahead among more, and in how many moves if that is known."""
    n = match.moves
    if ahead is None:
        text = ngettext("no winner in {n} move", "no winner in {n} moves", n) if n else _("no winner")
    elif match.players == 2:
        text = ngettext("{name} won in {n} move", "{name} won in {n} moves", n) if n else _("{name} won")
    else:
        text = _("{name} was ahead")
        if n:
            text = ngettext("{name} was ahead in {n} move", "{name} was ahead in {n} moves", n)
    return text.format(name=formatting.name(ahead) if ahead else "", n=n)


def _longest(match: CountedMatch, title: GameTitle) -> str:
    n = match.moves or 0
    text = ngettext("The longest match had {n} move, at {game}.", "The longest match had {n} moves, at {game}.", n)
    return text.format(n=n, game=formatting.plain(title(match.game)))


def _describe(score: referee_score.Score) -> str:
    return describe_score(Score(score.won, score.drawn, score.lost))


def _pending(count: int) -> str:
    return f" {not_looked_at(count)}" if count else ""


def not_looked_at(count: int) -> str:
    """Say how many matches aren't counted yet, because they weren't looked at."""
    return ngettext(
        "I haven't looked at {n} match yet: ask again soon.",
        "I haven't looked at {n} matches yet: ask again soon.",
        count,
    ).format(n=count)
