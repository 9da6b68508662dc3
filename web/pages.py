"""Pages from templates, in the language of the task."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from aiohttp import web
from jinja2 import Environment, PackageLoader, StrictUndefined

from games.translation import current_language, gettext, ngettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def load_templates() -> Environment:
    """Return the templates of all pages, those of the bot's site and those of `turnpost site`."""
    templates = Environment(
        loader=PackageLoader("web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.filters["day"] = _day
    return templates


def _day(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d")


def render(name: str, values: Mapping[str, Any]) -> str:
    """Return a page in the language of this task."""
    translated = {"lang": current_language(), "_": gettext, "ngettext": ngettext, "pgettext": pgettext}
    return load_templates().get_template(name).render(translated, **values)


@cache
def static_address() -> str:
    """Return where browsers find the files of the pages, with a part that is another one whenever a file changes."""
    folder = files("web") / "static"
    contents = b"".join((folder / name).read_bytes() for name in sorted(each.name for each in folder.iterdir()))
    return f"/static/{hashlib.sha256(contents).hexdigest()[:12]}/"


def html(name: str, values: Mapping[str, Any], status: int = 200) -> web.Response:
    """Return a page as an answer."""
    page = render(name, {"static": static_address(), **values})
    return web.Response(text=page, content_type="text/html", status=status)
