"""Answers to a puzzle as text, in reply to its post or to what the bot said about an answer before."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.client.persistent_button import row
from bot.features.guide.components import MoveButton
from bot.features.guide.text import MOVE
from bot.features.puzzle_messages.text import (
    HIDE_ANSWER,
    answered_right,
    answered_wrong,
    hidden_text,
    line_of_moves,
    moves_in,
    puzzle_title,
    solved,
)
from bot.interactions.custom_ids import LARGEST_ID, read_custom_ids
from bot.interactions.replies import reply
from bot.referee.errors import RequestRejected
from bot.referee.puzzles.answers import is_legal, judge, open_puzzle
from bot.referee.puzzles.attempts import record_answer
from bot.referee.rules_thread import run_rules
from games.translation import gettext as _
from games.translation import pgettext

if TYPE_CHECKING:
    from bot.client.client import Client

_MOVE_BUTTON = re.compile(r"move:([a-z][a-z0-9-]*):(\d+)")


@dataclass(frozen=True, slots=True)
class RepliedPuzzle:
    """The puzzle that a message replies to, by its game and number, and the moves that the replied message lists."""

    game: str
    number: int
    moves: tuple[str, ...]


def find_replied_puzzle(message: discord.Message, me: int) -> RepliedPuzzle | None:
    """Return the puzzle that a message replies to, None if it replies to something else; `me` is the bot's id."""
    replied_to = message.reference.resolved if message.reference else None
    if not isinstance(replied_to, discord.Message) or replied_to.author.id != me:
        return None
    found = next(filter(None, map(_MOVE_BUTTON.fullmatch, read_custom_ids(replied_to))), None)
    if found is None or int(found[2]) > LARGEST_ID:
        return None
    return RepliedPuzzle(found[1], int(found[2]), moves_in(replied_to.content))


async def answer_puzzle(bot: Client, message: discord.Message, puzzle: RepliedPuzzle, text: str) -> bool:
    """Say whether a text is a right answer; on a server only one that is hidden from others counts.

    Returns False for a text on a server that isn't a move, and does nothing. Raises `RequestRejected`.
    """
    public, typed = message.guild is not None, hidden_text(text)
    position = await run_rules(open_puzzle, bot.context.games, puzzle.game, puzzle.number, puzzle.moves)
    if public and typed is None:
        if await run_rules(is_legal, position, text):
            raise RequestRejected(_(HIDE_ANSWER))
        return False
    verdict = await run_rules(judge, position, typed or text)
    button = row(MoveButton(pgettext("button", MOVE), puzzle.game, puzzle.number))
    if verdict.right and verdict.then:
        line = line_of_moves(verdict.then.moves, hidden=public)
        said = answered_right(verdict.then, hidden=public)
        await reply(message, f"{puzzle_title(position)}\n{line}\n{said}", view=button)
        return True
    count = await record_answer(bot.context, message.author.id, position.puzzle, solved=verdict.right)
    if verdict.right:
        await reply(message, solved(verdict.after, count, hidden=public))
    else:
        line = line_of_moves(position.moves, hidden=public)
        said = answered_wrong(verdict, hidden=public)
        await reply(message, "\n".join(filter(None, [puzzle_title(position), line, said])), view=button)
    return True
