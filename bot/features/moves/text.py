"""What moves and previews say. Pure; the text of a preview tells which move it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.match_text import event_sentences, outcome_then
from bot.interactions.own_messages import find_line
from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.boards import Snapshot
    from bot.referee.turns.aids import Completion
    from games.contract import Game
    from storage.queries.rows import Match

PREVIEW = N_("**Preview: nothing has been played.**")
QUESTION = N_("**Not played yet: is this what you mean?**")
PLAN_WOULD_BE_PUBLIC = N_(
    "Everyone can read this channel, so nothing was done: nobody else should see your plan. Use `/match do:plan` or "
    "`/move`, or send it to me as a direct message."
)
MOVE_UNKNOWN = N_("I no longer know which move this was. Please send it again.")
PLAY, DROP, SHOW_DESTINATIONS, CANCEL_QUEUE = N_("Play it"), N_("Don't play it"), N_("Show me"), N_("Cancel them")
CHOICE_LIMIT = 100
"""Characters that Discord shows of a choice."""
MOVE_LIMIT = 1000
"""Characters of a move, far more than any game needs."""
_SMALL_PRINT = {
    "#": N_("-# #{number} \u00b7 move {ply} \u00b7 {move}"),
    "puzzle ": N_("-# puzzle {number} \u00b7 move {ply} \u00b7 {move}"),
}
_WHICH_MATCH = N_("Which match is {move} for?")


def which_match(text: str) -> str:
    """Return the question for the match that a move text is meant for; `text_in_question` reads the text back."""
    return _(_WHICH_MATCH).format(move=formatting.code(text, limit=1500))


def text_in_question(content: str) -> str | None:
    """Return the move text that a question by `which_match` is about; None for other posts.

    >>> text_in_question(which_match("17. c4"))
    '17. c4'
    """
    found = find_line(_WHICH_MATCH, content, move="`.+`")
    return found["move"][1:-1] if found else None


def preview_headline(snapshot: Snapshot, game: Game[Any, Any], *, confirm: bool) -> str:
    """Return what a move would do, and whose turn it would be then or how the match would end."""
    match, result = snapshot.match, game.result(snapshot.state)
    if result:
        then = outcome_then(match, game, result)
    else:
        mover = match.seats[(game.to_move(snapshot.state) or 1) - 1]
        then = _("Then it would be {name}'s turn.").format(name=formatting.name(mover))
    parts = [*event_sentences(snapshot, game), *game.news(snapshot.state), then]
    return " ".join([_(QUESTION if confirm else PREVIEW), *map(formatting.sentence, parts)])


def preview_small_print(snapshot: Snapshot, text: str, mark: str = "#") -> str:
    """Return the last line of a preview: the match, the ply and the move, which `move_in_preview` reads back.

    For the study of a puzzle `mark` is "puzzle ".
    """
    move = formatting.code(text, MOVE_LIMIT)
    return _(_SMALL_PRINT[mark]).format(number=snapshot.match.id, ply=snapshot.ply, move=move)


def move_in_preview(content: str) -> tuple[int, str] | None:
    r"""Return ply and text of the move that a preview is about; None for other posts.

    >>> move_in_preview("**Not played yet.** ...\n-# #42 \u00b7 move 17 \u00b7 `c4`")
    (17, 'c4')
    """
    for template in _SMALL_PRINT.values():
        if found := find_line(template, content, number=r"\d+", ply=r"\d+", move="`[^`]+`"):
            return int(found["ply"]), found["move"][1:-1]
    return None


def move_played(match: Match, ply: int, text: str) -> str:
    """Return the confirmation of a move."""
    # Translators: {home} is a link to a channel, or "our direct messages".
    played = _("Move {ply}, {move}, is played in {home}.")
    return played.format(ply=ply, move=formatting.code(text), home=formatting.home(match))


def moves_queued(match: Match, played: int, waiting: Sequence[str], *, private: bool) -> str:
    """Return what became of several moves; only a `private` reply lists those that wait."""
    # Translators: {home} is a link to a channel, or "our direct messages".
    done = ngettext("{n} move played in {home}.", "{n} moves played in {home}.", played)
    sentences = [done.format(n=played, home=formatting.home(match))] if played else []
    if waiting and private:
        queued = ngettext(
            "{n} move queued for #{match}, played as your turns come: {moves}.",
            "{n} moves queued for #{match}, played as your turns come: {moves}.",
            len(waiting),
        )
    else:
        queued = ngettext(
            "{n} move queued for #{match}, played as your turns come.",
            "{n} moves queued for #{match}, played as your turns come.",
            len(waiting),
        )
    if waiting:
        moves = format_list(map(formatting.code, waiting))
        sentences.append(queued.format(n=len(waiting), match=match.id, moves=moves))
    return " ".join(sentences)


def completion_label(completion: Completion) -> str:
    """Return the label of a choice, cut to Discord's limit: "e5+: promotes e5 to a medium, where it dies"."""
    if not completion.description:
        return completion.text
    whole = f"{completion.text.rstrip(' :')}: {completion.description}"
    return whole if len(whole) <= CHOICE_LIMIT else f"{whole[: CHOICE_LIMIT - 1].rstrip()}\u2026"
