"""What is kept of a person: shown as files, and deleted."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from datetime import datetime
from typing import TYPE_CHECKING, Any

from discord.app_commands import Choice

from bot.client.components import ConfirmButton, ask_to_confirm
from bot.client.feature import Feature
from bot.client.panels import Field, PanelCommand
from bot.interactions.limits import FILES_COST
from bot.interactions.replies import Attachment, is_private, reply, request_of
from bot.referee.errors import RequestRejected
from bot.referee.formatting import former_name
from bot.referee.privacy import delete_person, foresee_deletion, load_personal_data
from games.text import format_number
from games.translation import ENGLISH, current_language, gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from bot.referee.privacy import Consequences

WOULD_BE_PUBLIC = N_(
    "Everyone can read this channel, so nothing is shown or deleted. Use `/me do:privacy`, or ask me in a direct "
    "message."
)
WHAT_TO_DO = N_("`privacy show` sends you everything I store about you, `privacy delete` deletes it.")
SHOWN = N_(
    "Everything I store about you: as text to read, and as JSON for programs. `/me do:privacy delete` deletes it."
)
DELETED = N_("Done: what I stored about you is deleted. If you play again, you start from scratch.")
NEARLY_DELETED = N_(
    "You're out of all matches, challenges and events. The rest is deleted once my last messages to you are out, "
    "usually within a minute."
)

TABLES = {
    "people": N_("Your preferences, and when your next daily list is due"),
    "seats": N_("Your seats, and the name you had"),
    "matches": N_("The matches you have a seat in"),
    "crowd_members": N_("Crowds you are or were in, and the name you had"),
    "proposals": N_("Moves you proposed to a crowd"),
    "votes": N_("Your votes in a crowd"),
    "offer_votes": N_("Your votes in a crowd on draws and takebacks"),
    "events": N_("What you did in matches: moves, offers that were agreed, seats you gave up"),
    "notes": N_("Your notes"),
    "plans": N_("Your plans"),
    "queued_moves": N_("Your queued moves"),
    "analyses": N_("Your analyses"),
    "ratings": N_("Your rating after each rated match"),
    "web_sessions": N_("Browsers signed in as you"),
    "watchers": N_("Matches you watch"),
    "guesses": N_("Your guesses who wins a match, and the name you had"),
    "challenge_people": N_("Challenges you made or were asked to, and the name you had"),
    "challenges": N_("Those challenges"),
    "tournament_people": N_("Events you signed up for, and the name you had"),
    "pairing_people": N_("Your pairings in events, and your places"),
    "tournaments": N_("Events you set up"),
    "corrections": N_("Results you corrected"),
    "audit_log": N_("What you did as a manager or organizer, and managers to you, in the last 180 days"),
    "blocks": N_("Servers that block you, and whom you blocked: when and why"),
    "vacations": N_("Your vacations"),
    "net_days": N_("Days the safety net took for you"),
    "puzzle_attempts": N_("Puzzles you tried"),
    "outbox": N_("Messages to you or about what you did: where I posted them, not what they showed"),
    "heard": N_("How far I have read our direct messages"),
    "set_aside_jobs": N_("Daily lists and deletions that failed and are tried again"),
    "deletions": N_("That you asked for a deletion"),
}
"""What each table of the files has, in the order of the text."""


def delete_question(found: Consequences) -> str:
    """Return what a deletion does, for the person to confirm."""
    resigns = ngettext(
        "You resign {n} running match, and the result is posted.",
        "You resign {n} running matches, and the result is posted.",
        found.running,
    )
    closes = ngettext(
        "Your {n} open challenge will be closed.", "Your {n} open challenges will be closed.", found.challenges
    )
    leaves = ngettext("You leave {n} event.", "You leave {n} events.", found.events)
    ends = ((found.running, resigns), (found.challenges, closes), (found.events, leaves))
    stay = _(
        "Matches you played ({n}) stay under the name *{name}*, with their results, so that nobody else's rating "
        "changes. Nothing leads from there to you."
    ).format(n=format_number(found.matches), name=former_name())
    blocked = ngettext(
        "You stay blocked on {n} server: only your id is kept for that.",
        "You stay blocked on {n} servers: only your id is kept for that.",
        found.blocks,
    ).format(n=found.blocks)
    lines = [
        " ".join(text.format(n=n) for n, text in ends if n),
        _(
            "Your names, preferences, notes, plans, analyses, puzzles, ratings, vacations, signed-in browsers, "
            "guesses and watched matches are deleted."
        ),
        stay if found.matches else "",
        blocked if found.blocks else "",
        _("What I have posted on Discord stays there."),
    ]
    question = _("**Delete everything I store about you?** You can't undo this.")
    return "\n".join([question, *(f"- {line}" for line in lines if line)])


LARGEST = 8_000_000
"""Bytes above which the files are packed, because Discord takes no more than ten million."""
EXACT = 1 << 53
"""From here on JSON numbers lose digits in some programs, so such ids are texts."""

_LEFT_OUT = {
    "user_id",
    "organizer_id",
    "position",
    "seed",
    "rules",
    "look",
    "source_id",
    "public_id",
    "token_hash",
    "link",
}
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
        _("What Turnpost stores about you ({id}), {when}").format(id=user_id, when=_format_time(at)),
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


class DeletePerson(ConfirmButton, template=r"delete_person:(\d+)"):
    """Confirms a deletion. Its part: id of the person."""

    async def confirm(self, bot: Client, press: Press) -> str:
        """Delete what is kept of the person."""
        done = await delete_person(bot.context, press.user.id)
        sentence = DELETED if done else NEARLY_DELETED
        return _(sentence)


async def show_or_delete(bot: Client, source: Source, words: str) -> None:
    """Read `show` or `delete`. All replies are private."""
    if not is_private(source):
        raise RequestRejected(_(WOULD_BE_PUBLIC))
    match words.lower():
        case "show":
            await _show(bot, source)
        case "delete":
            await _ask(bot, source)
        case _:
            raise RequestRejected(_(WHAT_TO_DO))


async def _show(bot: Client, source: Source) -> None:
    request = request_of(source)
    async with bot.cooldowns.admit(request, FILES_COST):
        tables = await load_personal_data(bot.context, request.user_id)
        files = await asyncio.to_thread(personal_files, tables, request.user_id, bot.context.now())
        await reply(source, _(SHOWN), files=files)


async def _ask(bot: Client, source: Source) -> None:
    request = request_of(source)
    consequences = await foresee_deletion(bot.context, request.user_id)
    button = DeletePerson(_("Delete everything"), request.user_id)
    await ask_to_confirm(source, delete_question(consequences), button)


CHOICES = {
    "show": N_("Everything I store about you, as files"),
    "delete": N_("Delete everything I store about you, after a confirmation"),
}


async def _suggest(_bot: Client, _interaction: Press, typed: str) -> list[Choice[str]]:
    found = {word: means for word, means in CHOICES.items() if word.startswith(typed.lower())}
    return [Choice(name=f"{word}: {_(means)}", value=word) for word, means in found.items()]


async def _fields(*_about: object) -> list[Field]:
    """Return the question what to do with what is kept of a person."""
    choices = {word: _(means) for word, means in CHOICES.items()}
    return [Field(label=_("What would you like to do?"), choices=choices, value="show", required=True)]


FEATURE = Feature(
    panel_commands=[
        PanelCommand(
            name="privacy",
            panel="me",
            label=N_("My data"),
            description=N_("What I store about you: see it, or delete it"),
            run=show_or_delete,
            fields=_fields,
            needs_words=True,
            usage="show",
            complete=_suggest,
            often=True,
        )
    ],
    buttons=[DeletePerson],
)
