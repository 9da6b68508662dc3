"""What moves and previews say. Pure; the text of a preview tells which move it is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.features.boards.text import event_sentences, outcome_clause
from bot.referee import formatting
from games.text import format_count, format_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.turns.completion import Completion
    from bot.referee.views import Snapshot
    from games.contract import Game
    from storage.queries.rows import Match, Person

PREVIEW = "**Preview: nothing has been played.**"
QUESTION = "**Not played yet: is this what you mean?**"
PREVIEW_SENT = "The preview is in your direct messages. Nothing has been played."
QUESTION_SENT = "Not played yet: please confirm it in your direct messages."
PREVIEW_BARRED = (
    "I can't send you direct messages, and everyone here would see your move. Use `/preview`: only you see that."
)
PLAN_WOULD_BE_PUBLIC = (
    "Everyone can read this channel, so nothing was done: nobody else is to see your plan. "
    "Use `/match plan` or `/move`, or send it to me as a direct message."
)
NOT_YOUR_QUESTION = "This question is for somebody else."
NOT_YOUR_MOVE = "This move is somebody else's to play."
NOT_YOUR_QUEUE = "These moves are somebody else's."
MOVE_UNKNOWN = "I no longer know which move this was. Please send it again."
CHOICE_LIMIT = 100
"""Characters that Discord shows of a choice."""
MOVE_LIMIT = 1000
"""Characters of a move, far more than any game needs."""
_SMALL_PRINT = re.compile(r"^-# (?:#|puzzle )\d+ \u00b7 move (\d+) \u00b7 `([^`]+)`", re.MULTILINE)
_WHICH_MATCH = re.compile(r"^Which match is `(.+)` for\?$", re.DOTALL)


def which_match(text: str) -> str:
    """Return the question for the match that a move text is meant for; `text_in_question` reads the text back."""
    return f"Which match is {formatting.code(text, limit=1500)} for?"


def text_in_question(content: str) -> str | None:
    """Return the move text that a question by `which_match` is about; None for other posts.

    >>> text_in_question(which_match("17. c4"))
    '17. c4'
    """
    found = _WHICH_MATCH.match(content)
    return found[1] if found else None


def preview_headline(snapshot: Snapshot, game: Game[Any, Any], *, confirm: bool) -> str:
    """Return what a move would do, and whose turn it would be then or how the match would end."""
    match, result = snapshot.match, game.result(snapshot.state)
    if result:
        then = f"Then {outcome_clause(match, game, result)}"
    else:
        mover = match.seats[(game.to_move(snapshot.state) or 1) - 1]
        then = f"Then it would be {formatting.name(mover)}'s turn"
    parts = [*event_sentences(snapshot, game), *game.news(snapshot.state), then]
    return " ".join([QUESTION if confirm else PREVIEW, *map(formatting.sentence, parts)])


def preview_small_print(snapshot: Snapshot, text: str, mark: str = "#") -> str:
    """Return the last line of a preview: the match, the ply and the move, which `move_in_preview` reads back.

    For the study of a puzzle `mark` is "puzzle ".
    """
    return f"-# {mark}{snapshot.match.id} \u00b7 move {snapshot.ply} \u00b7 {formatting.code(text, MOVE_LIMIT)}"


def move_in_preview(content: str) -> tuple[int, str] | None:
    r"""Return ply and text of the move that a preview is about; None for other posts.

    >>> move_in_preview("**Not played yet.** ...\n-# #42 \u00b7 move 17 \u00b7 `c4`")
    (17, 'c4')
    """
    found = _SMALL_PRINT.search(content)
    return (int(found[1]), found[2]) if found else None


def move_played(match: Match, ply: int, text: str) -> str:
    """Return the confirmation of a move."""
    return f"Move {ply}, {formatting.code(text)}, is played in {formatting.home(match)}."


def plan_saved(match: Match) -> str:
    """Return what is said of a plan that came with a move."""
    return f"Your plan waits: `/match plan #{match.id}` shows it."


def move_dropped(match_id: int, ply: int, text: str) -> str:
    """Return what replaces a preview whose move its player doesn't want."""
    return f"Move {ply} of #{match_id}, {formatting.code(text)}, was not played."


def moves_queued(match: Match, played: int, waiting: Sequence[str], *, private: bool) -> str:
    """Return what became of several moves; only a `private` reply lists those that wait."""
    done = f"{format_count(played, 'move')} played in {formatting.home(match)}. " if played else ""
    if not waiting:
        return done.strip()
    which = f": {format_list(map(formatting.code, waiting))}" if private else ""
    return f"{done}{format_count(len(waiting), 'move')} queued for #{match.id}, played as your turns come{which}."


def queue_cancelled(match_id: int, *, waited: bool) -> str:
    """Return what replaces the confirmation of queued moves."""
    return f"Cancelled: nothing is queued in #{match_id} now." if waited else f"Nothing was queued in #{match_id}."


def completion_label(completion: Completion) -> str:
    """Return the label of a choice, cut to Discord's limit: "e5+: promotes e5 to a medium, where it dies"."""
    if not completion.description:
        return completion.text
    whole = f"{completion.text.rstrip(' :')}: {completion.description}"
    return whole if len(whole) <= CHOICE_LIMIT else f"{whole[: CHOICE_LIMIT - 1].rstrip()}\u2026"


def send_move_again(mover: Person) -> str:
    """Return the post that asks for a move which may have been sent while the bot was away."""
    return (
        f"I was away, and here I can't read messages that don't mention me. {formatting.name(mover)}, if you sent your "
        "move meanwhile, please send it again: as a reply to the board with the ping on, or with `/move`."
    )
