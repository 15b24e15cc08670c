"""Long work kept on disk while it is done: a file that says what it is, and one with a line of JSON for each piece."""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import blake2b
from io import BufferedWriter
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

import msgspec

from sightline.core import rulebook
from sightline.core.errors import BadInput
from sightline.core.reading import parse_json, read_text

Line = TypeVar("Line")

PROGRAMS = "programs"
"""The key of a head under which the fingerprint of the programs stands."""


class Log(Generic[Line]):
    """Lines that were written before, and room for more; without a folder nothing is kept."""

    def __init__(self, folder: str, name: str, kind: type[Line], head: Mapping[str, Any], lines: str = "games") -> None:
        """`head` says what the lines belong to; a folder whose head differs is another's and is refused."""
        self.lines: list[Line] = []
        """Every line there is, in the order they came."""
        self._file: BufferedWriter | None = None
        if not folder:
            return
        place = Path(folder)
        if place.exists() and not place.is_dir():
            raise BadInput(f"--out {folder}: is not a folder")
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"--out {folder}: no folder can be made there ({(error.strerror or '').lower()})") from None
        path = place / f"{lines}.jsonl"
        _agree(place / f"{name}.json", name, head, fresh=not path.exists())
        whole = self._read(path, kind) if path.exists() else 0
        self._file = path.open("ab")
        self._file.truncate(whole)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def _read(self, path: Path, kind: type[Line]) -> int:
        """Read the lines of a file; returns how many bytes of it are whole lines."""
        decoder, whole = msgspec.json.Decoder(kind), 0
        rows = path.read_bytes().splitlines(keepends=True)
        for number, row in enumerate(rows, 1):
            try:
                line = decoder.decode(row)
                if not row.endswith(b"\n"):
                    break
            except msgspec.MsgspecError as error:
                if number == len(rows):
                    break  # Cut short by whatever stopped the last run: it is done again.
                raise BadInput(f"{path}:{number}: {error}") from None
            self.lines.append(line)
            whole += len(row)
        return whole

    def add(self, line: Line) -> None:
        """Keep one more line; it is safe on disk when this returns."""
        self.lines.append(line)
        if self._file is not None:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())


def _agree(path: Path, name: str, head: Mapping[str, Any], *, fresh: bool) -> None:
    """Write the head, or make sure that the one there is the same."""
    plain = msgspec.to_builtins(head)
    if not path.exists():
        if not fresh:
            raise BadInput(f"{path.parent}: holds games of something else; choose another folder")
        path.write_bytes(msgspec.json.format(msgspec.json.encode(plain), indent=2) + b"\n")
        return
    kept = parse_json(read_text(path), str(path))
    if kept != plain:
        other = next((key for key in plain if not isinstance(kept, dict) or kept.get(key) != plain[key]), "head")
        why = "the programs have changed since" if other == PROGRAMS else f"{other} differs"
        raise BadInput(f"{path.parent}: holds another {name} ({why}); choose another folder")


def programs_hash(game: str) -> str:
    """A fingerprint of what plays: the sources of the core, of the programs, and of the game with its weights."""
    digest = blake2b(digest_size=8)
    for package in ("sightline.core", "sightline.ai", rulebook.packages()[game]):
        folder = rulebook.folder(package)
        for path in sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".toml"}):
            digest.update(f"{package}/{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()
