"""The buttons under boards that are posted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import row
from bot.features.analysis.button_text import ANALYSE
from bot.features.analysis.components import AnalyseButton
from bot.features.board_replies.components import MyViewButton
from bot.features.board_replies.text import MY_VIEW
from bot.features.call_off.components import CallOffButton
from bot.features.call_off.text import CALL_OFF
from bot.features.destinations.components import WhereButton
from bot.features.destinations.text import WHERE
from bot.features.guide.components import MoveButton
from bot.features.guide.text import MOVE
from bot.features.hints.components import HintButton
from bot.features.hints.text import HINT
from bot.features.history.components import RecordButton
from bot.features.history.text import RECORD
from bot.features.rematches.components import Rematch
from bot.features.rematches.text import REMATCH
from bot.features.replays.components import ReplayButton
from bot.features.replays.text import REPLAY
from bot.features.reviews.components import ReviewButton
from bot.features.reviews.text import REVIEW
from bot.features.rules.components import RulesButton
from bot.features.rules.text import RULES
from bot.referee.history.outcome import was_lost_on_time
from bot.referee.people.preferences import is_anyone_for_buttons
from games.translation import gettext as _
from games.translation import pgettext

if TYPE_CHECKING:
    from discord.ui import View

    from bot.referee.snapshots import Snapshot
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Person


async def board_buttons(tx: Tx, snapshot: Snapshot, seq: int, mover: Person | None, mark: str) -> View:
    """Return the buttons under the board after event `seq`, in one row.

    `mover` is the player to move, None once the match has ended. *My view* is always there: the post is recognized by
    its `mark`.
    """
    match = snapshot.match
    my_view, analyse = MyViewButton(_(MY_VIEW), match.id, seq, mark), AnalyseButton(_(ANALYSE), match.id)
    if mover is None:
        rematch, replay = Rematch(_(REMATCH), match.id), ReplayButton(_(REPLAY), match.id)
        review = [ReviewButton(_(REVIEW), match.id)] if snapshot.ply else []
        forgive = [CallOffButton(_(CALL_OFF), match.id)] if was_lost_on_time(match, snapshot.event) else []
        record = RecordButton(_(RECORD), match.id)
        return row(rematch, replay, *review, record, my_view, analyse, *forgive)
    if not await is_anyone_for_buttons(tx, match):
        return row(my_view, analyse)
    rules = RulesButton(_(RULES), match.game)
    if mover.level:
        return row(rules, my_view, analyse)
    move, where = MoveButton(pgettext("button", MOVE), match.id, seq), WhereButton(_(WHERE), match.id)
    hint = [HintButton(_(HINT), match.id)] if sum(person.level is None for person in match.seats) == 1 else []
    return row(move, where, rules, *hint, my_view, analyse)


def finished_buttons(match: Match, mark: str) -> View:
    """Return the buttons under a match in the channel of finished matches, which is recognized by its `mark`."""
    my_view = MyViewButton(_(MY_VIEW), match.id, match.seq, mark)
    return row(my_view, ReplayButton(_(REPLAY), match.id), RecordButton(_(RECORD), match.id))
