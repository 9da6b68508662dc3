"""Replies with a profile, or with two people against each other: a picture, and the same in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.profiles import text
from bot.features.profiles.chart_text import head_to_head_chart, profile_chart
from bot.gateway.message_queue import release_channel
from bot.interactions.member_permissions import visible_channels
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import guild_id_of, is_private, reply, request_of
from bot.referee.errors import RequestRejected
from bot.referee.people.display import page_display
from bot.referee.profiles.load import find_hidden, load_head_to_head, load_profile
from games.translation import gettext as _
from renderers.charts.head_to_head import draw_head_to_head, head_to_head_text
from renderers.charts.profile import draw_profile, profile_text

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.interactions.replies import Source
    from bot.referee.people.display import BoardDisplay
    from bot.referee.profiles.counted_match import CountedMatch
    from storage.queries.rows import Person


async def show_profile(bot: Client, source: Source, person: Person) -> None:
    """Reply with the profile of a person. Raises `RequestRejected` if it's hidden from who can read the reply."""
    await _require_visible(bot, source, person)
    profile, own = await load_profile(bot.context, person), person.id == request_of(source).user_id
    release_channel()
    if not profile.games:
        await reply(source, text.no_matches(profile, own=own))
        return
    words = text.profile_post(profile, bot.context.title)
    chart = profile_chart(profile, bot.context.title)
    picture = await bot.chart_images.draw(draw_profile, profile_text, chart, await _display(bot, source))
    await reply_with_picture(source, words, picture, f"turnpost-profile-{person.id}.png", words)


async def show_head_to_head(bot: Client, source: Source, people: tuple[Person, Person]) -> None:
    """Reply with two people against each other. Raises `RequestRejected` as `show_profile` does."""
    if people[0].id == people[1].id:
        raise RequestRejected(_(text.SAME_PERSON))
    await _require_visible(bot, source, *people)
    found = await load_head_to_head(bot.context, people, lambda match: _may_show(source, match))
    release_channel()
    if not found.played:
        await reply(source, text.never_met(found))
        return
    words = text.head_to_head_post(found, bot.context.title, guild_id_of(source))
    chart = head_to_head_chart(found, bot.context.title)
    picture = await bot.chart_images.draw(draw_head_to_head, head_to_head_text, chart, await _display(bot, source))
    await reply_with_picture(source, words, picture, f"turnpost-versus-{people[0].id}-{people[1].id}.png", words)


async def _require_visible(bot: Client, source: Source, *people: Person) -> None:
    """Raise `RequestRejected` if somebody is hidden: only they, and who is shown beside them, see it, privately."""
    hidden, reader = await find_hidden(bot.context, [person.id for person in people]), request_of(source).user_id
    concerned = reader in {person.id for person in people}
    if hidden and not (concerned and is_private(source)):
        raise RequestRejected(text.hidden_profile([person for person in people if person.id in hidden], reader))


def _may_show(source: Source, match: CountedMatch) -> bool:
    """Return whether all readers of the reply can see a match: its channel, or they played it."""
    if is_private(source) and match.has(request_of(source).user_id):
        return True
    return match.guild_id == guild_id_of(source) and match.channel_id in visible_channels(source)


async def _display(bot: Client, source: Source) -> BoardDisplay:
    return await page_display(bot.context, request_of(source).user_id if is_private(source) else None)
