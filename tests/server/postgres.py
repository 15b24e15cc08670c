"""A PostgreSQL server for the tests, in a folder of its own: the real thing, as the distribution installs it."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

USER = "tester"


class PostgresServer:
    """A server that listens on a free port of this machine and forgets everything at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.log = folder / "log"
        self.port = 0
        self._programs = find_programs()
        self._process: subprocess.Popen[bytes] | None = None
        # The server refuses to run as root.
        self._prefix: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody", "nogroup")
            self._prefix = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        self._run("initdb", "-D", self.data, "-U", USER, "-A", "trust", "--no-locale", "-E", "UTF8", "--no-sync")

    def start(self) -> None:
        """Start it and wait until it answers; after a stop, on the port it had."""
        for _ in range(5):
            self.port = self.port or free_port()
            command = self._command("postgres", "-D", self.data, "-p", self.port, "-h", "127.0.0.1", "-k", self.folder)
            with self.log.open("ab") as log:
                self._process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=subprocess.STDOUT)
            while self._process.poll() is None:
                if self._answers():
                    return
                time.sleep(0.02)
            self.port = 0
        pytest.fail(f"PostgreSQL does not start: {self.log.read_text()[-2000:]}")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT in order, SIGQUIT as in a crash."""
        if self._process:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None

    def sql(self, statement: str) -> str:
        """What psql answers to a statement."""
        options = ["-h", "127.0.0.1", "-p", self.port, "-U", USER, "-d", "postgres", "-X", "-q", "-A", "-t"]
        return self._run("psql", *options, "-v", "ON_ERROR_STOP=1", "-c", statement).strip()

    @property
    def url(self) -> str:
        """How a program reaches its database."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"

    def _answers(self) -> bool:
        with contextlib.suppress(AssertionError):
            return self.sql("select 1") == "1"
        return False

    def _command(self, program: str, *arguments: object) -> list[str]:
        return [*self._prefix, str(self._programs / program), *map(str, arguments)]

    def _run(self, program: str, *arguments: object) -> str:
        command = self._command(program, *arguments)
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"
        return done.stdout


def find_programs() -> Path:
    """The folder of PostgreSQL's programs: on the path, where pg_config says, or where Debian puts them."""
    folders = [Path(found).parent for found in [shutil.which("initdb")] if found]
    if shutil.which("pg_config"):
        said = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=True)  # noqa: S607
        folders.append(Path(said.stdout.strip()))
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "psql").exists():
            return folder
    pytest.fail("PostgreSQL is not installed; on Debian and Ubuntu: apt install postgresql")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A running server, one for each process of the test run."""
    # Not among pytest's own folders: only their owner may enter those.
    with tempfile.TemporaryDirectory(prefix="sightline-postgres-") as folder:
        server = PostgresServer(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    """The URL of an empty database, for one test."""
    # Emptying one database is five times as fast as making and dropping another.
    postgres_server.sql("drop schema public cascade; create schema public")
    return postgres_server.url
