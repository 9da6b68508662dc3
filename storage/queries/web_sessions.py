"""Browsers that are signed in, and the links that were used for it. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import AlreadyStored
from storage.schema import web_sessions

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement

    from storage.engine.database import Tx


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is signed in as a person since `created_at`; `browser` is what it calls itself.

    It was last used at `used_at`, or up to an hour later.
    """

    id: int
    user_id: int
    browser: str
    created_at: datetime
    used_at: datetime


_COLUMNS = [web_sessions.c[name] for name in Session.__slots__]
_OF_LINK = select(web_sessions.c.user_id).where(web_sessions.c.link == bindparam("link"))
_OF_TOKEN = select(*_COLUMNS).where(web_sessions.c.token_hash == bindparam("token_hash"))
_OF_USER = (
    select(*_COLUMNS)
    .where(web_sessions.c.user_id == bindparam("user"), web_sessions.c.created_at > bindparam("moment"))
    .order_by(web_sessions.c.used_at.desc(), web_sessions.c.id.desc())
)
_USED = update(web_sessions).where(web_sessions.c.id == bindparam("session"))


async def add(tx: Tx, user_id: int, token_hash: str, link: str, browser: str, at: datetime) -> None:
    """Store that a link signed a browser in. Raises `AlreadyStored` if it was used; the transaction can go on."""
    await _insert(tx, {"user_id": user_id, "token_hash": token_hash, "link": link, "browser": browser}, at)


async def add_burnt_link(tx: Tx, link: str, at: datetime) -> None:
    """Store that a link can't be used any more. Raises `AlreadyStored` as `add` does."""
    await _insert(tx, {"link": link, "browser": ""}, at)


async def _insert(tx: Tx, values: dict[str, object], at: datetime) -> None:
    try:
        async with tx.begin_nested():
            await tx.execute(insert(web_sessions).values(**values, created_at=at, used_at=at))
    except IntegrityError as error:
        if not await is_used(tx, str(values["link"])):
            raise
        raise AlreadyStored("a link was used already") from error


async def is_used(tx: Tx, link: str) -> bool:
    """Return whether a link was used, or can't be used any more for another reason."""
    return (await tx.execute(_OF_LINK, {"link": link})).first() is not None


async def find(tx: Tx, token_hash: str) -> Session | None:
    """Return the session whose secret has this hash, or None."""
    row = (await tx.execute(_OF_TOKEN, {"token_hash": token_hash})).first()
    return None if row is None else Session(*row)


async def of_user(tx: Tx, user_id: int, since: datetime) -> list[Session]:
    """Return the sessions of a person that began after a moment, the last used one first."""
    return [Session(*row) for row in await tx.execute(_OF_USER, {"user": user_id, "moment": since})]


async def set_used(tx: Tx, session_id: int, at: datetime) -> None:
    """Store when a session was last used."""
    await tx.execute(_USED, {"session": session_id, "used_at": at})


async def end(tx: Tx, user_id: int, session_id: int | None = None) -> None:
    """End a session of a person, or all of them. What stays of them keeps their links from being used again."""
    ended = update(web_sessions).where(web_sessions.c.user_id == user_id)
    if session_id is not None:
        ended = ended.where(web_sessions.c.id == session_id)
    await tx.execute(ended.values(user_id=None, token_hash=None, browser=""))


def _is_old(sessions_before: datetime, links_before: datetime) -> ColumnElement[bool]:
    """Return the condition that a session began before a moment, or that one that has ended began before another."""
    has_ended = web_sessions.c.user_id.is_(None)
    return (web_sessions.c.created_at < sessions_before) | (has_ended & (web_sessions.c.created_at < links_before))


async def exist_before(tx: Tx, sessions_before: datetime, links_before: datetime) -> bool:
    """Return whether sessions began before a moment, or ended ones before `links_before`."""
    old = select(web_sessions.c.id).where(_is_old(sessions_before, links_before)).limit(1)
    return (await tx.execute(old)).first() is not None


async def forget_before(tx: Tx, sessions_before: datetime, links_before: datetime) -> None:
    """Remove the sessions that began before a moment, and the ended ones that began before `links_before`."""
    await tx.execute(delete(web_sessions).where(_is_old(sessions_before, links_before)))
