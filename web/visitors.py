"""Who looks at a page: browsers that are signed in, and what a page must show to make a change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import web

from bot.referee.errors import RequestRejected
from bot.referee.people.display import load_display
from bot.referee.people.preferences import language_of, load_preferences
from bot.referee.people.sign_in import SESSION_TIME, end_session, find_session, read_link, sign, sign_in, unsign
from games.translation import ENGLISH, bind_language, find_language, gettext as _, gettext_noop as N_
from web.pages import html

if TYPE_CHECKING:
    from typing import Protocol

    from bot.referee.context import Context
    from storage.queries.web_sessions import Session

    class HasAddress(Protocol):
        """What knows the public address of the site, once it is served."""

        url: str


OUT_OF_DATE = N_("This page is out of date. Load it again.")
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
"""What the header `User-Agent` has, and what people call it; the first that fits counts."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks at a page: a person whose browser is signed in, or nobody (0), and the colours of their boards."""

    user_id: int = 0
    theme: str = ""
    session: Session | None = None


VISITOR: web.RequestKey[Visitor] = web.RequestKey("visitor", Visitor)


class Visitors:
    """Finds the visitor of a request, signs browsers in and out, and checks that a change comes from a page of ours."""

    def __init__(self, context: Context, site: HasAddress) -> None:
        self._context, self._site = context, site

    async def find(self, request: web.Request) -> Visitor:
        """Return who makes a request, and let the answer be in their language."""
        secret = request.cookies.get(self._cookie, "")
        session = await find_session(self._context, secret) if secret else None
        if session is None:
            return Visitor(theme="light" if request.query.get("theme") == "light" else "")
        async with self._context.database.read() as tx:
            preferences = await load_preferences(tx, session.user_id)
            look = await load_display(tx, session.user_id)
        bind_language(language_of(preferences))
        return Visitor(session.user_id, look.theme, session)

    async def make_token(self, visitor: Visitor) -> str:
        """Return what a page has to send with a change, empty if nobody is signed in."""
        return await sign(self._context, "page", visitor.session.id) if visitor.session else ""

    async def check_change(self, visitor: Visitor, request: web.Request, change: str) -> int:
        """Return the id that the page of a match was given for a change of it; an answer to a puzzle has none, 0.

        Raises `HTTPForbidden` unless it comes from a page of this very session, and is the person's own.
        """
        if visitor.session is None:
            return 0
        match, owner, number = request.match_info.get("name"), visitor.user_id, "0"
        try:
            token = request.headers.get("X-Turnpost-Token", "")
            session = await unsign(self._context, "page", token, SESSION_TIME)
            if match is not None:
                owner, number = await unsign(self._context, f"request {match}", change, SESSION_TIME)
        except RequestRejected:
            raise web.HTTPForbidden(text=_(OUT_OF_DATE)) from None
        if (session, owner) != (visitor.session.id, visitor.user_id):
            raise web.HTTPForbidden(text=_(OUT_OF_DATE))
        return int(number)

    async def show_sign_in(self, request: web.Request) -> web.Response:
        """Ask whether to sign this browser in; looking at the page doesn't use the link up."""
        link, visitor = await read_link(self._context, request.match_info["token"]), request[VISITOR]
        if visitor.user_id == link.user_id:
            raise web.HTTPSeeOther(link.path)
        values = {"theme": "", "title": _("Sign in"), "name": link.name, "signed_in": visitor.session is not None}
        return html("sign_in.html", values)

    async def sign_in(self, request: web.Request) -> web.Response:
        """Sign this browser in, where somebody else is signed in no longer, and lead it to the board."""
        token, before = request.match_info["token"], request[VISITOR].session
        link = await read_link(self._context, token)
        secret = await sign_in(self._context, token, name_browser(request.headers.get("User-Agent", "")))
        if before is not None:
            await end_session(self._context, before.user_id, before.id)
        answer = web.Response(status=303, headers={"Location": link.path})
        age = int(SESSION_TIME.total_seconds())
        answer.set_cookie(self._cookie, secret, max_age=age, secure=self._is_secure, httponly=True, samesite="Lax")
        return answer

    async def sign_out(self, request: web.Request) -> web.Response:
        """End the session of this browser."""
        session = request[VISITOR].session
        if session is not None:
            await end_session(self._context, session.user_id, session.id)
        answer = html("message.html", {"theme": "", "title": "Turnpost", "text": _("You're signed out here.")})
        answer.del_cookie(self._cookie, secure=self._is_secure, httponly=True, samesite="Lax")
        return answer

    @property
    def _is_secure(self) -> bool:
        return self._site.url.startswith("https:")

    @property
    def _cookie(self) -> str:
        """The name of the cookie; browsers take one with this prefix from this host alone (RFC 6265bis, 4.1.3)."""
        return "__Host-turnpost" if self._is_secure else "turnpost"


def language_of_browser(request: web.Request) -> str:
    """Return the first language of a browser that the bot speaks."""
    wanted = [each.partition(";")[0].strip() for each in request.headers.get("Accept-Language", "").split(",")[:8]]
    return next((found for each in wanted if (found := find_language(each)) != ENGLISH or each[:2] == "en"), ENGLISH)


def name_browser(user_agent: str) -> str:
    """Return the browser and the system that a request comes from, as far as its header tells.

    >>> name_browser("Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0")
    'Firefox, Linux'
    """
    browser = next((name for mark, name in BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in SYSTEMS if mark in user_agent), "")
    return ", ".join(filter(None, [browser, system])) or "?"
