"""Profiles of people, and two people against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.client.feature import Cog, Feature
from bot.client.options import usable_everywhere
from bot.client.panels import PanelCommand, split_mentions
from bot.features.match_text import share_in_time, time_record_sentence
from bot.gateway.message_queue import release_channel
from bot.interactions.limits import PICTURE_COST
from bot.interactions.member_permissions import visible_channels
from bot.interactions.replies import guild_id_of, is_private, person_of, reply, reply_with_picture, request_of
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.formatting import is_deleted, shown_name
from bot.referee.people.display import page_display
from bot.referee.profiles import find_hidden, load_head_to_head, load_profile
from bot.referee.ratings import Rating
from games.text import format_list, format_percent
from games.translation import gettext as _, gettext_noop as N_, ngettext
from renderers.charts.head_to_head import GameScore, HeadToHeadChart, LastMatch, draw_head_to_head, head_to_head_text
from renderers.charts.profile import Fact, GameCard, Opponent, ProfileChart, RatedCurve, draw_profile, profile_text
from renderers.charts.score import Score, describe_places, describe_score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.client.client import Client
    from bot.interactions.replies import Source
    from bot.referee import profiles
    from bot.referee.people.display import BoardDisplay
    from bot.referee.profiles import CountedMatch, GameRecord, HeadToHead, Profile
    from storage.queries.rows import Person

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


def _score(score: profiles.Score) -> Score:
    return Score(score.won, score.drawn, score.lost)


def _winner(match: CountedMatch, first: int, second: int) -> int | None:
    """Return who of two was ahead in a match, 0 or 1, None for nobody."""
    score = match.score(first, second)
    return 0 if score.won else 1 if score.lost else None


MOST_GAMES = 6
"""Games that a picture has room for."""
UNREADABLE = N_(
    "Whose profile? For example `profile @Bob`, or `profile @Bob versus @Ann`; `profile` alone shows yours."
)
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
    how = "" if profile.active else " " + _("`/play` begins one.")
    return f"{text}{_under_way(profile.active)}{how}{_pending(profile.pending)}"


def _under_way(count: int) -> str:
    return " " + ngettext("{n} match under way.", "{n} matches under way.", count).format(n=count) if count else ""


def hidden_profile(hidden: Sequence[Person], reader: int) -> str:
    """Return that the profiles of these people are hidden from who can read the reply."""
    if any(person.id == reader for person in hidden):
        return _("Your profile is hidden from others. The slash command `/profile` shows it only to you.")
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


def _describe(score: profiles.Score) -> str:
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


async def show_profile(bot: Client, source: Source, person: Person) -> None:
    """Reply with the profile of a person. Raises `RequestRejected` if it's hidden from who can read the reply."""
    await _require_visible(bot, source, person)
    profile, own = await load_profile(bot.context, person), person.id == request_of(source).user_id
    release_channel()
    if not profile.games:
        await reply(source, no_matches(profile, own=own))
        return
    words = profile_post(profile, bot.context.title)
    chart = profile_chart(profile, bot.context.title)
    picture = await bot.chart_images.draw(draw_profile, profile_text, chart, await _display(bot, source))
    await reply_with_picture(source, words, picture, f"turnpost-profile-{person.id}.png", words)


async def show_head_to_head(bot: Client, source: Source, people: tuple[Person, Person]) -> None:
    """Reply with two people against each other. Raises `RequestRejected` as `show_profile` does."""
    if people[0].id == people[1].id:
        raise RequestRejected(
            _("That's the same person twice. Choose two people, for example `/profile versus: @Bob`.")
        )
    await _require_visible(bot, source, *people)
    found = await load_head_to_head(bot.context, people, lambda match: _may_show(source, match))
    release_channel()
    if not found.played:
        names = format_list(map(formatting.name, found.people))
        never = _("{people} haven't finished a match against each other yet.").format(people=names)
        await reply(source, f"{never}{_under_way(found.active)}{_pending(found.pending)}")
        return
    words = head_to_head_post(found, bot.context.title, guild_id_of(source))
    chart = head_to_head_chart(found, bot.context.title)
    picture = await bot.chart_images.draw(draw_head_to_head, head_to_head_text, chart, await _display(bot, source))
    await reply_with_picture(source, words, picture, f"turnpost-versus-{people[0].id}-{people[1].id}.png", words)


async def _require_visible(bot: Client, source: Source, *people: Person) -> None:
    """Raise `RequestRejected` if somebody is hidden: only they, and who is shown beside them, see it, privately."""
    hidden, reader = await find_hidden(bot.context, [person.id for person in people]), request_of(source).user_id
    concerned = reader in {person.id for person in people}
    if hidden and not (concerned and is_private(source)):
        raise RequestRejected(hidden_profile([person for person in people if person.id in hidden], reader))


def _may_show(source: Source, match: CountedMatch) -> bool:
    """Return whether all readers of the reply can see a match: its channel, or they played it."""
    if is_private(source) and match.has(request_of(source).user_id):
        return True
    return match.guild_id == guild_id_of(source) and match.channel_id in visible_channels(source)


async def _display(bot: Client, source: Source) -> BoardDisplay:
    return await page_display(bot.context, request_of(source).user_id if is_private(source) else None)


_BETWEEN = frozenset({"versus", "vs", "vs.", "against", "and"})


async def show_by_words(bot: Client, source: Source, words: str) -> None:
    """Read `[@Bob] [versus @Ann]`: my own without anybody, and against me without the first."""
    named, rest = await split_mentions(bot, source, words)
    between = rest.lower().split()
    if len(named) > 2 or len(between) > 1 or not _BETWEEN.issuperset(between) or (between and not named):
        raise RequestRejected(_(UNREADABLE))
    me = source.user if isinstance(source, discord.Interaction) else source.author
    own = [me] if not named or (between and len(named) == 1) else []
    await show_people(bot, source, *own, *named)


async def show_people(bot: Client, source: Source, *users: discord.abc.User) -> None:
    """Show the profile of one person, or two people against each other."""
    if any(user.bot for user in users):
        raise RequestRejected(_(COMPUTER))
    first, *others = map(person_of, users)
    async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        if others:
            await show_head_to_head(bot, source, (first, others[0]))
        else:
            await show_profile(bot, source, first)


class ProfilesCog(Cog):
    """The slash command that shows what a person plays, or two people against each other."""

    @usable_everywhere
    @app_commands.command(name="profile", description="What someone plays: ratings, results and favourite opponents")
    @app_commands.describe(
        person="Whose; yours if you leave it out", versus="Show the person's results against this one"
    )
    async def profile(
        self,
        interaction: discord.Interaction[Any],
        person: discord.User | None = None,
        versus: discord.User | None = None,
    ) -> None:
        """Show it to one person."""
        await show_people(self.bot, interaction, person or interaction.user, *([versus] if versus else []))


FEATURE = Feature(
    cogs=[ProfilesCog],
    panel_commands=[
        PanelCommand(
            name="profile",
            panel="me",
            label=N_("Profile"),
            description=N_("What someone plays: ratings, results and favourite opponents"),
            run=show_by_words,
            usage="@Bob",
            often=True,
        )
    ],
)
