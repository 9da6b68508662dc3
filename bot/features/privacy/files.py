"""What is kept of a person as files: one to read, one for programs. Pure."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import datetime
from typing import TYPE_CHECKING, Any

from bot.features.privacy.text import TABLES
from bot.interactions.replies import Attachment
from games.translation import ENGLISH, current_language
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LARGEST = 8_000_000
"""Bytes above which the files are packed, because Discord takes no more than ten million."""
EXACT = 1 << 53
"""From here on JSON numbers lose digits in some programs, so such ids are texts."""

_LEFT_OUT = {"user_id", "organizer_id", "position", "seed", "rules", "look", "source_id"}
"""What the text leaves out for the sake of its reader: the person's own id, and what says nothing to people."""


def personal_files(
    tables: Mapping[str, Sequence[Mapping[str, Any]]], user_id: int, at: datetime
) -> tuple[Attachment, ...]:
    """Return what is kept of a person, by table, as a text file and a JSON file; as one archive if they are large."""
    name = f"turnpost-privacy-{at:%Y-%m-%d}"
    files = {
        f"{name}.txt": to_text(tables, user_id, at).encode(),
        f"{name}.json": to_json(tables, user_id, at).encode(),
    }
    if sum(map(len, files.values())) <= LARGEST:
        return tuple(Attachment(data, each) for each, data in files.items())
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, data in files.items():
            archive.writestr(each, data)
    return (Attachment(packed.getvalue(), f"{name}.zip"),)


def to_json(tables: Mapping[str, Sequence[Mapping[str, Any]]], user_id: int, at: datetime) -> str:
    """Return what is kept of a person as a JSON object. Times are in UTC; ids of Discord are texts."""
    rows = {name: [_readable(dict(row)) for row in found] for name, found in tables.items()}
    whole = {"person": str(user_id), "at": at.isoformat(), "tables": rows}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def to_text(tables: Mapping[str, Sequence[Mapping[str, Any]]], user_id: int, at: datetime) -> str:
    """Return what is kept of a person in words: a heading for each table, a line for each row."""
    lines = [
        _("What Turnpost keeps of you ({id}), {when}").format(id=user_id, when=_format_time(at)),
        _("As JSON it has every detail, for programs. PRIVACY.md says why it's kept and for how long."),
    ]
    for name, heading in TABLES.items():
        found = tables.get(name, ())
        lines += ["", f"{_(heading)} ({len(found)})", *(f"- {_line(row)}" for row in found)]
    return "\n".join(lines) + "\n"


def _format_time(at: datetime) -> str:
    if current_language() == ENGLISH:
        return f"{at:%B %d, %Y, %H:%M} UTC"
    from babel import dates  # noqa: PLC0415 - English needs no Babel

    return dates.format_datetime(at, "long", locale=current_language())


def _line(row: Mapping[str, Any]) -> str:
    known = {name: value for name, value in row.items() if name not in _LEFT_OUT and value is not None and value != {}}
    return ", ".join(f"{name.replace('_', ' ')}: {_word(value)}" for name, value in known.items()) or _("nothing set")


def _word(value: Any) -> str:
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(_readable(value), ensure_ascii=False) if isinstance(value, dict | list) else str(value)


def _readable(value: Any) -> Any:
    """Return a value as JSON has it: times as texts, and large ids, too."""
    if isinstance(value, dict):
        return {str(key): _readable(each) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list):
        return [_readable(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, int) and abs(value) >= EXACT else value
