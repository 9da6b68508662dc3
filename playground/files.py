"""The bytes of attachments and emojis, and what can be read off them."""

from __future__ import annotations

import mimetypes
import re
import struct
import warnings
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from pathlib import Path

_UNREADABLE = (
    OSError,
    RuntimeError,
    SyntaxError,
    ValueError,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)
"""What Pillow raises for damaged pictures, and for those of too many pixels."""


class Files:
    """Attachments by id: in a folder, or in memory when there is none."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._memory: dict[int, bytes] = {}
        if folder:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def put(self, key: int, data: bytes) -> None:
        """Keep the bytes of an attachment."""
        if self._folder:
            file = self._folder / str(key)
            file.touch(mode=0o600)  # what people say is nobody else's to read
            file.write_bytes(data)
        else:
            self._memory[key] = data

    def get(self, key: int) -> bytes | None:
        """Return the bytes of an attachment, or None if there is none of that id."""
        if self._folder is None:
            return self._memory.get(key)
        path = self._folder / str(key)
        return path.read_bytes() if path.is_file() else None


def safe_name(name: str) -> str:
    """Return a file name as Discord keeps it: letters, digits, dots, dashes and underscores."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "_", name).strip(".")[-100:] or "unknown"


def content_type(name: str) -> str:
    """Return the content type that a file's name suggests."""
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def is_picture(data: bytes, formats: tuple[str, ...]) -> bool:
    """Whether bytes are a whole picture in one of the formats, which are named as Pillow names them."""
    try:
        with (
            warnings.catch_warnings(action="error", category=Image.DecompressionBombWarning),
            Image.open(BytesIO(data), formats=formats) as picture,
        ):
            picture.load()
    except _UNREADABLE:
        return False
    return True


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels of a PNG, GIF or WebP picture, or None for anything else."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        return struct.unpack(">II", data[16:24])
    if data[:6] in {b"GIF87a", b"GIF89a"} and len(data) >= 10:
        return struct.unpack("<HH", data[6:10])
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp_size(data)
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    if data[12:16] == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if data[12:16] == b"VP8L":
        packed = int.from_bytes(data[21:25], "little")
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    if data[12:16] == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None
