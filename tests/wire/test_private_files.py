"""Other users of the machine can't read what people wrote, though the umask of all processes here lets them (0o022)."""

from __future__ import annotations

import asyncio
import signal
import stat
from typing import TYPE_CHECKING

from playground.server import Playground
from tests.bot.admin.conftest import CommandLine
from tests.database_template import create_database
from tests.process_factory import ForkedProcess
from tests.wire.match import begin_match
from tests.wire.process import PATIENCE, BotProcess, clean_environment
from tests.wire.test_start_and_stop import PAGE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.fixtures import Environment

COULD = "Others on this machine could read these files and folders; now they can't: "


def modes(folder: Path) -> dict[str, int]:
    """Return the modes of a folder and all below it, but for the address of health checks and the test's log."""
    found = {str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}
    return {".": stat.S_IMODE(folder.stat().st_mode)} | {
        name: mode for name, mode in found.items() if name not in {"health.json", "bot.log"}
    }


async def test_a_new_database_and_all_beside_it_are_the_bots_alone(tmp_path: Path) -> None:
    playground = await Playground.start()
    bot = BotProcess(playground, tmp_path, settings={"TURNPOST_DATA": str(tmp_path / "new")})
    try:
        await bot.start()
        private = dict.fromkeys(("turnpost.db", "turnpost.db-wal", "turnpost.db-shm", "turnpost.db.lock"), 0o600)
        assert modes(tmp_path / "new") == {".": 0o700} | private
        assert await bot.stop() == 0
        assert COULD not in bot.log.read_text()
    finally:
        await playground.stop()


async def test_a_start_takes_from_others_what_they_could_read_and_says_so_once(env: Environment) -> None:
    place, earlier = env.bot.data / "turnpost.db", env.bot.data / "turnpost.db.before-0002"
    async with env.down():
        for file in (earlier, env.bot.data / "turnpost.db.gz", env.bot.data / "matches.jsonl"):
            file.write_text("what people wrote")
        (env.bot.data / "turnpost.db-wal").chmod(0o640)
        for path, mode in ((place, 0o644), (earlier, 0o604), (env.bot.data, 0o755)):
            path.chmod(mode)
        env.bot.log.write_text("")
    said = f'{COULD}{place}, {place}-wal, {earlier}"'
    await env.bot.logged(said)
    found = modes(env.bot.data)
    assert {name: found.pop(name) for name in (".", "turnpost.db.gz", "matches.jsonl")} == {
        ".": 0o755,  # the operator's own
        "turnpost.db.gz": 0o644,
        "matches.jsonl": 0o644,
    }
    assert set(found.values()) == {0o600}
    await begin_match(env.people[:2], "c4")
    async with env.down():
        pass
    assert env.bot.log.read_text().count(COULD) == 1
    assert set(modes(env.bot.data).values()) == {0o755, 0o644, 0o600}


async def test_what_is_said_in_the_playground_is_this_users_alone(tmp_path: Path) -> None:
    async def play() -> str:
        """Start the bot with its playground until its page is there, stop it, and return what it said."""
        log = tmp_path / "log"
        log.unlink(missing_ok=True)
        bot = await ForkedProcess.start(
            log, clean_environment() | {"TURNPOST_DATA": str(tmp_path / "data"), "TURNPOST_PORT": "0"}
        )
        async with asyncio.timeout(PATIENCE):
            while not (log.exists() and PAGE.search(log.read_text())):
                assert bot.alive, log.read_text()
                await asyncio.sleep(0.05)
        bot.send(signal.SIGTERM)
        assert await bot.ended(PATIENCE) == 0
        return log.read_text()

    assert COULD not in await play()
    private = {".": 0o700, "playground": 0o700, "playground/attachments": 0o700} | dict.fromkeys(
        ("turnpost.db", "turnpost.db.lock", "playground/journal.jsonl"), 0o600
    )
    assert modes(tmp_path / "data") == private
    attachments = tmp_path / "data" / "playground" / "attachments"
    public = [attachments / str(number) for number in range(7)]  # with their folder, the eight that are named
    for file in public:
        file.touch(mode=0o644)
    (attachments / "link").symlink_to(tmp_path / "log")  # what it leads to is somebody's own
    attachments.chmod(0o755)
    assert f'{COULD}{", ".join(map(str, (attachments, *public)))}"' in await play()
    assert stat.S_IMODE((tmp_path / "log").stat().st_mode) == 0o644
    more = [*public, attachments / "9"]
    for file in more:
        file.touch()
        file.chmod(0o644)
    attachments.chmod(0o755)
    assert f'{COULD}{", ".join(map(str, (attachments, *public)))}, ..."' in await play()
    assert {stat.S_IMODE(file.stat().st_mode) for file in more} == {0o600}


async def test_files_that_commands_write_are_the_operators_alone(tmp_path: Path) -> None:
    command_line = CommandLine(tmp_path / "data")
    await create_database(command_line.place)
    for command, name in (("export", "matches.jsonl"), ("backup", "copy.db")):
        await asyncio.to_thread(command_line.does, command, tmp_path / name)
    other = CommandLine(tmp_path / "other")
    await asyncio.to_thread(other.does, "restore", tmp_path / "copy.db")
    assert {name: mode for name, mode in modes(tmp_path).items() if not name.startswith(("data", "."))} == {
        "matches.jsonl": 0o600,
        "copy.db": 0o600,
        "other": 0o700,
        "other/turnpost.db": 0o600,
    }
