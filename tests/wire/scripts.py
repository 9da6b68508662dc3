"""Whole matches as scripts: canonical moves from the first to the winning one."""

from __future__ import annotations

SCRIPTS: dict[str, str] = {
    "martian-life": ("e4+ b7 f5 d6 e3 d7 e7 d8 d2 b1 e3+ b5 f2 h4 d5+ h3 g6 c2 e7+ d4+ g1 c1 d2+ d7+ h5 f3 e4+"),
    "xero-g": "321123 123321 d1xe1@b3 d6-b5 e1xf1@d6 a6xb6@e5 b1xe6@f2 d6xc6@e1 a1-base",
}
