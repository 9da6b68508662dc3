"""What happened is the first line of a board's post, and takes two lines of a phone at most, whatever was played."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from bot import plugins
from bot.features.board_posts.text import BoardNews, board_post, count_phone_lines
from bot.referee import formatting
from bot.referee.boards import Snapshot, snapshot_of_move
from engines import engine_of
from games import GAMES
from games.contract import TooManyMoves
from games.translation import ENGLISH, in_language
from playground import Options, Playground
from storage.queries.rows import Event, Person
from tests.bot.features.match_sample import MATCH, NOON
from tests.playground.browser import chromium_running, page_of, write
from tests.playground.running_page import PHONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.contract import Game

LANGUAGES = (ENGLISH, "de")
NAMES = ("Ann", "Alexandria von Habsburg-Lothringen", "W" * 32, "\N{CJK UNIFIED IDEOGRAPH-68CB}" * 32)
LONG = "e2: n f f l f r f b f up " * 8
"""A move that is longer than any of the games here."""


def positions(game: Game[Any, Any], key: str) -> Iterator[tuple[Any, str, Any]]:
    """Yield turns of a match played at random: the state before, the move with the longest words, the state after."""
    chance, state = Random(key), game.start(3 if key == "zyrcan" else 2, {}, 1)
    for _ in range(40):
        if state.mover is None:
            return
        try:
            moves = list(game.legal(state))
        except TooManyMoves:
            moves = [game.parse(state, engine_of(game).think(state, 1, seed=seed, nodes=5).move) for seed in range(3)]
        some = chance.sample(moves, min(len(moves), 30))
        wordy = max(some, key=lambda move: len(game.describe(state, move)))
        yield state, game.format(state, wordy), game.play(state, wordy)
        state = game.play(state, chance.choice(some))


def first_lines(key: str) -> Iterator[str]:
    """Yield the first lines of boards: of a move alone, and of one with the answer of a computer player."""
    game = GAMES[key]
    wordiest = sorted(positions(game, key), key=lambda turn: len(game.describe(turn[0], game.parse(*turn[:2]))))[-4:]
    for before, text, after in wordiest:
        for name in NAMES:
            seats = tuple(Person(number, name) for number in range(1, 6))
            match = replace(MATCH, game=key, seats=seats, seq=16)
            snapshot = snapshot_of_move(match, before.mover, text, NOON, before=before, after=after, ply=117)
            assert snapshot.event
            earlier = [
                (100 + seq, Event(match.id, seq, "move", seq % 2 + 1, 1, move, None, NOON))
                for seq, move in ((12, "c4"), (15, text), (16, LONG))
            ]
            for told in ([], earlier[:1], earlier[1:2], earlier):
                news = BoardNews((*told, (117, snapshot.event)))
                yield board_post(snapshot, game, formatting.name, content=True, news=news).splitlines()[0]


def undone_lines() -> Iterator[str]:
    """Yield the first lines of boards after a takeback and a substitute of two long moves, but for very wide names."""
    undone = tuple(Event(7, seq, "move", seq, seq, LONG, None, NOON) for seq in (1, 2))
    game = GAMES["xero-g"]
    state = game.start(2, {}, 1)
    for name in NAMES[:2]:
        match = replace(MATCH, seats=(Person(1, name), Person(2, name)))
        for event in (
            Event(7, 3, "takeback", 1, 1, "0", None, NOON),
            Event(7, 3, "substitute", 1, 3, name, None, NOON),
        ):
            snapshot = Snapshot(match, event, state, state, 16, undone)
            yield board_post(snapshot, game, formatting.name, content=True).splitlines()[0]


def as_html(markdown: str) -> str:
    """Return what the page makes of bold text, code and escaped signs."""
    text = re.sub(r"`([^`]*)`", lambda code: f"<code>{html.escape(code[1])}</code>", markdown)
    return re.sub(r"\\(.)", r"\1", re.sub(r"\*\*(.*?)\*\*(?!\*)", r"<strong>\1</strong>", text))


MEASURE = """lines => {
    const shown = [...document.querySelectorAll("[data-testid=content] .run")].pop()
    const height = parseFloat(getComputedStyle(shown).lineHeight)
    return lines.map(line => {
        shown.innerHTML = line
        return Math.round(shown.getBoundingClientRect().height / height)
    })
}"""


@pytest.mark.thorough
async def test_the_first_line_takes_two_lines_in_chromium() -> None:
    plugins.read()
    playground = await Playground.start(options=Options())
    async with chromium_running() as browser, page_of(browser, playground, viewport=PHONE) as page:
        await write(page, "one line")
        await expect(page.locator("[data-testid=content] .run")).to_have_count(1)
        assert await page.evaluate(MEASURE, ["one", "one<br>two<br>three"]) == [1, 3]
        for language in LANGUAGES:
            with in_language(language):
                told = sorted({*undone_lines(), *(line for key in GAMES for line in first_lines(key))})
            taken = await page.evaluate(MEASURE, [as_html(line) for line in told])
            too_long = [line for line, lines in zip(told, taken, strict=True) if lines > 2]
            assert not too_long
            assert taken.count(2) > 50, "else they could say more"
    await playground.stop()


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_line_is_told_by_two_lines_of_a_phone(key: str, language: str) -> None:
    plugins.read()
    with in_language(language):
        for line in first_lines(key):
            assert count_phone_lines(line) <= 2, line
            assert "**117.** **" in line
