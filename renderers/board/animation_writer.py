"""Animations of pictures, as lossless WebP or GIF.

A frame is stored as its changes from the one before. Both formats are assembled here from chunks that Pillow encodes,
so that at most two frames are in memory. Sources: Google's "WebP Container Specification" (sections VP8X, ANIM, ANMF)
and the GIF89a specification.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Literal, TypeAlias

from PIL import Image, ImageChops

Format: TypeAlias = Literal["webp", "gif"]

_UNUSED = 255
_SAME = [255] + [0] * 255


@dataclass(frozen=True, slots=True)
class _Frame:
    """The changed part of a frame: its place, and its encoded bytes without place and time."""

    left: int
    top: int
    width: int
    height: int
    data: bytes
    blended: bool
    colours: bytes = b""


class AnimationWriter:
    """Encodes an animation: add the frames in order, then finish it.

    Frames are pictures in mode P of one width; lower ones are extended at their foot with the colour of their upper
    left corner.
    """

    def __init__(self, form: Format) -> None:
        self.form: Format = form
        self._frames: list[tuple[_Frame, int]] = []
        self._first: Image.Image | None = None
        self._before: Image.Image | None = None

    @property
    def size(self) -> int:
        """The bytes that the frames so far take."""
        return sum(len(shot.data) + len(shot.colours) + 40 for shot, _ in self._frames)

    def add_frame(self, picture: Image.Image, milliseconds: int) -> None:
        """Add a frame that stays for `milliseconds`. Raises `ValueError` for a picture that isn't in mode P."""
        if picture.mode != "P":
            raise ValueError(f"A frame is in mode P, not {picture.mode}.")
        if self._first is None or self._before is None:
            self._first = self._before = picture
            self._frames.append((self._full_frame(picture), milliseconds))
            return
        height = max(picture.height, self._before.height)
        picture, before = _extend(picture, height), _extend(self._before, height)
        same = picture.getpalette() == before.getpalette()
        self._frames.append((self._changed_frame(picture, before) if same else self._full_frame(picture), milliseconds))
        self._before = picture

    def finish(self) -> bytes:
        """Return the bytes of a file that plays in an endless loop. Raises `ValueError` if there are no frames."""
        if self._first is None or self._before is None:
            raise ValueError("An animation has at least one frame.")
        if self._first.height < self._before.height:
            self._first = _extend(self._first, self._before.height)
            self._frames[0] = self._full_frame(self._first), self._frames[0][1]
        return (_webp if self.form == "webp" else _gif)(self._before.size, self._frames)

    def _full_frame(self, picture: Image.Image) -> _Frame:
        width, height = picture.size
        if self.form == "webp":
            return _Frame(0, 0, width, height, _webp_data(picture.convert("RGB")), blended=False)
        return _Frame(0, 0, width, height, _gif_data(picture), blended=False, colours=_colours(picture))

    def _changed_frame(self, picture: Image.Image, before: Image.Image) -> _Frame:
        differs: Any = ImageChops.difference(_indices(picture), _indices(before))
        left, top, right, bottom = differs.getbbox() or (0, 0, 2, 2)
        left, top = left & ~1, top & ~1  # WebP counts places in steps of two
        box = (left, top, right, bottom)
        same, piece = differs.crop(box).point(_SAME), picture.crop(box)
        size = (left, top, right - left, bottom - top)
        lowest_and_highest: Any = _indices(piece).getextrema()
        free = bool(lowest_and_highest[1] < _UNUSED)
        if free:
            piece.paste(_UNUSED, (0, 0), same)
        if self.form == "gif":
            return _Frame(*size, _gif_data(piece), blended=free, colours=_colours(picture))
        if free:
            piece.info["transparency"] = _UNUSED
        return _Frame(*size, _webp_data(piece.convert("RGBA" if free else "RGB")), blended=free)


def _extend(picture: Image.Image, height: int) -> Image.Image:
    if picture.height == height:
        return picture
    filled = Image.new("P", (picture.width, height), picture.getpixel((0, 0)))
    filled.putpalette(picture.getpalette() or [])
    filled.paste(picture, (0, 0))
    return filled


def _indices(picture: Image.Image) -> Image.Image:
    return Image.frombytes("L", picture.size, picture.tobytes())


def _colours(picture: Image.Image) -> bytes:
    """Return the 256 colours of a picture as GIF stores them."""
    return bytes(picture.getpalette() or []).ljust(768, b"\0")[:768]


def _webp_data(picture: Image.Image) -> bytes:
    """Return the chunk with a losslessly encoded picture."""
    file = BytesIO()
    picture.save(file, "WEBP", lossless=True, method=1, quality=0)
    data, at = file.getvalue(), 12
    while data[at : at + 4] != b"VP8L":
        at += 8 + (int.from_bytes(data[at + 4 : at + 8], "little") + 1 & ~1)
    return data[at:]


def _webp(size: tuple[int, int], shots: list[tuple[_Frame, int]]) -> bytes:
    body = b"WEBP" + _chunk(b"VP8X", b"\x12\0\0\0" + _three(size[0] - 1) + _three(size[1] - 1))
    frames = [_chunk(b"ANIM", bytes(6))]
    for shot, stays in shots:
        place = (shot.left // 2, shot.top // 2, shot.width - 1, shot.height - 1, stays)
        head = b"".join(map(_three, place)) + (b"\0" if shot.blended else b"\x02")
        frames.append(_chunk(b"ANMF", head + shot.data))
    return _chunk(b"RIFF", body + b"".join(frames))


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _gif_data(picture: Image.Image) -> bytes:
    """Return the packed pixels of a picture, from the size of their codes to the block that ends them."""
    file = BytesIO()
    picture.save(file, "GIF", optimize=False, interlace=False)
    data = file.getvalue()
    at = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    while data[at : at + 1] == b"!":
        at += 2
        while data[at]:
            at += 1 + data[at]
        at += 1
    return data[at + 10 : -1]


def _gif(size: tuple[int, int], shots: list[tuple[_Frame, int]]) -> bytes:
    common = shots[0][0].colours
    parts = [b"GIF89a", struct.pack("<HHBBB", *size, 0xF7, 0, 0), common, b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"]
    for shot, stays in shots:
        own = b"" if shot.colours == common else shot.colours
        parts += [
            struct.pack("<3sBHBB", b"!\xf9\x04", 4 | shot.blended, stays // 10, _UNUSED, 0),
            struct.pack("<cHHHHB", b",", shot.left, shot.top, shot.width, shot.height, 0x87 if own else 0),
            own,
            shot.data,
        ]
    return b"".join([*parts, b";"])
