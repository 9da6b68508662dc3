"""Which tags a forum needs for matches, and which of them a match's post has. Pure: records go in, names come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discord import ForumTag

    from games.contract import Info
    from storage.queries.rows import Match

MOST_TAGS, MOST_APPLIED, LONGEST_NAME = 20, 5, 20
"""Discord's limits: tags of a forum, tags of a post, characters of a tag's name."""
OVER = "Over"
_TURNS = ("1st to move", "2nd to move", "3rd to move", "4th to move", "5th to move")
_PROGRESS = {name.casefold() for name in (*_TURNS, OVER)}


def progress_tags(seats: int) -> Sequence[str]:
    """Return the names of the tags that say how matches of so many seats stand."""
    return (*_TURNS[:seats], OVER)


def game_tag(title: str) -> str:
    """Return the name of a game's tag."""
    return title[:LONGEST_NAME].strip()


def all_tags(infos: Iterable[Info]) -> list[str]:
    """Return the names of the tags for all matches of these games."""
    games = list(infos)
    most = max((info.max_players for info in games), default=0)
    return [*progress_tags(most), *(game_tag(info.title) for info in games)]


def progress_tag(match: Match) -> str:
    """Return the name of the tag that says whose turn it is, or that the match is over."""
    return OVER if match.to_move is None or match.to_move > len(_TURNS) else _TURNS[match.to_move - 1]


def find_tag(available: Iterable[ForumTag], name: str) -> ForumTag | None:
    """Return the tag of a name in any case, or None. Tags for moderators don't count: the bot can't apply them."""
    return next((tag for tag in available if not tag.moderated and tag.name.casefold() == name.casefold()), None)


def missing_tags(available: Iterable[ForumTag], names: Iterable[str]) -> list[str]:
    """Return which of the tags a forum lacks. One of moderators is no use, but its name is taken."""
    taken = {tag.name.casefold() for tag in available}
    return [name for name in names if name.casefold() not in taken]


def first_tags(available: Sequence[ForumTag], title: str, match: Match, *, required: bool) -> list[ForumTag]:
    """Return the tags of a new post: the game and whose turn it is, or any tag where the forum requires one."""
    wanted = (find_tag(available, name) for name in (game_tag(title), progress_tag(match)))
    found = [tag for tag in wanted if tag]
    if required and not found:
        found = [tag for tag in available if not tag.moderated][:1]
    return found


def next_tags(available: Sequence[ForumTag], applied: Sequence[int], match: Match, *, required: bool) -> list[int]:
    """Return the ids of the tags that a post should have now, given those that it has.

    Only the tag that says how the match stands changes: people may have added and removed others.
    """
    others = [tag.id for tag in available if tag.id in applied and tag.name.casefold() not in _PROGRESS]
    found = find_tag(available, progress_tag(match))
    if found:
        return [*others[: MOST_APPLIED - 1], found.id]
    return others or (list(applied) if required else [])
