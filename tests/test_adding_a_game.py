"""A game comes as a package of its own: the example of docs/adding-a-game.md is installed, tested and played."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from bot import plugins
from bot.game_checks.checks import CHECKS
from games import GAMES
from tests.packages import EXAMPLES, describe_package, lay_down_example, let_be_found
from tests.wire.environment import start_env
from tests.wire.match import Contest, bare, by_mention, by_reply, by_slash
from tests.wire.process import clean_environment

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[1]
EXAMPLE = EXAMPLES / "chomp"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
MATCH = ("b2", "a2", "b1", "a1")
RAISES = "raise RuntimeError('no bar today')"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example in it, built and installed as anybody would, but without a network."""
    folder = tmp_path_factory.mktemp("example")
    shutil.copytree(EXAMPLE, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    how = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", "site", "./source")
    done = python(folder, ("-m", "pip", "--disable-pip-version-check", "install", *how))
    assert done.returncode == 0, done.stderr
    return folder / "site"


def python(cwd: Path, arguments: Sequence[str], packages: Path | None = None) -> subprocess.CompletedProcess[str]:
    path = {} if packages is None else {"PYTHONPATH": str(packages)}
    return subprocess.run(  # noqa: S603 - this very Python, with arguments written here
        (sys.executable, *arguments),
        cwd=cwd,
        env=clean_environment() | path,
        capture_output=True,
        text=True,
        check=False,
    )


def offer(site: Path, name: str, source: str, thing: str = "GAME") -> None:
    """Lay down what an installer leaves of a package of one module: the module, and what it says of itself."""
    (site / f"{name}.py").write_text(source, encoding="utf-8")
    describe_package(site, name, f"it = {name}:{thing}")


def test_the_page_shows_the_examples_as_they_are() -> None:
    found = (path for path in EXAMPLES.rglob("*") if path.suffix in {".py", ".toml"} and "build" not in path.parts)
    files = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in found}
    blocks = re.findall(r"^```(?:python|toml)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 12
    for block in blocks:
        shown = (block, indent(block, "    "))  # a method is shown without its class
        assert any(each in text for each in shown for text in files.values()), block
    assert all(f"`{path}`" in PAGE for path in files)


@pytest.mark.parametrize(("name", "limit"), [("chomp", 250), ("hex", 350)])
def test_an_example_stays_small(name: str, limit: int) -> None:
    files = (EXAMPLES / name / f"turnpost_{name}").glob("*.py")
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= limit


@pytest.mark.thorough
def test_the_example_passes_the_checks(installed: Path) -> None:
    done = python(ROOT, ("-m", "bot", "check-game", "chomp"), installed)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert f"{len(CHECKS)} of {len(CHECKS)} checks passed." in done.stdout


@pytest.mark.thorough
def test_the_example_brings_a_complete_german_catalogue(installed: Path) -> None:
    done = python(ROOT, ("-m", "bot", "translate", "check", "--package", "turnpost_chomp"), installed)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout == "turnpost_chomp, Deutsch: 22 of 22 messages translated.\n"


@pytest.mark.thorough
def test_hex_passes_the_checks(tmp_path: Path) -> None:
    done = python(ROOT, ("-m", "bot", "check-game", "hex"), lay_down_example("hex", tmp_path))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.thorough
def test_move_sequences_of_a_package_are_counted(installed: Path) -> None:
    done = python(ROOT, ("-m", "games", "perft", "chomp", "--depth", "2", "--option", "columns=4"), installed)
    assert (done.returncode, done.stderr) == (0, "")
    lengths = [[min(4, column) if row >= at else 4 for row in range(4)] for at in range(4) for column in range(4)]
    assert done.stdout == f"1 16\n2 {sum(map(sum, lengths))}\n"


@pytest.mark.thorough
def test_the_pages_commands_make_a_game_that_passes_all_checks(tmp_path: Path) -> None:
    block = re.findall(r"^```bash\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]
    make, new, install, check, run = (shlex.split(line) for line in block.splitlines())
    assert (make, run) == (["make", "install"], ["make", "run"])
    assert [command[0] for command in (new, install, check)] == [
        ".venv/bin/turnpost",
        ".venv/bin/python",
        ".venv/bin/turnpost",
    ]
    checkout, site = tmp_path / "turnpost", tmp_path / "site"
    checkout.mkdir()
    done = python(checkout, ("-m", "bot", *new[1:]), ROOT)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    package = checkout / install[-1]
    assert package.resolve().parent == tmp_path  # `make clean` doesn't reach it there
    options = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", str(site), str(package))
    done = python(checkout, ("-m", "pip", "--disable-pip-version-check", "install", *options))
    assert done.returncode == 0, done.stderr
    done = python(ROOT, ("-m", "bot", *check[1:]), site)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_a_check_of_a_package_that_cannot_be_loaded_says_why(tmp_path: Path) -> None:
    offer(tmp_path, "turnpost_barless", RAISES)
    done = python(ROOT, ("-m", "bot", "check-game", "barless"), tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("turnpost: There's no game called barless; installed: ")
    assert "The game package turnpost_barless is skipped" in done.stderr


@pytest.mark.thorough
async def test_a_match_of_the_example_is_played_to_its_win(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_be_found(monkeypatch, installed)
    async with start_env(tmp_path, packages=installed) as env:
        commands = (await env.ann.view())["commands"]
        slash = next(command for command in commands if command["name"] == "help")
        assert {"name": "Chomp", "value": "chomp"}.items() <= slash["options"][0]["choices"][-1].items()
        await env.cleo.say("!rules chomp")
        await env.cleo.hear_bot("If you have to take a1, you lose")
        contest = Contest("chomp", (env.ann, env.bob))
        await contest.begin_by_slash()
        for text, way in zip(MATCH, cycle((bare, by_slash, by_reply, by_mention)), strict=False):
            await contest.turn(way, text)
        contest.check_win()
        assert "Blue had to take the poisoned piece" in contest.board["content"]


@pytest.mark.thorough
async def test_a_match_waits_while_its_package_is_missing(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_be_found(monkeypatch, installed)
    async with start_env(tmp_path, packages=installed) as env:
        contest, other = Contest("chomp", (env.ann, env.bob)), Contest("xero-g", (env.bob, env.ann))
        await contest.begin()
        await contest.turn(bare, MATCH[0])
        await other.begin()
        env.playground.faults.fail(503, 99, path=f"/channels/{contest.thread}/messages")
        await env.bob.ask_by_slash("move", contest.thread, move=MATCH[1])
        await env.bot.stop()
        env.playground.faults.clear()
        env.bot.packages = None
        await env.bot.start()
        listed = await env.bob.ask_by_slash("games")
        assert "**#1 chomp** with **Ann**" in listed["content"]
        since = env.bob.seen_so_far()
        await env.bob.say(f"!move {MATCH[2]}", contest.thread)
        await env.bob.hear_bot("The game `chomp` isn't installed right now", since=since)
        since = env.ann.seen_so_far()
        await env.bob.say("321123", await env.bob.dm())
        await env.ann.hear_bot("`321123`", since=since)
        await env.bot.stop()
        assert env.bot.log.read_text().count("(board of #1) waits: The game `chomp` isn't installed right now.") == 1
        env.bot.packages = installed
        since = env.ann.seen_so_far()
        await env.bot.start()
        contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, MATCH[1]))
        contest.ply, contest.move = 2, MATCH[1]
        await contest.hear_board(since)
        for text in MATCH[2:]:
            await contest.turn(bare, text)
        contest.check_win()


async def test_the_bot_comes_up_beside_a_package_that_cannot_be_loaded(tmp_path: Path) -> None:
    packages = tmp_path / "site"
    packages.mkdir()
    offer(packages, "turnpost_broken", RAISES)
    async with start_env(tmp_path, packages=packages) as env:
        await env.ann.say("!help")
        await env.ann.hear_bot("board games by correspondence")
        lines = [line for line in env.bot.log.read_text().splitlines() if "turnpost_broken" in line]
    assert len(lines) == 1
    assert (
        "The game package turnpost_broken is skipped: `turnpost_broken:GAME`: it can't be loaded "
        "(RuntimeError: no bar today)."
    ) in lines[0]


HEAD = """
from dataclasses import replace
from games import GAMES
from renderers import RENDERERS
from renderers.plugin import Entry

class Game(type(GAMES["martian-life"])):
    info = replace(GAMES["martian-life"].info, {changes})

GAME = Entry({game}, {renderer})
"""


@pytest.mark.parametrize(
    ("name", "source", "why"),
    [
        ("syntax", "def", "it can't be loaded (SyntaxError: "),
        ("nameless", "", "it can't be loaded (AttributeError: "),
        ("pair", "GAME = (1, 2)", "it is no `renderers.plugin.Entry` but of type `tuple`"),
        (
            "hollow",
            HEAD.format(changes="", game="object()", renderer='RENDERERS["xero-g"]'),
            "it lacks `info`, `start`, `to_move`, `parse`, `format`, `play`, `legal`, `suggest`, `guide`, ",
        ),
        (
            "undrawn",
            HEAD.format(changes='key="undrawn"', game="Game()", renderer="None"),
            "it lacks `draw`, `alt`, `text`, `places`, of which docs/adding-a-game.md says what each is for.",
        ),
        (
            "untapped",
            HEAD.format(changes='key="untapped"', game="Game()", renderer="None")
            + "class Old: draw = alt = text = None\nGAME = Entry(Game(), Old())",
            "it lacks `places`, of which docs/adding-a-game.md says what each is for.",
        ),
        (
            "taken",
            HEAD.format(changes="", game="Game()", renderer='RENDERERS["martian-life"]'),
            "there is a game with the key `martian-life` already",
        ),
        (
            "shouted",
            HEAD.format(changes='key="A Game"', game="Game()", renderer='RENDERERS["martian-life"]'),
            "its key, `A Game`, is not 1 to 32 small letters, digits and hyphens",
        ),
        (
            "endless",
            HEAD.format(changes='key="endless", title="x" * 101', game="Game()", renderer='RENDERERS["martian-life"]'),
            "its title has 101 characters, and Discord takes 1 to 100",
        ),
        (
            "twofold",
            HEAD.format(
                changes='key="twofold", rules=1, earlier=(GAMES["xero-g"],)',
                game="Game()",
                renderer='RENDERERS["xero-g"]',
            ),
            "an earlier version of it has another key, `xero-g`",
        ),
        (
            "stuck",
            HEAD.format(changes='key="stuck"', game="Game()", renderer='RENDERERS["xero-g"]')
            + "Game.info = replace(Game.info, earlier=(Game(),))",
            "its versions are 1, 1, and its present one must be the highest",
        ),
        (
            "uninformed",
            HEAD.format(changes="", game="Game()", renderer='RENDERERS["martian-life"]') + "Game.info = None",
            "its game's `info` is no `games.contract.Info` but of type `NoneType`",
        ),
    ],
)
def test_a_package_of_the_wrong_shape_is_skipped_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, source: str, why: str
) -> None:
    offer(tmp_path, f"turnpost_{name}", source)
    offer(
        tmp_path,
        "turnpost_zz_" + name,
        HEAD.format(changes=f'key="fine-{name}"', game="Game()", renderer="RENDERERS['xero-g']"),
    )
    let_be_found(monkeypatch, tmp_path)
    offered = plugins.read()
    assert list(offered.games) == list(offered.renderers) == [*GAMES, f"fine-{name}"]
    assert len(offered.skipped) == 1
    assert offered.skipped[0].startswith(f"The game package turnpost_{name} is skipped: `turnpost_{name}:GAME`: {why}")
    assert offered.skipped[0].endswith(".")


def test_of_two_packages_with_one_key_the_first_by_name_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("turnpost_twin_b", "turnpost_twin_a"):
        offer(
            tmp_path,
            name,
            HEAD.format(changes=f'key="twin", title="{name}"', game="Game()", renderer="RENDERERS['xero-g']"),
        )
    let_be_found(monkeypatch, tmp_path)
    offered = plugins.read()
    assert offered.games["twin"].info.title == "turnpost_twin_a"
    assert [sentence.split()[3] for sentence in offered.skipped] == ["turnpost_twin_b"]
