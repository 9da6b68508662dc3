"""Install clients that others wrote, run their checks against a playground, and count what became of them.

A client's checks print a line of JSON each: its `name`, its `outcome` and the `reason`; or a `call` with `arguments`,
whose result they read from their standard input.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import venv
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playground import Options, Playground
from playground.model.permissions import BITS, INVITATION

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

HERE = Path(__file__).parent
BUILD = HERE.parents[1] / "build" / "clients"
LOCK = HERE.parents[1] / "requirements-clients.txt"
OUTCOMES = ("passed", "failed", "out of scope")
FASTER = 20.0
"""How many times as fast as Discord's rate limits pass, after the checks of the limits themselves."""


class NotInstallableError(Exception):
    """A client can't be installed here; the message says what is missing."""


@dataclass(frozen=True)
class Client:
    """A client: how to install it into a folder, and how to run its checks there."""

    name: str
    install: Callable[[Path], None]
    command: Sequence[str]

    def prepare(self, folder: Path) -> None:
        """Install the client into a folder, made if need be."""
        folder.mkdir(parents=True, exist_ok=True)
        self.install(folder)


def install_with_npm(folder: Path) -> None:
    """Install discord.js as its lock says. Raises `NotInstallableError` without node or npm."""
    missing = [name for name in ("node", "npm") if not shutil.which(name)]
    if missing:
        raise NotInstallableError(f"{' and '.join(missing)} must be installed to check discord.js.")
    shutil.copytree(HERE / "discordjs", folder, dirs_exist_ok=True)
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder, check=True)  # noqa: S607


def install_with_pip(folder: Path) -> None:
    """Install the clients that are Python packages, as their lock says, in one environment beside the folder."""
    python = folder.parent / "venv/bin/python"
    if not python.exists():
        venv.create(folder.parent / "venv", with_pip=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    subprocess.run([*pip, "-r", LOCK], check=True)  # noqa: S603 - the project's own lock


CLIENTS = (
    Client("discord.js", install_with_npm, ("node", "--no-warnings", "checks.mjs")),
    Client("hikari", install_with_pip, ("../venv/bin/python", "-m", "hikari_checks")),
    Client("disnake", install_with_pip, ("../venv/bin/python", "-m", "disnake_checks")),
)


def say(line: str) -> None:
    """Write a line to standard output at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def run_checks(client: Client, folder: Path) -> Counter[str]:
    """Install a client into a folder and run its checks: as the bot of the invitation, and with every permission."""
    client.prepare(folder)
    outcomes: Counter[str] = Counter()
    for granted, environment in ((INVITATION, {}), (tuple(BITS), {"TURNPOST_PERMITTED": "1"})):
        playground = await Playground.start(options=Options(granted=granted))
        try:
            outcomes += await follow(client.command, folder, playground, environment)
        finally:
            await playground.stop()
    return outcomes


async def follow(command: Sequence[str], folder: Path, playground: Playground, more: Mapping[str, str]) -> Counter[str]:
    """Run checks in a folder, print those that didn't pass, and return how many had which outcome."""
    environment = {
        **os.environ,
        **more,
        "PYTHONPATH": str(HERE),
        "TURNPOST_URL": playground.url,
        "TURNPOST_TOKEN": playground.token,
    }
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, cwd=folder, env=environment, stdin=pipe, stdout=pipe)
    assert process.stdin
    assert process.stdout
    outcomes: Counter[str] = Counter()
    try:
        async for line in process.stdout:
            if not line.startswith(b"{"):
                say(f"  {line.decode().rstrip()}")
                continue
            found = json.loads(line)
            if "call" in found:
                result = await call(playground, found["call"], found["arguments"])
                process.stdin.write(json.dumps(result).encode() + b"\n")
                continue
            outcomes[found["outcome"]] += 1
            if found["outcome"] != "passed":
                say(f"  {found['outcome']}: {found['name']}: {found['reason']}")
        code = await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if code or not outcomes:
        outcomes["failed"] += 1
        say(f"  failed: the checks ended with code {code}, after {outcomes.total() - 1}")
    return outcomes


async def call(playground: Playground, name: str, arguments: Sequence[str]) -> Any:
    """Do to the playground what a check asks for, and return what it asks for. Raises ValueError for anything else."""
    match name:
        case "drop_gateway":
            await playground.drop_gateway()
        case "ask_to_reconnect":
            await playground.ask_to_reconnect()
        case "invalidate_session":
            await playground.invalidate_session()
        case "archive" | "archive_and_lock":
            playground.archive(int(arguments[0]), locked=name == "archive_and_lock")
        case "deny":
            playground.deny(int(arguments[0]), *arguments[1:])
        case "allow":
            playground.allow(int(arguments[0]))
        case "add_room":
            kind, name, *tags = arguments
            return str(playground.add_room(int(kind), name, tags=tags))
        case "hurry":
            playground.rate_limits.faster = playground.rate_limits.session_starts.faster = FASTER
        case "count_limited":
            return playground.rate_limits.limited
        case _:
            raise ValueError(f"There is no {name} to call.")
    return None


def summary(outcomes: Counter[str]) -> str:
    """Return how many checks had which outcome, in words."""
    return ", ".join(f"{outcomes[outcome]} {outcome}" for outcome in OUTCOMES)


async def run_clients(clients: Sequence[Client], build: Path = BUILD) -> int:
    """Run the checks of clients, installed below a folder; return the exit code: 1 if one failed or can't be run."""
    total: Counter[str] = Counter()
    for client in clients:
        say(client.name)
        try:
            outcomes = await run_checks(client, build / client.name)
        except (NotInstallableError, subprocess.CalledProcessError) as error:
            outcomes = Counter(failed=1)
            say(f"  failed: {error}")
        total += outcomes
        say(f"  {summary(outcomes)}")
    say(f"total: {summary(total)}")
    return 1 if total["failed"] else 0
