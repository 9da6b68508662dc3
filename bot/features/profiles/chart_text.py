"""What the charts of profiles show: the words and figures in their pictures. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.profiles.text import MOST_GAMES, count_matches, match_length
from bot.features.time_record_text import share_in_time
from bot.referee.names import shown_name
from bot.referee.ratings.rating_system import Rating
from games.text import format_percent
from games.translation import gettext as _
from games.translation import ngettext
from renderers.charts.head_to_head import GameScore, HeadToHeadChart, LastMatch
from renderers.charts.profile import Fact, GameCard, Opponent, ProfileChart, RatedCurve
from renderers.charts.score import Score

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.referee.profiles import score as referee_score
    from bot.referee.profiles.counted_match import CountedMatch
    from bot.referee.profiles.head_to_head import HeadToHead
    from bot.referee.profiles.profile import GameRecord, Profile

    GameTitle = Callable[[str], str]


def profile_chart(profile: Profile, title: GameTitle) -> ProfileChart:
    """Return what the picture of a profile shows; `title` returns a game's by its key."""
    facts = [Fact(str(profile.played), ngettext("match", "matches", profile.played))]
    facts.append(Fact(str(profile.active), _("under way")))
    if profile.time:
        facts.append(Fact(format_percent(share_in_time(profile.time)), _("moved in time")))
    if profile.longest:
        facts.append(Fact(str(profile.longest.moves), _("moves at most")))
    left = len(profile.games) - MOST_GAMES
    subtitle = _("Matches between people, on all servers")
    if left > 0:
        subtitle = ngettext(
            "Matches between people, on all servers; {n} more game below the picture",
            "Matches between people, on all servers; {n} more games below the picture",
            left,
        ).format(n=left)
    return ProfileChart(
        shown_name(profile.person),
        subtitle,
        tuple(facts),
        tuple(_card(game, title) for game in profile.games[:MOST_GAMES]),
        tuple(Opponent(shown_name(one.person), _score(one.score)) for one in profile.opponents),
    )


def head_to_head_chart(found: HeadToHead, title: GameTitle) -> HeadToHeadChart:
    """Return what the picture of two people against each other shows."""
    first, second = found.people
    return HeadToHeadChart(
        (shown_name(first), shown_name(second)),
        count_matches(found),
        _score(found.score),
        tuple(GameScore(title(game), _score(score)) for game, score in found.games[:MOST_GAMES]),
        tuple(
            LastMatch(f"#{match.id} {title(match.game)}", _winner(match, first.id, second.id), match_length(match))
            for match in found.last
        ),
    )


def _card(game: GameRecord, title: GameTitle) -> GameCard:
    ratings = (Rating(), *game.ratings)
    points = tuple((rating.shown, rating.uncertainty) for rating in ratings)
    curve = RatedCurve(points, ratings[-1].provisional) if game.ratings else None
    return GameCard(title(game.game), curve, _score(game.score), game.places)


def _score(score: referee_score.Score) -> Score:
    return Score(score.won, score.drawn, score.lost)


def _winner(match: CountedMatch, first: int, second: int) -> int | None:
    """Return who of two was ahead in a match, 0 or 1, None for nobody."""
    score = match.score(first, second)
    return 0 if score.won else 1 if score.lost else None
