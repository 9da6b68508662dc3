"""The peers of the renderers: `chess.svg` rendered to PNG by cairosvg and by resvg. Only `bench.render` uses them.

The game is Morphy against the Duke of Brunswick and Count Isouard, Paris 1858, from its start to the mate.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

OPERA = (
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 "
    "Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"
)
SIZE = 1000
PACKAGES = ("chess", "cairosvg", "resvg-py")


class MissingPeerError(Exception):
    """A peer or a library that it needs is not installed. The message says what to do."""


def peers() -> dict[str, list[Callable[[], bytes]]]:
    """Return the calls that draw each peer's pictures, by its name; each returns the bytes of a PNG file.

    Raises `MissingPeerError`.
    """
    chess, svg, cairosvg, resvg = (_module(name) for name in ("chess", "chess.svg", "cairosvg", "resvg_py"))
    boards = _boards(chess)

    def draw_svg(board: Any) -> str:
        last = board.peek() if board.move_stack else None
        return svg.board(board, size=SIZE, lastmove=last, check=board.king(board.turn) if board.is_check() else None)

    def draw_with_cairosvg(board: Any) -> bytes:
        return cairosvg.svg2png(bytestring=draw_svg(board).encode())

    def draw_with_resvg(board: Any) -> bytes:
        # The board's letters are drawn as shapes: without the system's fonts resvg does the same in less time.
        return bytes(resvg.svg_to_bytes(svg_string=draw_svg(board), skip_system_fonts=True))

    return {
        "chess.svg, cairosvg": [_bind(draw_with_cairosvg, board) for board in boards],
        "chess.svg, resvg": [_bind(draw_with_resvg, board) for board in boards],
    }


def versions() -> str:
    """Return the peers' packages with their versions."""
    return ", ".join(f"{package} {version(package)}" for package in PACKAGES)


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingPeerError(
            f"The peers need {error.name}. Install them with `.venv/bin/uv pip install --group bench`, or give --alone."
        ) from error
    except OSError as error:  # cairosvg looks for the system's cairo when it is imported
        raise MissingPeerError(
            f"{name} does not find a library of the system ({str(error).splitlines()[0]}). "
            "On Debian or Ubuntu install it with `sudo apt-get install libcairo2`, or give --alone."
        ) from error


def _boards(chess: Any) -> Sequence[Any]:
    board = chess.Board()
    boards = [board.copy()]
    for move in OPERA.split():
        board.push_san(move)
        boards.append(board.copy())
    return boards


def _bind(call: Callable[[Any], bytes], board: Any) -> Callable[[], bytes]:
    return lambda: call(board)
