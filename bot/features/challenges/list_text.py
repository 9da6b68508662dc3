"""What players read in lists of challenges. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.referee.challenges.list_open import OpenChallenges
    from storage.queries.rows import Challenge, Post

MOST_LISTED = 15
"""Challenges of each kind in a list."""


def challenge_list(found: OpenChallenges, posts: Mapping[int, Post], title: Callable[[str], str]) -> str:
    """Return the list of a person's open challenges, with links to the `posts`; `title` names a game by its key."""
    kinds = (
        (_("Waiting for your answer:"), found.waiting),
        (_("Yours:"), found.issued),
        (_("Joined, waiting for others:"), found.joined),
        (_("Challenges you can join:"), found.joinable),
    )
    if not found.everything:
        return _("No open challenges here for you. `/challenge` challenges someone, or anyone if you name nobody.")
    return "\n".join(line for head, some in kinds for line in _section(head, some, posts, title))


def challenge_choice(challenge: Challenge, title: str) -> str:
    """Return a challenge as a choice of a slash command, without markup."""
    by = _("{id}: {game}, by {challenger}").format(
        id=challenge.id, game=title, challenger=formatting.plain_name(challenge.challenger)
    )
    return f"{by}{_count(challenge)}"


def _section(head: str, some: Sequence[Challenge], posts: Mapping[int, Post], title: Callable[[str], str]) -> list[str]:
    lines = [_line(challenge, posts.get(challenge.id), title(challenge.game)) for challenge in some[:MOST_LISTED]]
    if len(some) > MOST_LISTED:
        lines.append(formatting.and_more(len(some) - MOST_LISTED))
    return [head, *lines] if some else []


def _line(challenge: Challenge, post: Post | None, title: str) -> str:
    who = formatting.name(challenge.challenger)
    if challenge.has_room:
        what = _("for {n}, by {challenger}").format(n=challenge.size, challenger=who)
    else:
        opponents = format_list(formatting.name(person) for person in challenge.people[1:])
        what = _("{challenger} challenges {opponents}").format(challenger=who, opponents=opponents)
    where = formatting.challenge_place(challenge, post)
    expires = _("expires {when}").format(when=formatting.ago(challenge.expires_at))
    return f"- `{challenge.id}` **{title}**, {what}{_count(challenge)}, {expires}{f': {where}' if where else ''}"


def _count(challenge: Challenge) -> str:
    """Return how many players have joined, as a clause; empty in a match of two."""
    if challenge.size == 2:
        return ""
    return ", " + _("{n} of {size} joined").format(n=len(challenge.accepted), size=challenge.size)
