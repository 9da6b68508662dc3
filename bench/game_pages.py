"""Write a page for each game from its own words and pictures: `python -m bench.game_pages`, or `make gallery`.

A page below `docs/games` has the game's help, the diagrams of its rules, its pictures in the gallery, and how to begin.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from bench.gallery import PAGES, VIEWS, build_scene
from games import GAMES
from renderers import RENDERERS

if TYPE_CHECKING:
    from pathlib import Path as File

    from bench.gallery import View
    from games.contract import Info, Option

FOLDER = Path(__file__).parents[1] / "docs" / "games"


def game_page(key: str) -> str:
    """Return a game's page in Markdown."""
    info = GAMES[key].info
    head, notation, rules, print_ = _split_help(info.help)
    views = [view for view in VIEWS if view.game == key and view.theme == "dark"]
    pages = [page for page in PAGES if page.game == key]
    diagrams, catalogue = pages[0], pages[1:]
    parts = [
        head,
        _show_view(views[1]),
        f"## Begin\n\n{_tell_beginning(info)}",
        rules,
        "## The rules in pictures\n",
        _show(diagrams.file, diagrams.alt()),
        notation,
        *(["## Tips for a first match\n\n" + "\n".join(f"- {tip}" for tip in info.tips)] if info.tips else []),
        "## What a match looks like\n\nBelow each picture is what its alt text tells, by which a blind player plays.\n",
        *(f"{view.caption}\n\n{_show_view(view, words=True)}" for view in views),
        *(f"{page.caption}\n\n{_show(page.file, page.alt())}" for page in catalogue),
        print_,
    ]
    return "\n\n".join(part.strip() for part in (*parts, _CREDIT)) + "\n"


_CREDIT = "<!-- Written by `make gallery` from the game's own help.md, diagrams and pictures: change those. -->"


def _split_help(text: str) -> tuple[str, str, str, str]:
    """Return a game's help in its four parts: the head, the notation, the rules and the fine print."""
    head, notation, rules, print_ = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return head, notation, rules, print_


def _tell_beginning(info: Info) -> str:
    """Return how to begin a match, in Markdown, with the game's options."""
    fewest, most = info.min_players, info.max_players
    players = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    against = " ".join(f"@{name}" for name in ("Bob", "Cleo", "Dan", "Eve")[: fewest - 1])
    joined, computer = f"open {info.key}", f"challenge @Turnpost {info.key}"
    if fewest != most:
        joined, computer = f"{joined} {fewest}", f"{joined} {fewest} fill={fewest - 1}"
    lines = [
        f"For {players} people. As a slash command: `/play`, which asks for the rest; as text:\n",
        f"- `!challenge {against} {info.key}` against people you name,",
        f"- `!{joined}` against whoever joins,",
        f"- `!{computer} level=1` against Turnpost; level 1 is the easiest.",
    ]
    if info.options:
        lines += [
            "\nOptions, which go behind the game's name:\n",
            "| option | what it is | values | default |",
            "|---|---|---|---|",
        ]
        lines += [_tell_option(option) for option in info.options]
    return "\n".join(lines)


def _tell_option(option: Option) -> str:
    values = ", ".join(f"`{option.write(value)}`" for value in option.values)
    if not (option.is_switch or option.choices):
        values = f"{option.low} to {option.high}"
    return f"| `{option.name}` | {option.text} | {values} | `{option.write(option.default)}` |"


def _show_view(view: View, *, words: bool = False) -> str:
    return _show(view.file, RENDERERS[view.game].alt(build_scene(view)), words=words)


def _show(file: File, alt: str, *, words: bool = False) -> str:
    path = f"../images/gallery/{file.name}"
    told = "The board described below." if words else alt
    picture = f'<img src="{path}" width="500" alt="{escape(told)}">\n'
    return f"{picture}\n<sub>{escape(alt, quote=False)}</sub>\n" if words else picture


def main() -> None:
    """Write all pages."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for key in GAMES:
        (FOLDER / f"{key}.md").write_text(game_page(key), encoding="utf-8")


if __name__ == "__main__":
    main()
