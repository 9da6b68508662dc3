"""What the bot's posts say, read as a person reads them: which match, which move, what was refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from bot.features.moves.text import PREVIEW, QUESTION
from bot.referee.formatting import code

if TYPE_CHECKING:
    from playground.model.resources.message import Message
    from storage.queries.rows import OfferKind

BoardEvent: TypeAlias = Literal["start", "move", "leave", "takeback", "draw"]
_FOOTER = re.compile(
    r"^-# #(?P<match>\d+)(?: from #(?P<origin>\d+))?(?: \u00b7 move (?P<ply>\d+))?(?: \u00b7 `(?P<move>[^`]*)`)?",
    re.MULTILINE,
)
_TURN = re.compile(r"\*\*(\d+)\.\*\* \*\*[^*]+\*\* `([^`]*)`")
_PLAYED = re.compile(r"^Move (\d+), `([^`]*)`, is played in <#(\d+)>")
_ALREADY = re.compile(r"^Move (\d+) was already played: `([^`]*)`\.(?: #(\d+) )?")
_SEATED = re.compile(r"^\*\*(.+) #(\d+)\*\*, .*: (?:<#(\d+)>|here in the channel)(?:,.*)?$")
_LEFT = re.compile(r"\*\*(\w+)\*\* (?:resigned|ran out of time|withdrew from the event)[.,]")
_OFFER = re.compile(r"^agree:(\d+)$")
_ABOUT = re.compile(
    r"^\*\*(?P<who>\w+)\*\* (?:asks|offers) (?P<what>a draw|to take back|to pause).*? #(?P<match>\d+)\*\*"
)
_WHAT: dict[str, OfferKind] = {"a draw": "draw", "to take back": "takeback", "to pause": "pause"}
_ALARM = re.compile(r"\b[Ii]t(?: is|'s) your move in (?:\*\*[^#]+)?#(\d+)")
_TIME_IS_UP = re.compile(r"'s time in #(\d+) ran out\b")
_NET = re.compile(r"The safety net took one of \*\*\w+\*\*'s vacation days: the clock of #(\d+)")
_GIFT = re.compile(r"^\*\*(\w+)\*\* gives \*\*\w+\*\* (\d+) minutes? more in #(\d+)")
_RESUMED = re.compile(r"\bends the pause of #(\d+)")
_LATE = re.compile(r"It's \*\*\w+\*\*'s turn|#\d+ ended |It wasn't your turn yet")
_SIGN_UP = re.compile(
    r"\A\*\*([^*]+)\*\*(?:, season (\d+))?: .*^Sign-up until .*^-# event (\d+)\Z", re.MULTILINE | re.DOTALL
)
_ORIGIN = re.compile(r"^Played on from (?:the start of )?#(\d+)", re.MULTILINE)
_OPEN = re.compile(r"^-# challenge (\d+)$", re.MULTILINE)
OURS = "Something went wrong on our side"
"""How an answer begins that says nothing was changed and asks to try again."""


@dataclass(frozen=True, slots=True)
class NamedMove:
    """A move that a post names: its ply, its text as shown, and its match by number or by home, if that is said."""

    ply: int
    shown: str
    match: int | None = None
    home: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A match as a board shows it: what happened, the moves so far, the last one's text if it was one, who left.

    `turns` are the moves that its text names, each with its ply: several after queued moves. `origin` is the match
    from whose position it began, if from any.
    """

    event: BoardEvent
    match: int
    ply: int
    shown: str | None
    left: str | None
    message: int
    turns: tuple[tuple[int, str], ...] = ()
    origin: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """What somebody offers, as its post says while it stands."""

    id: int
    match: int
    kind: OfferKind
    who: str


@dataclass(frozen=True, slots=True)
class Gift:
    """Minutes that somebody gave in a match, as its post says."""

    match: int
    who: str
    minutes: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A challenge's post after the match began; no thread where it lives in the channel."""

    match: int
    thread: int | None


@dataclass(frozen=True, slots=True)
class SignUp:
    """An event that people can sign up for, as its post says: its name, its season and its number."""

    name: str
    season: int
    event: int


def sign_up(content: str) -> SignUp | None:
    """Return the event for which people can sign up below a post, None for other posts."""
    found = _SIGN_UP.match(content)
    return SignUp(found[1], int(found[2] or 1), int(found[3])) if found else None


def board(content: str, message: int = 0) -> Board | None:
    """Return what a post (with the id `message`) shows if there is a board on it."""
    found = _FOOTER.search(content)
    if not found or content.startswith((PREVIEW, QUESTION)):
        return None
    left = _LEFT.search(content)
    event: BoardEvent = "start"
    if found["move"] is not None:
        event = "move"
    elif left:
        event = "leave"
    elif " takes back " in content:
        event = "takeback"
    elif " is drawn**" in content or ": a draw, agreed by everybody" in content:
        event = "draw"
    turns = tuple((int(ply), shown) for ply, shown in _TURN.findall(content))
    origin = found["origin"] and int(found["origin"])
    return Board(
        event,
        int(found["match"]),
        int(found["ply"] or 0),
        found["move"],
        left[1] if left else None,
        message,
        turns,
        origin or None,
    )


def offer(message: Message) -> Offer | None:
    """Return what a post offers, None for other posts and for offers that stand no longer."""
    number = next((found[1] for each in buttons(message) if (found := _OFFER.match(each))), None)
    about = _ABOUT.match(message.content)
    return Offer(int(number), int(about["match"]), _WHAT[about["what"]], about["who"]) if number and about else None


def alarm(content: str) -> int | None:
    """Return the match in which a post says that little time is left."""
    return _number(_ALARM.search(content))


def time_is_up(content: str) -> int | None:
    """Return the match in which a post says that time is up."""
    return _number(_TIME_IS_UP.search(content))


def net_taken(content: str) -> int | None:
    """Return the match in which a post says that the safety net took a day."""
    return _number(_NET.search(content))


def resumed(content: str) -> int | None:
    """Return the match whose pause a post says is ended."""
    return _number(_RESUMED.search(content))


def gift(content: str) -> Gift | None:
    """Return the time that a post says was given."""
    found = _GIFT.match(content)
    return Gift(int(found[3]), found[1], int(found[2])) if found else None


def button(message: Message, action: str) -> str | None:
    """Return the custom id of a message's button for an action, None where it has none."""
    return next((each for each in buttons(message) if each.partition(":")[0] == action), None)


def _number(found: re.Match[str] | None) -> int | None:
    return int(found[1]) if found else None


def acknowledged(content: str) -> NamedMove | None:
    """Return the move that a post or an answer says has been played."""
    shown = board(content)
    if shown:
        return NamedMove(shown.ply, shown.shown, match=shown.match) if shown.shown is not None else None
    if found := _PLAYED.match(content):
        return NamedMove(int(found[1]), found[2], home=int(found[3]))
    if found := _ALREADY.match(content):
        return NamedMove(int(found[1]), found[2], match=int(found[3]) if found[3] else None)
    return None


def too_late(answer: str) -> bool:
    """Whether an answer says that a move came after one that had been played, as that of an impatient thumb may."""
    return bool(_LATE.match(answer))


def seated(content: str) -> Seated | None:
    """Return which match a challenge's post says it led to."""
    found = _SEATED.match(content)
    return Seated(int(found[2]), int(found[3]) if found[3] else None) if found else None


def challenge(content: str) -> int | None:
    """Return the number of the open challenge that a post announces."""
    found = _OPEN.search(content)
    return int(found[1]) if found else None


def origin(content: str) -> int | None:
    """Return the match from whose position that of a challenge is to begin, as its post says, None for the setup."""
    return _number(_ORIGIN.search(content))


def shows(pattern: str, text: str) -> bool:
    """Whether the notation in a post is that of a move; a long one is shown cut, in a list of moves sooner."""
    return f"`{pattern}`" in {code(text), code(text, 40)}


def buttons(message: Message) -> list[str]:
    """Return the custom ids of a message's buttons."""
    return [str(part.get("custom_id")) for row in message.components for part in row.get("components", [])]
