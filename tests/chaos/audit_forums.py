"""The audit of forums: the post of a match has the tag of whose turn it is, or that it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.forum_posts import progress_tag, progress_tags
from playground.model.resources.channel import FORUM

if TYPE_CHECKING:
    from playground.model.state import State
    from tests.chaos.findings import Audit
    from tests.chaos.records import Record

FORUM_TAGS = (*progress_tags(5), "Xero-G", "Martian Life", "Zyrcan", "Xong")
"""The tags of a forum for matches. One game has none."""


def audit_forums(audit: Audit, record: Record, state: State) -> None:
    """Look for posts of matches whose tags say something else than the record. Computer players' turns have none."""
    progress = {*progress_tags(5)}
    for number, match in record.matches.items():
        post = state.channels[match.home]
        forum = state.channels.get(post.parent_id or 0)
        if forum is None or forum.type != FORUM:
            continue
        audit.forum_posts += 1
        shown = {tag["name"] for tag in forum.available_tags if int(tag["id"]) in post.applied_tags} & progress
        if shown != {progress_tag(match)} and match.computer_to_move is None:
            audit.found("posts missing", f"#{number} is tagged {shown}, and should be {progress_tag(match)}")
