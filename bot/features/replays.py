"""Replays of a match as an animation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import discord

from bot.client.components import PersistentButton, row
from bot.client.feature import Feature
from bot.client.panels import Field, PanelCommand
from bot.features.board_replies import full_size_button
from bot.features.match_search import PAGE_PARTS, FoundMatchSelect, SearchPageButton, find_only_match, split_person
from bot.interactions.limits import REPLAY_COST
from bot.interactions.own_messages import ends_with
from bot.interactions.replies import Attachment, defer, reply, request_of
from bot.outbox.sender import fall_back_to_asker, make_reference
from bot.referee import replays
from bot.referee.context import rules_outside_transaction
from bot.referee.errors import RequestRejected
from bot.referee.lists import count_replay
from bot.referee.match_search import NUMBER_OR_SEARCH, parse_query
from bot.referee.people.display import post_display, private_display, replay_display
from bot.referee.replays import ReplayRequest, find_replay_match, load_replay_source, parse_replay_request, put_replay
from games.translation import gettext as _, gettext_noop as N_
from storage.queries import matches

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.components import Press
    from bot.images.animations import Replay
    from bot.interactions.replies import Source
    from bot.referee.people.display import BoardDisplay
    from storage.queries.rows import Match, Post

REPLAY = N_("Replay")


# Translators: the small print of a post; {nonce} tells it from others.
MARK = N_("-# replay {nonce}")
"""The last line of a replay without its animation, by which the post is recognized."""


async def send_replay(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post the replay that a person asked for, as a reply; where files are barred, say how to see it.

    If the reply itself is barred, tell the person by direct message.
    """
    with fall_back_to_asker(post, "match do:replay"):
        return await _replay(bot, post)


@rules_outside_transaction
async def _replay(bot: Client, post: Post) -> tuple[int, int | None]:
    first, last = post.body["first"], post.body["last"]
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, post.match_id or 0)
        source = await load_replay_source(bot.context, tx, match, post.seq or 0, (first, last) if first else None)
    display = post_display(post) or replay_display(match)
    async with bot.replay_images.animate(source, post.body["form"], display) as replay:
        return await _send(bot, post, match, replay, display)


async def _send(bot: Client, post: Post, match: Match, replay: Replay, display: BoardDisplay) -> tuple[int, int | None]:
    nonce = bot.sender.nonce(post)
    filename = f"turnpost-{nonce}.{replay.form}"

    def is_this_post(message: discord.Message) -> bool:
        has_file = any(file.filename == filename for file in message.attachments)
        return has_file or ends_with(MARK, message.content, nonce=nonce)

    files, without_files, view = [], replay.text, None
    if replay.data is not None:
        files = [Attachment(replay.data, filename, replay.alt).file]
        without_files = _("I'm not allowed to attach files here. `/match do:replay #{match}` shows it only to you.")
        without_files = without_files.format(match=match.id)
        view = row(full_size_button(match, replay.seq, display))
    return await bot.sender.send_with_files(
        post,
        bot.get_partial_messageable(int(post.body["channel"])),
        is_this_post,
        files,
        content=replay.text,
        without_files=f"{without_files}\n{_(MARK).format(nonce=nonce)}",
        view=view,
        reference=make_reference(post),
    )


class FoundReplaySelect(FoundMatchSelect, template=r"found_replay:(webp|gif)"):
    """A menu of found matches that shows a replay. Its part: the format."""

    placeholder = N_("Show a replay...")

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the replay of the match that was chosen, privately."""
        wanted = ReplayRequest(self.chosen_number(press), image_format=_format_of(self.parts[0]))
        await show_replay(bot, press, wanted)


class FoundReplaysButton(SearchPageButton, template=f"found_replays:{PAGE_PARTS}"):
    """Turns to a page of matches that can be replayed."""

    menu = FoundReplaySelect


async def answer_with_replay(bot: Client, source: Source, wanted: ReplayRequest) -> None:
    """Show a replay: privately to an interaction, by a post that replies to a message. Raises `RequestRejected`."""
    if isinstance(source, discord.Interaction):
        await show_replay(bot, source, wanted)
        return
    context, request = bot.context, request_of(source)
    async with bot.cooldowns.admit(request, REPLAY_COST):
        found = await find_replay_match(context, request, wanted)
        await put_replay(context, request, found, wanted)
        await count_replay(context, found)


def _format_of(form: str) -> Literal["webp", "gif"]:
    return "gif" if form == "gif" else "webp"


async def show_replay(bot: Client, interaction: discord.Interaction[Any], wanted: ReplayRequest) -> None:
    """Reply to an interaction with a replay, privately. Raises `RequestRejected`."""
    async with bot.cooldowns.admit(request_of(interaction), REPLAY_COST):
        await defer(interaction, thinking=True)
        await _show(bot, interaction, wanted)


async def _show(bot: Client, interaction: discord.Interaction[Any], wanted: ReplayRequest) -> None:
    match = await replays.find_replay_match(bot.context, request_of(interaction), wanted)
    replay_source = await _load_source(bot, match, wanted)
    display = await private_display(bot.context, match, interaction.user.id)
    async with bot.replay_images.animate(replay_source, wanted.image_format, display) as replay:
        if replay.data is None:
            await reply(interaction, replay.text)
            return
        await count_replay(bot.context, match)
        file = Attachment(replay.data, f"turnpost-replay-{match.id}-{match.seq}.{replay.form}", replay.alt)
        await reply(interaction, replay.text, view=row(full_size_button(match, replay.seq, display)), files=[file])


@rules_outside_transaction
async def _load_source(bot: Client, match: Match, wanted: ReplayRequest) -> replays.ReplaySource:
    async with bot.context.database.read() as tx:
        return await replays.load_replay_source(bot.context, tx, match, match.seq, wanted.plies)


class ReplayButton(PersistentButton, template=r"replay:(\d+)"):
    """Shows a match as an animation. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the replay, privately."""
        await show_replay(bot, press, replays.ReplayRequest(int(self.parts[0])))


FORMATS = ("webp", "gif")


async def show_or_find(bot: Client, source: Source, words: str) -> None:
    """Show a replay, or find matches: `[#42] [10-20] [gif]`, or `[@Bob] [chomp c4 d5] [won] [gif]`.

    Raises `RequestRejected`.
    """
    person, rest = split_person(source, words)
    form, terms = _split_format(rest)
    query = parse_query(bot.context, terms)
    if person is None and query.is_empty:
        await answer_with_replay(bot, source, parse_replay_request(rest))
        return
    if terms and query.is_empty:
        raise RequestRejected(_(NUMBER_OR_SEARCH))
    only = await find_only_match(bot, source, person, query, FoundReplaysButton, form)
    if only:
        await answer_with_replay(bot, source, ReplayRequest(only.id, image_format=_format_of(form)))


async def which_part(_bot: Client, _interaction: Press, _number: int) -> list[Field]:
    """Return the questions which moves to show, and as what."""
    moves = Field(label=_("Which moves?"), hint=_("Leave it empty for all of them"), example="10-20")
    forms = {"webp": _("Small and sharp"), "gif": _("For other places that show no WebP")}
    return [moves, Field(label=_("Format"), choices=forms, value="webp", required=True)]


def _split_format(words: str) -> tuple[str, str]:
    """Return the format that is named among words, WebP by default, and the words without it."""
    formats = [word for word in words.lower().split() if word in FORMATS]
    return formats[-1] if formats else "webp", " ".join(word for word in words.split() if word.lower() not in FORMATS)


REPLAY_COMMAND = PanelCommand(
    name="replay",
    panel="match",
    label=REPLAY,
    description=N_("Show a match as an animation, turn by turn"),
    usage="10-20 gif",
    run=show_or_find,
    fields=which_part,
    often=True,
)

FEATURE = Feature(
    panel_commands=[REPLAY_COMMAND],
    buttons=[ReplayButton, FoundReplaysButton, FoundReplaySelect],
    posts={"replay": send_replay},
)
