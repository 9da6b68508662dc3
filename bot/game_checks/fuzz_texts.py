"""Texts for the parsers: legal moves, damaged moves, chat, noise, and very long texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.game_checks import odd_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

LONGEST = 2000
NOTATION = "abcdefghijlnoprstvwx0123456789 +-x@:#=*>(),/`\u2013\u00d7"
CONTROLS = "".join(map(chr, [*range(32), *range(0x7F, 0xA0), 0x200B, 0x200E, 0x202E, 0x2028, 0x2066, 0xFEFF]))
ODDITIES = "\u0130\u0131\u00df\ufb01\u2460\u0661\u00b2\uff11\u0441\u0430e\u0301\U0001f680\U0001d7d9\ud800\u212a\u017f"
WORDS = ("place", "give", "promote", "base", "leave", "start", "f2", "f99", "move", "+", "-", "x", "@", ":", ">", "*")
CHAT = (
    *odd_texts.CHAT,
    "!",
    "...",
    "haha",
    "yes",
    "no",
    "brb",
    "wp",
    "good game",
    "well played :)",
    ":D",
    "What a move!",
    "I'm at work, will play tonight",
    "sorry, was asleep",
    "b3 or c4, I can't decide",
    "is e5 mine?",
    "you could have taken on d4",
    "wait, what does the star mean?",
    "<@123456789012345678> it's you",
    "@everyone come and look",
    "https://example.org/a1-b2",
    "**bold** and _thin_ and ||hidden||",
    "```py\nprint('a1')\n```",
    "Zug um Zug",
    "\u00e7a va ?",
    "\u3042\u308a\u304c\u3068\u3046",
    "\u0441\u043f\u0430\u0441\u0438\u0431\u043e",
    "\u0645\u0631\u062d\u0628\u0627",
    "\U0001f602\U0001f602",
    "\U0001f44d",
    "no way!!",
    "see you in 3 hours",
    "1 minute",
    "10/10",
    "50-50",
    "3-2",
    "let me place my bets",
    "I give up",
    "give me a second",
    "the base is lost",
    "place your bets",
    "that is game 2 of 3",
    "",
    " ",
    "``",
)


class FuzzText(NamedTuple):
    """A text; it must be read as the legal move `move`, or as no move if it is `chat`, or else as anything."""

    text: str
    move: str | None = None
    chat: bool = False


class Texts:
    """A source of texts for one position.

    `legal` are legal moves there, in canonical notation; `half` the beginnings of some; `own_game` moves of other
    positions of the game; `foreign` those of other games.
    """

    def __init__(
        self, chance: Random, legal: Sequence[str], half: Sequence[str], own_game: Sequence[str], foreign: Sequence[str]
    ) -> None:
        self._chance = chance
        self._legal_moves = legal
        self._all = (*legal, *half, *own_game, *foreign)
        self._pools = [pool for pool in (legal, legal, half, own_game, own_game, foreign) if pool]
        sorts: tuple[tuple[Callable[[], FuzzText], int], ...] = (
            (self._restyle_legal, 8 if legal else 0),
            (self._half, 8),
            (self._change_squares, 32),
            (self._edit, 22),
            (self._splice, 14),
            (self._shuffle_words, 10),
            (self._copy_move, 10),
            (self._write_chat, 6),
            (self._scribble, 8),
            (self._noise, 6),
            (self._long, 2),
        )
        self._sorts, self._weights = zip(*sorts, strict=True)

    def draw(self) -> FuzzText:
        """Return the next text."""
        (sort,) = self._chance.choices(self._sorts, self._weights)
        return sort()

    def _any(self) -> str:
        return self._chance.choice(self._chance.choice(self._pools))

    def _restyle_legal(self) -> FuzzText:
        """A legal move in another style: case, backticks, kinds of dash, the sign for `x`, spaces."""
        move = text = self._chance.choice(self._legal_moves)
        if self._chance.random() < 0.4:
            text = self._chance.choice((str.upper, str.lower, str.title, str.swapcase))(text)
        if self._chance.random() < 0.3:
            text = text.replace("-", self._chance.choice("\u2010\u2011\u2012\u2013\u2014\u2015\u2212"))
            text = text.replace("x", "\u00d7")
        if self._chance.random() < 0.3:
            text = text.replace(" ", self._chance.choice(("  ", "\t", "\n", "\u00a0 ")))
        if self._chance.random() < 0.3:
            ticks = "`" * self._chance.choice((1, 1, 2, 3))
            text = f"{ticks}{text}{ticks}"
        if self._chance.random() < 0.3:
            text = f" \n{text}  "
        return FuzzText(text, move=move)

    def _half(self) -> FuzzText:
        text = self._any()
        return FuzzText(text[: self._chance.randint(0, len(text))])

    def _change_squares(self) -> FuzzText:
        """A move of the same form: some letters and digits changed for others of their sort."""
        letters = list(self._chance.choice(self._legal_moves) if self._legal_moves else self._any())
        places = [at for at, letter in enumerate(letters) if letter.isalnum()]
        for at in self._chance.sample(places, min(len(places), self._chance.choice((1, 1, 2, 3)))):
            letters[at] = self._chance.choice("0123456789" if letters[at].isdigit() else "abcdefghijnweslr")
        return FuzzText("".join(letters))

    def _edit(self) -> FuzzText:
        """A move with a few letters changed, put in or left out."""
        letters = list(self._any())
        for _ in range(self._chance.choice((1, 1, 1, 2, 2, 3, 4))):
            at = self._chance.randint(0, len(letters))
            letters[at : at + self._chance.randint(0, 2)] = self._chance.choices(
                self._alphabet(), k=self._chance.randint(0, 2)
            )
        return FuzzText("".join(letters))

    def _alphabet(self) -> str:
        return self._chance.choices((NOTATION, ODDITIES, CONTROLS, self._any() or " "), (8, 1, 1, 4))[0]

    def _splice(self) -> FuzzText:
        head, tail = self._any(), self._any()
        between = self._chance.choice(("", "", " ", "x", "-", ":", " give ", ","))
        return FuzzText(
            f"{head[: self._chance.randint(0, len(head))]}{between}{tail[self._chance.randint(0, len(tail)) :]}"
        )

    def _shuffle_words(self) -> FuzzText:
        """The words of moves in another order, doubled, left out, and strange ones between."""
        words = f"{self._any()} {self._any() if self._chance.random() < 0.3 else ''}".split()
        words += self._chance.choices(WORDS, k=self._chance.randint(0, 2))
        return FuzzText(" ".join(self._chance.choices(words, k=self._chance.randint(0, len(words)))) if words else "")

    def _copy_move(self) -> FuzzText:
        return FuzzText(self._any())

    def _write_chat(self) -> FuzzText:
        line = self._chance.choice(CHAT)
        style = self._chance.randrange(6)
        if style == 0:
            return FuzzText(f"{line} {self._any()}")
        if style == 1:
            return FuzzText(f"{self._any()} {line}")
        return FuzzText(self._chance.choice((line, line.upper(), line.capitalize(), f"{line}\n")), chat=True)

    def _scribble(self) -> FuzzText:
        return FuzzText("".join(self._chance.choices(NOTATION, k=self._chance.randint(0, 14))))

    def _noise(self) -> FuzzText:
        """Letters from all of Unicode, lone surrogates too."""
        tops = (0x7F, 0x250, 0x3000, 0xFFFF, 0x10FFFF)
        count = self._chance.randint(0, 30)
        return FuzzText("".join(chr(self._chance.randint(0, self._chance.choice(tops))) for _ in range(count)))

    def _long(self) -> FuzzText:
        """One part repeated, or parts of many moves."""
        length = self._chance.randint(60, LONGEST)
        head, bit = self._any(), self._any() if self._chance.random() < 0.5 else self._scribble().text
        gap = self._chance.choice(("", " ", " ", "  "))
        if self._chance.random() < 0.3:
            return FuzzText(gap.join(self._chance.choices(self._all, k=length // 4))[:length])
        start = self._chance.choice(("", head, f"{head} ", "place ", "give F", f"{head[:3]} "))
        if self._chance.random() < 0.3:
            bit = self._chance.choice((*WORDS, *"fFlLrR()n+`1 ", "f(", "l)", "(l", "lr"))
        return FuzzText((start + (bit + gap or " ") * length)[:length])
