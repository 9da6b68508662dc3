"""Signing browsers in: links that work once, sessions, and the keys that sign what a browser brings back.

A link is nothing but what it says, signed. It names the person, so that a page can ask them before it signs a browser
in: fetching it, as previews and scanners do, changes nothing.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from itsdangerous import BadSignature, SignatureExpired, URLSafeSerializer

from bot.referee.errors import RequestRejected
from games.translation import gettext as _
from storage.engine.database import AlreadyStored
from storage.queries import key_value, web_sessions
from storage.queries.key_value import SIGNING_KEY

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.web_sessions import Session

LINK_TIME = timedelta(minutes=10)
"""How long a link can be used."""
SESSION_TIME = timedelta(days=90)
"""How long a browser stays signed in, and a key is kept after its last use."""
KEY_TIME = timedelta(days=30)
"""How long a key signs before the next one does: each is stored by the number of its span since 1970."""
LINKS_KEPT = timedelta(days=1)
"""How long a link that can't be used any more is known: longer than any process could take it for a new one."""
USED_EVERY = timedelta(hours=1)
"""How often it is stored that a session is in use."""
LONGEST_BROWSER = 200
"""Characters of a browser's name."""

_LINK = "sign-in link"
_IN_TEXT = re.compile(r"/in/(\.?[\w-]+\.[\w-]{43})")


@dataclass(frozen=True, slots=True)
class Link:
    """A link signs a browser in as a person, whom it shows as `name`, and then leads to a `path`, such as `/b/NAME`."""

    user_id: int
    name: str
    path: str


async def make_link(context: Context, user_id: int, name: str, path: str) -> str:
    """Return the token of a new link, which works once and for `LINK_TIME`."""
    return await sign(context, _LINK, [secrets.token_urlsafe(12), user_id, name, path])


async def read_link(context: Context, token: str) -> Link:
    """Return what a link is for, without using it up. Raises `RequestRejected` if it can't be used."""
    return (await _read_link(context, token))[1]


async def sign_in(context: Context, token: str, browser: str) -> str:
    """Use a link up, and return the secret of a new session, for the browser's cookie.

    `browser` is what the browser calls itself. Raises `RequestRejected` as `read_link` does, also if a second request
    uses the link at the same time.
    """
    number, link = await _read_link(context, token)
    secret = secrets.token_urlsafe(32)
    try:
        async with context.database.write() as tx:
            name = browser[:LONGEST_BROWSER]
            await web_sessions.add(tx, link.user_id, _hash(secret), number, name, context.now())
    except AlreadyStored:
        raise RequestRejected(_link_used()) from None
    return secret


async def _read_link(context: Context, token: str) -> tuple[str, Link]:
    """Return the random id of a link, and what it is for. Raises as `read_link` does."""
    try:
        number, *content = await _load(context, _LINK, token, LINK_TIME)
    except SignatureExpired:
        raise RequestRejected(
            _("That link is too old. Press **Open the board** in Discord to get a new one.")
        ) from None
    except BadSignature:
        raise RequestRejected(
            _("That isn't one of my links. Press **Open the board** in Discord to get your own.")
        ) from None
    async with context.database.read() as tx:
        if await web_sessions.is_used(tx, number):
            raise RequestRejected(_link_used())
    return number, Link(*content)


def _link_used() -> str:
    return _("That link has been used. Press **Open the board** in Discord to get your own.")


async def burn_links(context: Context, text: str) -> None:
    """Let the links in a text not be used any more, because others can read it."""
    numbers: list[str] = []
    for token in _IN_TEXT.findall(text):
        with suppress(BadSignature):  # of another bot, or too old
            numbers.append((await _load(context, _LINK, token, LINK_TIME))[0])
    if numbers:
        async with context.database.write() as tx:
            for number in numbers:
                with suppress(AlreadyStored):
                    await web_sessions.add_burnt_link(tx, number, context.now())


async def find_session(context: Context, secret: str) -> Session | None:
    """Return the session that a cookie's secret belongs to, None if there is none or it has ended."""
    now = context.now()
    async with context.database.read() as tx:
        session = await web_sessions.find(tx, _hash(secret))
    if session is None or now - session.created_at >= SESSION_TIME:
        return None
    if now - session.used_at >= USED_EVERY:
        async with context.database.write() as tx:
            await web_sessions.set_used(tx, session.id, now)
    return session


async def list_sessions(context: Context, user_id: int) -> list[Session]:
    """Return the sessions of a person, the last used one first."""
    async with context.database.read() as tx:
        return await web_sessions.of_user(tx, user_id, context.now() - SESSION_TIME)


async def end_session(context: Context, user_id: int, session_id: int) -> None:
    """End a session of a person; that of another person, or an unknown one, is left alone."""
    async with context.database.write() as tx:
        await web_sessions.end(tx, user_id, session_id)


async def end_sessions(context: Context, user_id: int) -> None:
    """End all sessions of a person."""
    async with context.database.write() as tx:
        await web_sessions.end(tx, user_id)


async def forget_old_sessions(context: Context) -> None:
    """Forget sessions that are over, links that are too old to be used, and keys whose signatures are all too old."""
    now = context.now()
    before = now - SESSION_TIME, now - LINKS_KEPT
    async with context.database.read() as tx:
        old = await web_sessions.exist_before(tx, *before)
        oldest = _number_of_key(now - SESSION_TIME)
        keys = [key for key in await _load_keys(tx) if _number_in(key) < oldest]
    if old or keys:
        async with context.database.write() as tx:
            await web_sessions.forget_before(tx, *before)
            await key_value.remove(tx, keys)


async def sign(context: Context, what: str, value: object) -> str:
    """Return a token, of characters of addresses, that holds a value of JSON and can't be made by others.

    It is of use for `what` it was signed for alone.
    """
    now = context.now()
    key = f"{SIGNING_KEY}{_number_of_key(now)}"
    async with context.database.read() as tx:
        keys = await _load_keys(tx)
    if key not in keys:
        async with context.database.write() as tx:
            await key_value.write_once(tx, key, secrets.token_urlsafe(32))
            keys = await _load_keys(tx)
    return str(_serializer(what, keys).dumps([now.timestamp(), value]))


async def unsign(context: Context, what: str, token: str, max_age: timedelta) -> Any:
    """Return the value in a token that `sign` made for `what`, less than `max_age` ago, at most `SESSION_TIME`.

    Raises `RequestRejected` for any other token.
    """
    try:
        return await _load(context, what, token, max_age)
    except BadSignature:
        raise RequestRejected(_("This page is out of date. Load it again.")) from None


async def _load(context: Context, what: str, token: str, max_age: timedelta) -> Any:
    """Return the value in a token. Raises `BadSignature`, and `SignatureExpired` if it is older than `max_age`."""
    async with context.database.read() as tx:
        keys = await _load_keys(tx)
    if not keys:
        raise BadSignature("nothing was signed yet")
    at, value = _serializer(what, keys).loads(token.encode(errors="replace"))
    # Not the serializer's own times: they are whole seconds, and a process's clock may be behind another's.
    if context.now() - datetime.fromtimestamp(at, UTC) >= max_age:
        raise SignatureExpired("too old")
    return value


async def _load_keys(tx: Tx) -> dict[str, str]:
    """Return the signing keys, the latest last."""
    found = await key_value.starting_with(tx, SIGNING_KEY)
    return dict(sorted(found.items(), key=lambda item: _number_in(item[0])))


def _serializer(what: str, keys: dict[str, str]) -> URLSafeSerializer:
    """Return what signs with the last of the keys, and takes signatures by each of them."""
    return URLSafeSerializer(
        list(keys.values()),
        salt=f"turnpost {what}",
        signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
    )


def _number_of_key(at: datetime) -> int:
    return int(at.timestamp() // KEY_TIME.total_seconds())


def _number_in(key: str) -> int:
    return int(key.removeprefix(SIGNING_KEY))


def _hash(secret: str) -> str:
    """Return what the record has of a secret: it can be looked up by it, and can't be found from it."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
