"""PNG files, written here rather than by Pillow: the same pixels in less than half the time.

zlib-ng gets all rows at once, without filters, which makes flat colours smallest. Source: W3C, "Portable Network
Graphics (PNG) Specification (Third Edition)".
"""

from __future__ import annotations

import struct
from io import BytesIO
from typing import TYPE_CHECKING
from zlib import crc32

from zlib_ng import zlib_ng

if TYPE_CHECKING:
    from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 5
"""The lowest level at which boards take no more bytes than with Pillow."""


def encode(picture: Image.Image) -> bytes:
    """Return a picture as the bytes of a PNG file, with the colours of its palette as they are.

    Pillow encodes pictures that aren't in mode P or have a transparent colour, as other packages' games may draw them.
    """
    if picture.mode != "P" or "transparency" in picture.info:
        return _by_pillow(picture)
    width, height = picture.size
    # One column more on the left, all 0, which says of each row that it has no filter.
    rows = picture.crop((-1, 0, width, height)).tobytes()
    pixels = zlib_ng.compress(rows, _LEVEL)  # pyright: ignore[reportUnknownMemberType]
    parts = (
        _chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 3, 0, 0, 0)),
        _chunk(b"PLTE", bytes(picture.getpalette() or [])),
        _chunk(b"IDAT", pixels),
        _chunk(b"IEND", b""),
    )
    return b"".join((_SIGNATURE, *parts))


def _chunk(name: bytes, data: bytes) -> bytes:
    return b"".join((struct.pack(">I", len(data)), name, data, struct.pack(">I", crc32(data, crc32(name)))))


def _by_pillow(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
