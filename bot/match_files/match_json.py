"""Convert a match to a line of JSON and back (docs/records.md)."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, cast

from bot.referee.errors import RequestRejected
from bot.referee.history.history import gone_seats
from bot.referee.people.display import DISPLAY_CHOICES, display_from_json
from bot.referee.times.time_control import parse_control
from storage.queries.clocks import Clock
from storage.queries.rows import Correction, Event, Match, Person

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from games.contract import Result

FORMAT = 1
"""The version of the records that are written, and the only one that is read."""

LONGEST_LINE = 4 * 1024 * 1024
LONGEST_TEXT = 4000
LONGEST_NAME = 100
LARGEST = 2**63 - 1
MOST_LEFT = 10 * 366 * 24 * 60 * 60
SECOND = timedelta(seconds=1)

_KINDS = ("move", "leave", "substitute", "takeback", "draw", "end")
_FIELDS = {
    *("turnpost", "match", "game", "rules", "options", "seed", "guild", "channel", "thread", "created"),
    *("players", "events", "position", "to_move", "result"),
}
_IF_ANY = {"clock", "look", "rated", "start", "corrections"}
_COMPUTER_ID = re.compile(r"-[1-9]\d{0,3}", re.ASCII)
_EVENT_FIELDS = {"kind", "seat", "user", "text", "source", "at"}
_EVENT_IF_ANY = {"by_plan"}

Json: TypeAlias = dict[str, Any]


class InvalidRecord(Exception):  # noqa: N818 - a verdict on a record
    """An invalid record. The message is the end of a sentence."""


def write(
    match: Match,
    log: Sequence[Event],
    result: Result | None,
    clock: Clock | None,
    corrections: Sequence[Correction] = (),
) -> str:
    """Return a match with its log, and its clock and corrections if it has some, as a line without its line end."""
    record: Json = {
        "turnpost": FORMAT,
        "match": match.id,
        "game": match.game,
        "rules": match.rules,
        "options": match.options,
        "seed": match.seed,
        "guild": str(match.guild_id),
        "channel": str(match.channel_id),
        "thread": _id_text(match.thread_id),
        "created": _time(match.created_at),
        "players": [{"id": str(person.id), "name": person.name} for person in match.seats],
        "events": [_event(event, ended=match.ended_at is not None) for event in log],
        "position": match.position,
        "to_move": match.to_move,
        "result": asdict(result) if result else None,
        **({} if match.rated else {"rated": False}),
        **({} if match.start is None else {"start": match.start}),
        **({"look": look} if (look := display_from_json(match.look).as_json) else {}),
        **({"clock": {"control": clock.control, "left": [each // SECOND for each in clock.left]}} if clock else {}),
        **({"corrections": [_correction(each) for each in corrections]} if corrections else {}),
    }
    return json.dumps(record, ensure_ascii=False)


def read(line: bytes) -> tuple[Match, list[Event], Json | None, Clock | None, list[Correction]]:
    """Return the match of a line, its log, claimed result, clock and corrections, not yet checked by any rules.

    `since`, `ended_at` and `gone` follow from the events. Raises `InvalidRecord` for any line that isn't a record.
    """
    record = _fields(_parsed(line), "the record", _FIELDS, first="turnpost", if_any=_IF_ANY)
    players = [_player(one) for one in _list(record["players"], "`players`")]
    log = [_read_event(one, number) for number, one in enumerate(_list(record["events"], "`events`"), 1)]
    to_move = None if record["to_move"] is None else _number(record["to_move"], "`to_move`")
    created = _moment(record["created"], "`created`")
    since = log[-1].at if log else created
    match = Match(
        id=_number(record["match"], "`match`"),
        game=_text(record["game"], "`game`", 100),
        rules=_number(record["rules"], "`rules`"),
        options=_options(record["options"]),
        seed=_number(record["seed"], "`seed`"),
        guild_id=_id(record["guild"], "`guild`"),
        channel_id=_id(record["channel"], "`channel`"),
        thread_id=None if record["thread"] is None else _id(record["thread"], "`thread`"),
        seats=tuple(players),
        seq=len(log),
        position=_text(record["position"], "`position`", LONGEST_LINE),
        to_move=to_move,
        created_at=created,
        since=since,
        ended_at=since if to_move is None else None,
        challenge_id=None,
        look=_look(record.get("look", {})),
        gone=gone_seats(log),
        rated=_bool(record.get("rated", True), "`rated`"),
        start=_text(record["start"], "`start`", LONGEST_LINE) if "start" in record else None,
    )
    result = None if record["result"] is None else _dict(record["result"], "`result`")
    listed = enumerate(_list(record.get("corrections", []), "`corrections`"), 1)
    corrections = [_read_correction(one, number) for number, one in listed]
    return match, log, result, _clock(record["clock"], match) if "clock" in record else None, corrections


def _clock(value: object, match: Match) -> Clock:
    """Return a clock without a deadline."""
    clock = _fields(value, "`clock`", {"control", "left"})
    written, left = _text(clock["control"], "the `control` of the clock", 100), _list(clock["left"], "`left`")
    try:
        control = parse_control(written)
    except RequestRejected as rejection:
        raise InvalidRecord(rejection.reason.rstrip(".")) from rejection
    if control is None or str(control) != written or len(left) != len(match.seats):
        raise InvalidRecord(
            "the `control` of the clock is not written as it should be, or `left` does not have all seats"
        )
    seconds = [_number(each, "what is `left` of the clock", highest=MOST_LEFT) for each in left]
    return Clock(0, written, tuple(each * SECOND for each in seconds), match.since)


def _event(event: Event, *, ended: bool) -> Json:
    """Return an event; only the record of an ended match says what plans played."""
    return {
        "kind": event.kind,
        "seat": event.seat,
        "user": _id_text(event.user_id),
        "text": event.text,
        "source": _id_text(event.source_id),
        "at": _time(event.at),
        **({"by_plan": True} if event.by_plan and ended else {}),
    }


def _correction(correction: Correction) -> Json:
    return {"user": str(correction.user_id), "at": _time(correction.at), "places": correction.places}


def _id_text(number: int | None) -> str | None:
    return None if number is None else str(number)


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _parsed(line: bytes) -> object:
    def once(pairs: list[tuple[str, Any]]) -> Json:
        made = dict(pairs)
        if len(made) < len(pairs):
            raise InvalidRecord("it names a field twice")
        return made

    def no_number(text: str) -> NoReturn:
        raise InvalidRecord(f"{text} is no number")

    try:
        return cast("object", json.loads(line, object_pairs_hook=once, parse_constant=no_number))
    except RecursionError:
        raise InvalidRecord("it is nested too deeply") from None
    except ValueError:
        raise InvalidRecord("it is not one line of JSON in UTF-8") from None


def _read_event(value: object, number: int) -> Event:
    what = f"event {number}"
    event = _fields(value, what, _EVENT_FIELDS, if_any=_EVENT_IF_ANY)
    kind: object = event["kind"]
    if kind not in _KINDS:
        raise InvalidRecord(f"the `kind` of {what} is none of {', '.join(_KINDS)}")
    return Event(
        match_id=0,
        seq=number,
        kind=kind,
        seat=None if event["seat"] is None else _number(event["seat"], f"the `seat` of {what}", lowest=1),
        user_id=None if event["user"] is None else _player_id(event["user"], f"the `user` of {what}"),
        text=_text(event["text"], f"the `text` of {what}", LONGEST_TEXT),
        source_id=None if event["source"] is None else _id(event["source"], f"the `source` of {what}"),
        at=_moment(event["at"], f"the `at` of {what}"),
        by_plan=_bool(event.get("by_plan", False), f"the `by_plan` of {what}"),
    )


def _read_correction(value: object, number: int) -> Correction:
    what = f"correction {number}"
    correction = _fields(value, what, {"user", "at", "places"})
    return Correction(
        match_id=0,
        number=number,
        user_id=_id(correction["user"], f"the `user` of {what}"),
        at=_moment(correction["at"], f"the `at` of {what}"),
        places=[
            _number(each, f"a place of {what}", lowest=1)
            for each in _list(correction["places"], f"the `places` of {what}")
        ],
    )


def _player(value: object) -> Person:
    player = _fields(value, "a player", {"id", "name"})
    return Person(_player_id(player["id"], "a player's `id`"), _text(player["name"], "a player's `name`", LONGEST_NAME))


def _options(value: object) -> dict[str, int | str]:
    options = _dict(value, "`options`")
    for name, one in options.items():
        if not isinstance(one, int | str):
            raise InvalidRecord(f"the option `{name[:40]}` is neither a whole number, a text, true nor false")
    return options


def _look(value: object) -> dict[str, str]:
    look = _fields(value, "`look`", set(), if_any=DISPLAY_CHOICES)
    for name, one in look.items():
        if one not in DISPLAY_CHOICES[name]:
            raise InvalidRecord(f"the `{name}` of the look is none of {', '.join(DISPLAY_CHOICES[name])}")
    return display_from_json(look).as_json


def _fields(value: object, what: str, names: set[str], first: str | None = None, if_any: Collection[str] = ()) -> Json:
    """Return a JSON object that has exactly the fields `names`, and perhaps those of `if_any`.

    `first` is the field that holds the version of the format.
    """
    record = _dict(value, what)
    if first is not None and (record.get(first) != FORMAT or isinstance(record.get(first), bool)):
        raise InvalidRecord(f"`{first}`, the version of the record, is not {FORMAT}, the one that this program reads")
    for name in sorted(names - record.keys()):
        raise InvalidRecord(f"{what} lacks `{name}`")
    for name in sorted(record.keys() - names - set(if_any)):
        raise InvalidRecord(f"{what} has a field `{name[:40]}`, which is unknown here")
    return record


def _require_type(kind: type, word: str) -> Callable[[object, str], Any]:
    def checked(value: object, what: str) -> Any:
        if not isinstance(value, kind):
            raise InvalidRecord(f"{what} is not {word}")
        return value

    return checked


_dict = _require_type(dict, "an object")
_list = _require_type(list, "a list")


def _number(value: object, what: str, lowest: int = 0, highest: int = LARGEST) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise InvalidRecord(f"{what} is not a whole number from {lowest} to {highest}")
    return value


def _bool(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise InvalidRecord(f"{what} is neither true nor false")
    return value


def _text(value: object, what: str, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise InvalidRecord(f"{what} is not a text of at most {longest} characters")
    return value


def _id(value: object, what: str) -> int:
    if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20):
        raise InvalidRecord(f"{what} is not an id, a text of digits")
    return _number(int(value), what)


def _player_id(value: object, what: str) -> int:
    """Return the id of a person, or of a computer player or a crowd, which is negative. Raises `InvalidRecord`."""
    if isinstance(value, str) and _COMPUTER_ID.fullmatch(value):
        return int(value)
    return _id(value, what)


def _moment(value: object, what: str) -> datetime:
    if isinstance(value, str) and value.endswith("Z") and len(value) <= 40:
        try:
            return datetime.fromisoformat(value).astimezone(UTC)
        except (ValueError, OverflowError):
            pass
    raise InvalidRecord(f"{what} is not a time like 2026-03-01T12:00:00Z")
