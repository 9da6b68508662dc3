"""A PostgreSQL server of its own on loopback, for tests, the chaos run and measurements; not for anything kept.

`with running() as server:` starts one and removes it; `await server.create()` makes a database and returns its address.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, NullPool, text
from sqlalchemy.ext.asyncio import create_async_engine

from storage.engine.database import Database
from tests.ports import free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

HOST = "127.0.0.1"
USER = "turnpost"
_HOMES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
_PATIENCE = 60.0
_PORTS = 3
# The data is temporary, so nothing waits for a disk.
_INITDB = ("--no-sync", "--no-locale", "-E", "UTF8", "-U", USER, "-A", "scram-sha-256")
_SETTINGS = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "100",
    "max_wal_size": "256MB",
    "autovacuum": "off",
    "logging_collector": "off",
}


class NoServer(Exception):  # noqa: N818 - the name says what is wrong
    """There is no PostgreSQL here that can be started. The message is a sentence."""


@dataclass
class Server:
    """A server with one user, who owns every database."""

    password: str
    _command: Callable[[int], subprocess.Popen[bytes]]
    _folder: Path
    port: int = 0
    _process: subprocess.Popen[bytes] | None = None
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _template: str | None = None

    def start(self) -> None:
        """Start the server, on the port that it had before, and wait until it can be used. Raises `NoServer`."""
        ports = [self.port] if self.port else [free_port() for _ in range(_PORTS)]
        for self.port in ports:  # another program may take a free port first
            self._process = self._command(self.port)
            if self._takes_connections():
                return
        raise NoServer(f"PostgreSQL did not start: {(self._folder / 'log').read_text()}")

    def _takes_connections(self) -> bool:
        """Wait until the server writes into its lock file that it is ready, or ends."""
        status, deadline = self._folder / "data" / "postmaster.pid", time.monotonic() + _PATIENCE
        while not (status.exists() and status.read_text().rstrip().endswith("ready")):
            if self._process is None or self._process.poll() is not None:
                return False
            if time.monotonic() > deadline:
                self.stop()
                return False
            time.sleep(0.02)
        return True

    def stop(self) -> None:
        """Stop the server; SIGINT ends open connections, for which SIGTERM would wait."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGINT)
            process.wait(_PATIENCE)

    def url(self, name: str, *, user: str = USER, password: str | None = None) -> str:
        """Return the URL of a database, which need not exist."""
        address = URL.create(
            "postgresql+asyncpg", user, self.password if password is None else password, HOST, self.port, name
        )
        return address.render_as_string(hide_password=False)

    async def empty(self, *, of: str | None = None) -> str:
        """Make a database, with nothing in it or a copy of another, and return its name."""
        name = f"test_{next(self._numbers)}"
        await self.sql(f"CREATE DATABASE {name}" + (f" TEMPLATE {of} STRATEGY file_copy" if of else ""))
        return name

    async def create(self) -> str:
        """Make a database with the tables of this program and no rows, and return its address."""
        if self._template is None:
            template = await self.empty()
            await (await Database.open(self.url(template))).close()
            self._template = template
        return self.url(await self.empty(of=self._template))

    async def sql(self, statement: str, name: str = "postgres") -> list[tuple[object, ...]]:
        """Run a statement outside of any transaction and return its rows."""
        engine = create_async_engine(self.url(name), poolclass=NullPool, isolation_level="AUTOCOMMIT")
        try:
            async with engine.connect() as connection:
                done = await connection.execute(text(statement))
                return [tuple(row) for row in done.all()] if done.returns_rows else []
        finally:
            await engine.dispose()


@contextmanager
def running() -> Generator[Server]:
    """Start a server, and stop and remove it at the end. Raises `NoServer`."""
    programs = _programs()
    owner = _owner()
    folder = Path(tempfile.mkdtemp(prefix="turnpost-postgres-"))
    try:
        if owner:
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        server = _initialize(programs, folder, owner)
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _initialize(programs: Path, folder: Path, owner: pwd.struct_passwd | None) -> Server:
    user, group, groups = (owner.pw_uid, owner.pw_gid, ()) if owner else (None, None, None)
    password, secret, data = secrets.token_hex(8), folder / "password", folder / "data"
    secret.write_text(password)
    secret.chmod(0o644)
    initdb = subprocess.run(  # noqa: S603 - the server's own program
        [programs / "initdb", *_INITDB, f"--pwfile={secret}", "-D", data],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        user=user,
        group=group,
        extra_groups=groups,
    )
    if initdb.returncode:
        raise NoServer(f"PostgreSQL's initdb failed: {initdb.stderr.strip()}")
    settings = [f"--{name}={value}" for name, value in _SETTINGS.items()]

    def command(port: int) -> subprocess.Popen[bytes]:
        with (folder / "log").open("wb") as log:
            return subprocess.Popen(  # noqa: S603 - as above
                [programs / "postgres", "-D", data, f"--port={port}", *settings],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                user=user,
                group=group,
                extra_groups=groups,
            )

    return Server(password, command, folder)


def _programs() -> Path:
    """Return the folder that holds `initdb` and `postgres`."""
    on_path = [Path(found).resolve().parent for name in ("initdb", "postgres") if (found := shutil.which(name))]
    homes = [home for pattern in _HOMES for home in sorted(Path("/").glob(pattern[1:]), reverse=True)]
    for folder in [*on_path, *homes]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise NoServer(
        "The tests need a PostgreSQL server's programs (initdb, postgres): install your system's package, "
        "on Debian and Ubuntu `postgresql`."
    )


def _owner() -> pwd.struct_passwd | None:
    """Return the user to run the server as, because PostgreSQL refuses root, or None for the present one."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None
