"""What people can still ask for on a server that blocked them: to finish matches, and to see or delete their data.

Everything else that a person types, presses or chooses there is rejected before a feature sees it. Moves as plain text
aren't looked at here: they only ever reach the matches in which a person plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.client.commands import PANELS, slash_path
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.replies import guild_id_of, request_of
from bot.referee.guilds.audit_log import check_not_blocked

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord

    from bot.interactions.replies import Source
    from bot.referee.context import Context

TEXT_COMMANDS = frozenset(
    {
        "move",
        "preview",
        "moves",
        "plan",
        "board",
        "games",
        "resign",
        "draw",
        "takeback",
        "agree",
        "refuse",
        "substitute",
        "claim",
        "calloff",
        "givetime",
        "pause",
        "resume",
        "privacy",
        "signout",
    }
)
SLASH_COMMANDS = frozenset(map(slash_path, TEXT_COMMANDS))
PANEL_COMMANDS = TEXT_COMMANDS | {"retract", "words"}
"""Commands of panels: two are none that people type, of offers and boards."""
MENUS = frozenset({"My view", "Where can it go?"})
"""Entries of the menu of a message."""
ACTIONS = frozenset(
    {
        # a move, in steps
        *(
            "move",
            "choose",
            "choice",
            "back",
            "more",
            "foresight",
            "type",
            "play",
            "take_back",
            "leave",
            "pick",
            "foresee",
            "unqueue",
        ),
        *("hint", "where", "where_from", "mine", "still", "catalogue"),
        *("plan", "plan_add", "plan_clear", "plan_any", "plan_line", "plan_choose", "plan_ply", "plan_on", "plan_take"),
        # the end of a match, and what its players agree to
        *("resign", "claim", "calloff", "calloff_sure", "cancel", "agree", "refuse", "resume"),
        *("substitute", "open_seat", "take_seat", "give_seat"),  # also to keep one's own seat
        *("delete_person", "sign_out", "unwatch"),
        *("panel", "do", "do_with", "panel_of", "panel_match"),  # what they lead to is checked by its own name
    }
)
"""What buttons, menus and forms do, by the first word of their custom ids; puzzles have some of them, too."""


async def check_command(context: Context, interaction: discord.Interaction[Any]) -> None:
    """Raise `Blocked` where a blocked person uses a slash command or the menu of a message or person."""
    command = interaction.command
    if command is None or command.qualified_name not in SLASH_COMMANDS | MENUS | PANELS.keys():
        await _check(context, interaction)


async def check_panel_command(context: Context, interaction: discord.Interaction[Any], name: str) -> None:
    """Raise `Blocked` where a blocked person uses a command of a panel: what is allowed as text is allowed there."""
    if name not in PANEL_COMMANDS:
        await _check(context, interaction)


async def check_action(context: Context, press: discord.Interaction[Any], action: str, parts: Sequence[str]) -> None:
    """Raise `Blocked` where a blocked person uses a button, a menu or a form with these parts of its custom id."""
    is_of_puzzle = bool(parts) and parts[0] in context.games
    if action not in ACTIONS or is_of_puzzle:
        await _check(context, press)


async def check_text(context: Context, message: discord.Message, command: str) -> None:
    """Raise `Blocked` where a blocked person writes a text command, or what does the same as one."""
    if command not in TEXT_COMMANDS:
        await _check(context, message)


async def _check(context: Context, source: Source) -> None:
    """Raise `Blocked` for a blocked person. Managers are never kept out: they can lift their own block."""
    guild_id = guild_id_of(source)
    if guild_id is not None and not can_manage_server(source):
        await check_not_blocked(context, guild_id, request_of(source).user_id)
