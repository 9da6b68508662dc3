"""A crowd at a match: a challenge that people join, its boards, proposals and votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.model.resources.user import BOT_ID

if TYPE_CHECKING:
    from tests.playground.client import Json, Person, SeenCount


async def call(challenger: Person, words: str, *joins: Person, button: str = "I'm in", by_slash: bool = False) -> Json:
    """Challenge with a crowd, let people press a button to be in, and return the post with all of them.

    The first two words are the opponents, as in "@Turnpost everyone here"; `by_slash` is for bots without the intent.
    """
    since = challenger.seen_so_far()
    if by_slash:
        game, seat, *more = words.removeprefix("@Turnpost everyone here ").split()
        terms = " ".join(["everyone here", *more])
        await challenger.slash("play", opponent=str(BOT_ID), game=game, seat=seat.removeprefix("seat="), more=terms)
    else:
        await challenger.say(f"!challenge {words}", "games")
    post = await challenger.hear(lambda one: "-# challenge" in one["content"], "the challenge", since=since)
    for person in joins:
        await person.press(post, button)
    return await challenger.hear(
        lambda one: one["id"] == post["id"] and all(f"**{each.name}**" in one["content"] for each in joins),
        "all of them in it",
        since=since,
    )


async def begin(challenger: Person, post: Json, button: str = "Begin") -> Json:
    """Begin the match of a challenge, and return its first board."""
    since = challenger.seen_so_far()
    await challenger.press(post, button)
    return await hear_board(challenger, since)


async def hear_board(watcher: Person, since: SeenCount) -> Json:
    """Return the next board that everybody sees."""

    def is_board(one: Json) -> bool:
        return bool(one["attachments"] and not one["ephemeral"] and one["author"].get("bot"))

    return await watcher.hear(is_board, "a board", since=since)


async def propose(person: Person, board: Json, move: str) -> Json:
    """Propose a move by `/move`, which only the person sees, and return the answer."""
    return await person.ask_by_slash("move", board["channel_id"], move=move)


async def vote(person: Person, board: Json, move: str, button: str = "Vote") -> Json:
    """Vote for a move below a board, and return the answer."""
    shown = await person.ask_by_press(board, button)
    menu = shown["components"][0]["components"][0]
    value = next(each["value"] for each in menu["options"] if each["label"] == move)
    return await person.ask_by_choice(shown, menu["custom_id"], value)


async def propose_offer(person: Person, board: Json, kind: str) -> Json:
    """Offer a draw or ask for a takeback by `/match`, and return the post of that."""
    since = person.seen_so_far()
    await person.slash("match", board["channel_id"], do=kind)
    return await person.hear(lambda one: "-# offer" in one["content"], "the offer", since=since)


async def rewritten(watcher: Person, post: Json, text: str) -> Json:
    """Return a post once it has a text."""
    return await watcher.hear(lambda one: one["id"] == post["id"] and text in one["content"], text)
