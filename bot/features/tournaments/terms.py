"""The terms of an event as a person types them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.challenges.terms import parse_terms
from bot.features.tournaments import text
from bot.referee.challenges.create import parse_count, parse_yes_or_no
from bot.referee.challenges.name_parser import split_game
from bot.referee.errors import RequestRejected
from bot.referee.times.time_control import parse_length
from bot.referee.tournaments import defaults
from bot.referee.tournaments.create import KINDS, TournamentTerms
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.referee.context import Context


def parse_typed_terms(context: Context, typed: str) -> TournamentTerms:
    """Read `league chomp Spring League [3d] [most=3] [signup=3d] [vacation=no] [option=value ...]`.

    Raises `RequestRejected`.
    """
    kind, __, rest = typed.strip().partition(" ")
    if kind.lower() not in KINDS:
        raise RequestRejected(_(text.HOW_TO_CREATE))
    names, words = parse_terms(rest)
    info, name = split_game(context, names)
    table = words.pop("table", None)
    return TournamentTerms(
        info,
        kind.lower(),
        " ".join(name),
        sign_up=parse_length(words.pop("signup")) if "signup" in words else defaults.SIGN_UP,
        clock=words.pop("clock", None),
        vacation=parse_yes_or_no("vacation", words.pop("vacation", "yes")),
        pauses=parse_yes_or_no("pauses", words.pop("pauses", "no")),
        net=parse_yes_or_no("net", words.pop("net", "no")),
        at_once=parse_count("most", words.pop("most", str(defaults.AT_ONCE))),
        table_size=parse_count("table", table) if table else None,
        rounds=parse_count("rounds", words.pop("rounds", str(defaults.ROUNDS))),
        options=words,
    )
