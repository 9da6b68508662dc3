"""Measure the pictures of every game beside those of other bots: `python -m bench.render`, at the root."""

from __future__ import annotations

import gc
from argparse import ArgumentParser
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from random import Random
from time import process_time_ns
from typing import TYPE_CHECKING, Any

from bench.positions import matches, scenes
from bench.tables import at, count, machine, memories, milliseconds, say
from games import GAMES
from renderers import RENDERERS, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from renderers import Scene

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


PICTURES = 200
ROUNDS = 3
WARMING = 40
"""Pictures of other turns that are drawn before each round, not timed."""

FIRST = 20
"""Pictures that are also drawn with empty caches."""

ALL = "all five games"
HEAD = (
    "| what | pictures | median | p99 | worst | first | median kB | largest kB |",
    "|---|--:|--:|--:|--:|--:|--:|--:|",
)


@dataclass(frozen=True)
class Measurement:
    """Nanoseconds and bytes of the pictures of one sort; `first` has times with empty caches."""

    times: tuple[int, ...]
    first: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def median(self) -> int:
        """Median of the times, in nanoseconds."""
        return at(sorted(self.times), 0.5)

    @property
    def size(self) -> int:
        """Median of the sizes, in bytes."""
        return at(sorted(self.sizes), 0.5)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.render", description="Measure the pictures of every game.")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this one (may be given several times)")
    parser.add_argument("--pictures", type=count, default=PICTURES, help=f"pictures a game ({PICTURES})")
    parser.add_argument("--rounds", type=count, default=ROUNDS, help=f"times each picture is drawn ({ROUNDS})")
    parser.add_argument("--seed", type=int, default=1, help="what decides the sample of turns (1)")
    parser.add_argument("--alone", action="store_true", help="without the peers, which need packages of their own")
    options = parser.parse_args(arguments)
    try:
        others = {} if options.alone else peers()
    except MissingPeerError as error:
        parser.exit(1, f"{error}\n")
    say(machine())
    say(_versions() + ("." if options.alone else f"; {versions()}."))
    say(f"Best of {options.rounds} rounds, milliseconds and kilobytes (1000 bytes).\n\n" + "\n".join(HEAD))
    ours: dict[str, Measurement] = {}
    for key in options.game or GAMES:
        ours[key] = _measure(*_pictures(key, options.pictures, options.seed), options.rounds)
        say(_row(key, ours[key]))
    if len(ours) == len(GAMES):
        ours[ALL] = _combine(list(ours.values()))
        say(_row(ALL, ours[ALL]))
    theirs: dict[str, Measurement] = {}
    for name, calls in others.items():
        theirs[name] = _measure(calls, calls, options.rounds)
        say(_row(name, theirs[name]))
    if theirs:
        say("\n" + "\n".join(_ratios(ours, theirs)))


def _versions() -> str:
    return f"Pillow {version('pillow')}, zlib-ng {version('zlib-ng')}"


def _pictures(key: str, number: int, seed: int) -> tuple[list[Callable[[], bytes]], list[Callable[[], bytes]]]:
    """Return the calls to be timed, for turns of recorded matches in the order of play, and those that warm up."""
    known = [scene for match in matches(key) for scene in scenes(match)]
    chance = Random(seed)  # noqa: S311 - as in bench.positions
    places = chance.sample(range(len(known)), min(number + WARMING, len(known)))
    warming, timed = places[:WARMING], sorted(places[WARMING:])
    return [_call(key, known[place]) for place in timed], [_call(key, known[place]) for place in warming]


def _call(key: str, scene: Scene) -> Callable[[], bytes]:
    renderer = RENDERERS[key]
    return lambda: encode(renderer.draw(scene))


def _measure(calls: Sequence[Callable[[], bytes]], warming: Sequence[Callable[[], bytes]], rounds: int) -> Measurement:
    forget = memories("renderers")
    times: list[list[int]] = []
    for _ in range(rounds):
        _call_all(forget)
        _call_all(warming)
        gc.collect()
        gc.disable()
        times.append([_time(call) for call in calls])
        gc.enable()
    first: list[int] = []
    for call in calls[:: -(-len(calls) // FIRST)]:
        _call_all(forget)
        first.append(_time(call))
    return Measurement(tuple(map(min, *times, times[0])), tuple(first), tuple(len(call()) for call in calls))


def _call_all(calls: Sequence[Callable[[], Any]]) -> None:
    for call in calls:
        call()


def _time(call: Callable[[], bytes]) -> int:
    began = process_time_ns()
    call()
    return process_time_ns() - began


def _combine(parts: Sequence[Measurement]) -> Measurement:
    return Measurement(
        tuple(time for part in parts for time in part.times),
        tuple(time for part in parts for time in part.first),
        tuple(size for part in parts for size in part.sizes),
    )


def _row(name: str, measurement: Measurement) -> str:
    times = sorted(measurement.times)
    columns = (measurement.median, at(times, 0.99), times[-1], at(sorted(measurement.first), 0.5))
    cells = [milliseconds(nanoseconds) for nanoseconds in columns]
    sizes = [f"{size / 1000:.1f}" for size in (measurement.size, max(measurement.sizes))]
    return f"| {name} | {len(times)} | {' | '.join([*cells, *sizes])} |"


def _ratios(ours: dict[str, Measurement], theirs: dict[str, Measurement]) -> list[str]:
    """Return a table of how many times as fast as each peer a game's median picture is, and its share of the bytes."""
    lines = ["| what | " + " | ".join(f"{name}: times as fast | share of bytes" for name in theirs) + " |"]
    lines.append("|---|" + "--:|--:|" * len(theirs))
    for key, measurement in ours.items():
        pairs = [(peer.median / measurement.median, measurement.size / peer.size) for peer in theirs.values()]
        lines.append(f"| {key} | " + " | ".join(f"{faster:.1f} | {share:.2f}" for faster, share in pairs) + " |")
    return lines


if __name__ == "__main__":
    main()
