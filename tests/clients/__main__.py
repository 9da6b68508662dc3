"""Check the playground with clients that others wrote: `make clients`.

Each client is installed into a folder of its own under `build/clients`, runs its checks against a playground, and
prints a line of JSON for each.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import venv
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from playground import Options, Playground
from playground.rate_limits import RateLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HERE = Path(__file__).parent
BUILD = HERE.parents[1] / "build" / "clients"
OUTCOMES = ("passed", "failed", "out of scope")
FASTER = 20.0
"""Rate limits pass so many times as fast as Discord's."""


@dataclass(frozen=True)
class Client:
    """A client: how to install it into a folder, and how to run its checks from there."""

    name: str
    install: Callable[[Path], None]
    command: Callable[[Path], Sequence[str]]


def install_with_npm(folder: Path) -> None:
    """Install discord.js."""
    for file in (HERE / "discordjs").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder, check=True)  # noqa: S607


def install_with_pip(name: str) -> Callable[[Path], None]:
    """Return an installation of a Python package in a virtual environment."""

    def install(folder: Path) -> None:
        venv.create(folder / "venv", with_pip=True)
        subprocess.run([folder / "venv/bin/python", "-m", "pip", "install", "--quiet", name], check=True)  # noqa: S603 - a package named here

    return install


CLIENTS = (
    Client("discord.js", install_with_npm, lambda _: ["node", "checks.mjs"]),
    Client(
        "hikari",
        install_with_pip("hikari>=2.3"),
        lambda folder: [str(folder / "venv/bin/python"), str(HERE / "hikari_checks.py")],
    ),
    Client(
        "disnake",
        install_with_pip("disnake>=2.10"),
        lambda folder: [str(folder / "venv/bin/python"), str(HERE / "disnake_checks.py")],
    ),
)


def say(line: str) -> None:
    """Write a line to standard output at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def run_checks(client: Client) -> Counter[str]:
    """Run a client's checks against a playground; print those that failed, and count the outcomes."""
    folder = BUILD / client.name
    if not folder.exists():
        folder.mkdir(parents=True)
        client.install(folder)
    playground = await Playground.start(options=Options(rate_limits=RateLimits(faster=FASTER)))
    environment = os.environ | {"TURNPOST_URL": playground.url, "TURNPOST_TOKEN": playground.token}
    environment["TURNPOST_GATEWAY"] = playground.gateway
    process = await asyncio.create_subprocess_exec(
        *client.command(folder), cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE
    )
    outcomes: Counter[str] = Counter()
    assert process.stdout
    async for line in process.stdout:
        found = json.loads(line)
        outcomes[found["outcome"]] += 1
        if found["outcome"] != "passed":
            say(f"  {found['outcome']}: {found['name']}: {found['reason']}")
    if await process.wait():
        outcomes["failed"] += 1
        say(f"  failed: the checks ended with code {process.returncode}")
    await playground.stop()
    return outcomes


async def main(names: Sequence[str]) -> int:
    """Run the checks of these clients, or of all; return the exit code: 1 if a check failed."""
    failed = 0
    for client in CLIENTS:
        if names and client.name not in names:
            continue
        say(client.name)
        outcomes = await run_checks(client)
        failed += outcomes["failed"]
        say("  " + ", ".join(f"{outcomes[outcome]} {outcome}" for outcome in OUTCOMES))
    return 1 if failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "names", nargs="*", choices=[[], *(client.name for client in CLIENTS)], help="the clients to run"
    )
    sys.exit(asyncio.run(main(parser.parse_args().names)))
