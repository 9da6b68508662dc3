"""Hints: a good move, for people who play against computer players alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from bot.client.components import PersistentButton, row
from bot.client.feature import Feature
from bot.client.panels import PanelCommand
from bot.features.moves.commands import PlayPreviewButton
from bot.features.moves.text import PLAY, preview_small_print
from bot.gateway.message_queue import release_channel
from bot.interactions.replies import reply_with_picture, request_of, send_directly
from bot.referee import formatting
from bot.referee.computer import (
    answer_draws_as_computers,
    answer_offer_as_computers,
    find_turn,
    find_turn_for_hint,
    play_computer_move,
    would_draw,
)
from bot.referee.context import run_rules
from bot.referee.errors import RequestRejected, went_another_way
from bot.referee.people.display import private_display
from bot.referee.requests import AlreadyDone, MoveText, parse_match_number
from bot.referee.turns.play import preview_in_match, take_snapshot_after
from games.text import format_code_list, format_number, format_percent
from games.translation import gettext as _, gettext_noop as N_, ngettext
from storage.queries import matches

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from bot.referee.computer import Turn
    from engines.contract import Candidate, Thought
    from games.contract import Game
    from storage.queries.rows import Person, Post

HINT = N_("Hint")
CLOSE = 0.05
"""How much less of the win an alternative may promise to be named beside the best move."""
MOST_ALTERNATIVES = 2
LONGEST_LINE = 6
"""Turns of a line that a sentence names."""


def hint_text(game: Game[Any, Any], state: Any, thought: Thought) -> str:
    """Return what a hint says above the picture: the best move, what it does, why as far as that is known, and others.

    Only what was proved or counted is given as a reason.
    """
    does = game.describe(state, game.parse(state, thought.move))
    # Translators: {does} is what the move does, as in "moves a small from c1 to c2."
    hint = _("**Hint**: {move}. It {does}").format(move=formatting.code(thought.move), does=formatting.sentence(does))
    lines = [hint, _reason(thought)]
    close = [each.move for each in thought.alternatives if _is_close(each, thought)][:MOST_ALTERNATIVES]
    if close:
        lines.append(_("Hardly worse: {moves}.").format(moves=format_code_list(close)))
    return "\n".join(line for line in lines if line)


def _is_close(candidate: Candidate, best: Thought) -> bool:
    return candidate.proved == best.proved and best.value - candidate.value <= CLOSE


def _reason(thought: Thought) -> str:
    """Return what was proved or counted about a move, in a sentence; empty if that is nothing."""
    if thought.proved == "win":
        if len(thought.line) <= 1:
            return _("It wins at once.")
        return _("It wins whatever comes, for example: {line}.").format(line=_line(thought))
    if thought.proved == "loss":
        return _("Every move loses against the best play; this one holds out longest.")
    losing = next((each for each in thought.alternatives if each.proved == "loss" and len(each.line) > 1), None)
    if losing is not None:
        lost = _("After {move}, for example, you would lose: {line}.")
        return lost.format(move=formatting.code(losing.move), line=_line(losing))
    if thought.playouts:
        won = ngettext(
            "It won {share} of {n} matches that I played out in my head.",
            "It won {share} of {n} matches that I played out in my head.",
            thought.playouts,
        )
        return won.format(share=format_percent(thought.value), n=format_number(thought.playouts))
    return ""


def _line(candidate: Candidate) -> str:
    shown = ", ".join(map(formatting.code, candidate.line[:LONGEST_LINE]))
    return shown if len(candidate.line) <= LONGEST_LINE else _("{moves} and so on").format(moves=shown)


HINT_COST = 4
"""What a hint takes of a person's requests in a minute: an engine thinks for it."""


async def show_hint(bot: Client, source: Source, number: int | None) -> None:
    """Reply with the engine's best move, why, and the board after it. Raises `RequestRejected`.

    A text in a channel is answered by direct message, in the channel only where those are barred.
    """
    request = request_of(source)
    async with bot.cooldowns.admit(request, HINT_COST):
        turn = await find_turn_for_hint(bot.context, request, number)
        match, game = turn.match, bot.context.game(turn.match)
        release_channel()
        level = len(bot.context.engine(match.game).levels)
        thought = await bot.engines.think(game, turn.reached.state, level, turn.seed)
        move_text = MoveText(thought.move, match.id, turn.reached.ply + 1)
        preview = await preview_in_match(bot.context, request, move_text, match)
        if isinstance(preview, AlreadyDone):
            raise RequestRejected(went_another_way(match, turn.reached.ply + 1, thought.move))
        display = await private_display(bot.context, match, request.user_id)
        snapshot = take_snapshot_after(bot.context, preview)
        picture = await bot.board_images.draw(game, snapshot, display, preview=True)
        text = await run_rules(hint_text, game, turn.reached.state, thought)
        small_print = preview_small_print(snapshot, preview.text)
        send = partial(
            reply_with_picture,
            source,
            f"{text}\n{small_print}",
            picture,
            f"turnpost-hint-{match.id}-{match.seq}.png",
            f"{text}\n```\n{picture.text}\n```\n{small_print}",
            view=row(PlayPreviewButton(_(PLAY), match.id, match.seq, request.user_id)),
        )
        await send_directly(source, send, _("The hint is in your direct messages."))
        bot.turn_answers.remember(source, match.id)


class HintButton(PersistentButton, template=r"advice:(\d+)"):
    """Asks for a hint, under a board of a match against computer players alone. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the hint, privately."""
        await show_hint(bot, press, int(self.parts[0]))


async def hint(bot: Client, source: Source, words: str) -> None:
    """Show a good move and why, in a match against Turnpost: `[#42]`. Raises `RequestRejected`."""
    await show_hint(bot, source, parse_match_number(words))


async def think(bot: Client, post: Post) -> tuple[int, int | None]:
    """Play the move of the computer player to move, or answer an offer of a draw; nothing if the match went on.

    Returns the match's channel.
    """
    if "offer" in post.body:
        await _answer(bot, post)
    else:
        await _play(bot, post)
    async with bot.context.database.read() as tx:
        return (await matches.require(tx, post.match_id or 0)).home, None


async def _play(bot: Client, post: Post) -> None:
    turn = await find_turn(bot.context, post.match_id or 0, post.seq or 0)
    if turn is None or turn.match.computer_to_move is None:
        return
    thought = await _find_move(bot, turn, turn.match.computer_to_move)
    await answer_draws_as_computers(bot.context, turn.match, agrees=would_draw(turn, thought.value))
    await play_computer_move(bot.context, turn, thought)


async def _answer(bot: Client, post: Post) -> None:
    """Agree to a draw where no computer player stands better than that, and decline it elsewhere."""
    turn = await find_turn(bot.context, post.match_id or 0, post.seq or 0)
    if turn is None:
        return
    player = next(person for person in turn.match.seats if person.level)
    thought = await _find_move(bot, turn, player)
    await answer_offer_as_computers(bot.context, int(post.body["offer"]), agrees=would_draw(turn, thought.value))


async def _find_move(bot: Client, turn: Turn, player: Person) -> Thought:
    game = bot.context.game(turn.match)
    return await bot.engines.think(game, turn.reached.state, player.level or 1, turn.seed)


HINT_COMMAND = PanelCommand(
    name="hint",
    panel="match",
    label=HINT,
    description=N_("Show a good move when you play against Turnpost"),
    run=hint,
    applies=lambda situation: situation.is_to_move and situation.is_against_computers,
    often=True,
)

FEATURE = Feature(panel_commands=[HINT_COMMAND], buttons=[HintButton], posts={"think": think})
