"""Finds reviews that players asked for, and posts them where their matches were played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.reviews.components import review_files, turning_point_menu
from bot.features.reviews.text import files_barred, review_text
from bot.interactions.replies import MAX_LENGTH
from bot.outbox.sender import fall_back_to_asker, mention_only
from bot.referee.people.display import replay_display
from bot.referee.reviews.reviewed_match import load_reviewed_match, store_review
from bot.referee.rules_thread import run_rules

if TYPE_CHECKING:
    import discord

    from bot.engines.reviewer import Reviewer
    from bot.images.review_images import ReviewImages
    from bot.interactions.replies import Attachment
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.queries.rows import Post

LONGEST_TEXT = MAX_LENGTH - 200
"""Characters of a review, so that there is room for a sentence below it."""


class ReviewPosts:
    """Carries out the outbox rows in which a match is reviewed."""

    def __init__(self, sender: Sender, context: Context, reviewer: Reviewer, images: ReviewImages) -> None:
        self._sender = sender
        self._context = context
        self._reviewer = reviewer
        self._images = images

    async def review(self, post: Post) -> tuple[int, int | None]:
        """Look through a match unless its review is there already, keep the review, and post it.

        If the post is barred, tell the player who asked by direct message how to see it.
        """
        reviewed = await load_reviewed_match(self._context, post.match_id or 0)
        match, review = reviewed.match, reviewed.review
        if review is None:
            found = await self._reviewer.review(reviewed.played, match.seed)
            review = await store_review(self._context, match.id, found)
        pictures = await self._images.draw(reviewed, review, replay_display(match))
        text = (await run_rules(review_text, reviewed, review))[:LONGEST_TEXT]
        options: dict[str, Any] = {"allowed_mentions": mention_only()}
        if menu := turning_point_menu(reviewed, review):
            options["view"] = menu
        with fall_back_to_asker(post, "match review"):
            home = await self._sender.open_home(match, post)
            return await self._send(post, home, text, review_files(pictures, self._sender.nonce(post)), **options)

    async def _send(
        self, post: Post, channel: discord.abc.Messageable, text: str, files: list[Attachment], **options: Any
    ) -> tuple[int, int | None]:
        """Send a review with its pictures; where files are barred, without."""
        mark, names = f"-# review {self._sender.nonce(post)}", {each.name for each in files}

        def is_this_post(message: discord.Message) -> bool:
            return mark in message.content or any(each.filename in names for each in message.attachments)

        attached = [each.file for each in files]
        without_files = f"{text}\n{files_barred(post.match_id or 0)}\n{mark}"
        sent = await self._sender.send_with_files(
            post, channel, is_this_post, attached, content=text, without_files=without_files, **options
        )
        return sent.channel.id, sent.id
