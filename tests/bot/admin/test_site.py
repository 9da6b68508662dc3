"""The site of finished matches: pages that lead to each other, pictures, names left out, and what stays as it was."""

from __future__ import annotations

import hashlib
import json
from html.parser import HTMLParser
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.bot.admin.conftest import CommandLine
from tests.bot.admin.match_records import golden, started, written

if TYPE_CHECKING:
    from pathlib import Path

MATCHES = ("xero-g-won-in-five", "xero-g-north-wins", "martian-life-red-wins")


class Page(HTMLParser):
    """A page's links and pictures, and the text that people read."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.pictures: dict[str, str] = {}
        self.words: list[str] = []
        self.folder = path.parent
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if tag in {"a", "link"}:
            self.links.append(named["href"])
        if tag == "img":
            self.pictures[named["src"]] = named["alt"]

    def handle_data(self, data: str) -> None:
        self.words.append(data.strip())

    @property
    def text(self) -> str:
        return " ".join(filter(None, self.words))


def files(folder: Path) -> dict[str, str]:
    """Return the files of a folder with a hash of each."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def module_command_line(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    """One command line for all tests of the same site."""
    return CommandLine(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, module_command_line: CommandLine) -> Path:
    """A site of three finished matches, beside one that goes on, one without moves and one of direct messages."""
    first, second, third = golden(*MATCHES)
    first["players"][0]["name"] = "<b>Zoë & Co</b>"
    first["channel"], third["guild"] = "3000000000000000002", "2000000000000000002"
    active = started(golden("xero-g-won-in-five", first_source=77)[0], 3)
    folder = tmp_path_factory.mktemp("site")
    module_command_line.does("import", written(folder / "file.jsonl", first, second, third, active))
    module_command_line.does("site", folder / "site", "--title", "The <Club>")
    return folder / "site"


@pytest.mark.thorough
def test_a_game_has_a_table_and_a_match_a_page(made: Path) -> None:
    assert {path for path in files(made) if path.endswith(".html")} == {
        "index.html",
        "xero-g.html",
        "martian-life.html",
        *(f"matches/{number}.html" for number in (1, 2, 3)),
    }
    index = Page(made / "index.html")
    assert index.links == ["icon.svg", "style.css", "index.html", "xero-g.html", "martian-life.html"]
    assert "The <Club>" in index.text
    assert "Xero-G 2 matches Martian Life 1 match" in index.text
    table = Page(made / "xero-g.html")
    assert table.links == ["icon.svg", "style.css", "index.html", "matches/2.html", "matches/1.html"], (
        "the latest end first"
    )
    assert "#1 <b>Zoë & Co</b>, Zoë 2" in table.text
    assert "5 2026-03-01" in table.text


def test_every_link_and_picture_leads_to_a_file(made: Path) -> None:
    pages = [Page(made / name) for name in files(made) if name.endswith(".html")]
    for page in pages:
        for name in (*page.links, *page.pictures):
            assert (page.folder / name).resolve().is_relative_to(made)
            assert (page.folder / name).is_file(), name


def test_the_page_of_a_match_has_its_replay_its_last_board_and_all_moves(made: Path) -> None:
    page = Page(made / "matches" / "1.html")
    assert page.links == ["../icon.svg", "../style.css", "../index.html", "../xero-g.html", "1.png"]
    (alt,) = page.pictures.values()
    assert alt.startswith("Replay of Xero-G #1, moves 1 to 5 of 5, between <b>Zoë & Co</b> and Zoë 2. At the end: ")
    record = golden("xero-g-won-in-five")[0]
    for number, event in enumerate(record["events"], 1):
        assert f"{number}. " in page.text
        assert event["text"] in page.text
    assert "wins: " in page.text
    assert "5 moves, 2026-03-01" in " ".join(page.text.split())
    replay = Image.open(BytesIO((made / "matches" / "1.webp").read_bytes()))
    assert (replay.format, getattr(replay, "n_frames", 1)) == ("WEBP", 6)
    assert Image.open(BytesIO((made / "matches" / "1.png").read_bytes())).format == "PNG"


@pytest.mark.thorough
def test_the_same_record_makes_the_same_site_and_draws_nothing_again(
    made: Path, module_command_line: CommandLine
) -> None:
    before = files(made)
    said = module_command_line.does("site", made, "--title", "The <Club>")
    assert said == f"{made} shows 3 matches; the pictures of 0 were drawn, the others were there.\n"
    assert files(made) == before
    fresh = made.with_name("fresh")
    said = module_command_line.does("site", fresh, "--title", "The <Club>")
    assert said == f"{fresh} shows 3 matches; the pictures of 3 were drawn, the others were there.\n"
    assert files(fresh) == before
    (made / "matches" / "2.webp").unlink()
    said = module_command_line.does("site", made, "--title", "The <Club>")
    assert "the pictures of 1 were drawn" in said
    assert files(made) == before
    assert {path.name for path in made.parent.iterdir()} == {"site", "fresh", "file.jsonl"}, "nothing is left behind"


@pytest.mark.thorough
def test_a_server_or_a_channel_alone_is_shown(made: Path, module_command_line: CommandLine) -> None:
    def shown(*arguments: str) -> set[str]:
        module_command_line.does("site", made.with_name("some"), *arguments)
        return {name for name in files(made.with_name("some")) if name.startswith("matches/") and name.endswith("html")}

    assert shown("--server", "2000000000000000002") == {"matches/3.html"}
    assert shown("--channel", "3000000000000000001") == {"matches/2.html", "matches/3.html"}
    assert shown("--server", "2000000000000000001", "--channel", "3000000000000000001") == {"matches/2.html"}
    assert shown("--server", "7") == set()
    assert "No match is finished yet." in Page(made.with_name("some") / "index.html").text


@pytest.mark.thorough
def test_people_keep_their_names_out(made: Path, module_command_line: CommandLine) -> None:
    module_command_line.sql(
        "INSERT INTO people (user_id, look, preferences) VALUES (102, '{}', '{\"site\": \"unnamed\"}')"
    )
    module_command_line.does("site", made.with_name("hidden"))
    for name in files(made.with_name("hidden")):
        assert "Zoë 2" not in (made.with_name("hidden") / name).read_bytes().decode("utf-8", "replace")
    page = Page(made.with_name("hidden") / "matches" / "1.html")
    assert "<b>Zoë & Co</b>, A player" in page.text
    assert "A player" in next(iter(page.pictures.values()))
    module_command_line.sql("DELETE FROM people")


def test_matches_of_direct_messages_are_not_shown(tmp_path: Path, command_line: CommandLine) -> None:
    command_line.does("import", written(tmp_path / "file.jsonl", *golden(MATCHES[0])))
    command_line.sql("UPDATE matches SET guild_id = 0")
    command_line.does("site", tmp_path / "site")
    assert set(files(tmp_path / "site")) == {"index.html", "style.css", "icon.svg", "manifest.json"}


@pytest.mark.thorough
def test_what_is_no_site_stays_as_it_is(tmp_path: Path, command_line: CommandLine) -> None:
    command_line.does("import", written(tmp_path / "file.jsonl", *golden(MATCHES[0])))
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "us.txt").write_text("dear")
    line = command_line.run_rejected("site", folder)
    assert line == f"{folder} is no site that I made, so I leave it as it is. Name a new folder."
    assert (folder / "us.txt").read_text() == "dear"
    (folder / "us.txt").unlink()
    command_line.does("site", folder)
    assert (folder / "matches" / "1.html").is_file()


@pytest.mark.thorough
def test_a_match_whose_game_is_gone_is_left_out_and_named(tmp_path: Path, command_line: CommandLine) -> None:
    command_line.does("import", written(tmp_path / "file.jsonl", *golden(*MATCHES[:2])))
    command_line.sql("UPDATE matches SET game = 'ludo' WHERE id = 1")
    done = command_line.run("site", tmp_path / "site")
    assert (done.returncode, done.stderr) == (0, "left out: #1: the game `ludo` isn't installed\n")
    assert json.loads((tmp_path / "site" / "manifest.json").read_text())["matches"].keys() == {"2"}
