"""The files of a message: ten of them by whichever way it comes, each named and listed once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord
import pytest

from playground.model.resources.channel import FORUM
from playground.model.resources.user import APP_ID
from tests.playground.bot_client import DEADLINE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground import Playground
    from tests.playground.api import Answer, Api
    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person

Way = tuple[str, str, str]
"""A method, a path, and the field of the body that the message stands in."""
TOO_MANY = {"message": "Maximum number of attachments in a message reached (10)", "code": 30015}


def parts(count: int, first: int = 0) -> list[tuple[str, str]]:
    return [(f"files[{number}]", "board.png") for number in range(first, first + count)]


def listed(*keys: int | str) -> list[dict[str, Any]]:
    return [{"id": key} for key in keys]


def reason(answer: Answer) -> tuple[int, int, str, str]:
    """Return the status and code of a refused form, the dotted path of its field, and the words about it."""
    status, body = answer
    errors, path = body["errors"], list[str]()
    while "_errors" not in errors:
        ((name, errors),) = errors.items()
        path.append(name)
    return status, body["code"], ".".join(path), errors["_errors"][0]["message"]


async def post(api: Api, count: int, body: dict[str, Any] | None = None) -> Answer:
    return await api.upload("POST", f"{api.room}/messages", body or {}, parts(count))


async def answer_with(
    bot_client: BotClient, ann: Person, way: str, attempt: Callable[[Way], Awaitable[Answer]]
) -> Answer:
    """Let Ann use a command or press a button; return what comes of the bot's attempt at an answer to it.

    A refused first answer is followed by one that is taken.
    """
    attempted: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    async def answer(interaction: discord.Interaction) -> None:
        webhook = f"/webhooks/{APP_ID}/{interaction.token}"
        if way in {"command", "press"}:
            path = f"/interactions/{interaction.id}/{interaction.token}/callback"
            attempted.set_result(await attempt(("POST", path, "data")))
            if attempted.result()[0] >= 400:
                await interaction.response.defer()
            return
        await interaction.response.send_message("first")
        original = ("PATCH", f"{webhook}/messages/@original", "")
        attempted.set_result(await attempt(("POST", webhook, "") if way == "follow-up" else original))

    if way == "press":
        view, button = discord.ui.View(), discord.ui.Button[discord.ui.View](label="Show", custom_id="show")
        button.callback = answer
        message = await bot_client.room().send("press", view=view.add_item(button))
        await ann.press(str(message.id), "show")
    else:
        bot_client.tree.command(name="show", description="Show.")(answer)
        await bot_client.tree.sync()
        await ann.slash("show")
    return await asyncio.wait_for(attempted, DEADLINE)


@pytest.mark.parametrize("way", ["post", "edit", "forum", "command", "press", "follow-up", "original"])
@pytest.mark.parametrize("lists", [False, True], ids=["not listed", "listed"])
@pytest.mark.parametrize("count", [10, 11])
async def test_a_message_has_ten_files_whichever_way_it_comes(
    playground: Playground, api: Api, bot_client: BotClient, ann: Person, *, way: str, lists: bool, count: int
) -> None:
    async def attempt(place: Way) -> Answer:
        method, path, field = place
        body: dict[str, Any] = {"attachments": listed(*range(count))} if lists else {}
        if field:
            body = {field: body, "type": 7 if way == "press" else 4, "name": "boards"}
        answer = await api.upload(method, path, body, parts(count))
        if count == 11 and lists:
            where = ".".join(filter(None, (field, "attachments")))
            assert reason(answer) == (400, 50035, where, "Must be 10 or fewer in length.")
        return answer

    match way:
        case "post":
            status, answer = await attempt(("POST", f"{api.room}/messages", ""))
        case "edit":
            status, answer = await attempt(("PATCH", await api.send(), ""))
        case "forum":
            forum = playground.add_room(FORUM, "ideas")
            status, answer = await attempt(("POST", f"/channels/{forum}/threads", "message"))
        case _:
            status, answer = await answer_with(bot_client, ann, way, attempt)
    if count == 10:
        assert status < 300
    elif not lists:
        assert (status, answer) == (400, TOO_MANY)
    kept = [one.attachments for said in playground.state.said.values() for one in said.values()]
    assert sum(map(len, kept)) == (10 if count == 10 else 0)


async def test_an_edit_counts_the_files_that_it_keeps(api: Api) -> None:
    _, message = await post(api, 6)
    path, old = f"{api.room}/messages/{message['id']}", [one["id"] for one in message["attachments"]]
    assert await api.upload("PATCH", path, {}, parts(5)) == (400, TOO_MANY)
    too_many = {"attachments": listed(*old, *range(5))}
    assert reason(await api.upload("PATCH", path, too_many, parts(5))) == (
        400,
        50035,
        "attachments",
        "Must be 10 or fewer in length.",
    )
    assert [one["id"] for one in (await api.request("GET", path))[1]["attachments"]] == old
    status, edited = await api.upload("PATCH", path, {}, parts(4))
    assert (status, [one["id"] for one in edited["attachments"]][:6], len(edited["attachments"])) == (200, old, 10)
    status, edited = await api.upload("PATCH", path, {"attachments": listed(old[0], *range(9))}, parts(9))
    assert (status, edited["attachments"][0]["id"], len(edited["attachments"])) == (200, old[0], 10)


async def test_a_file_has_any_number_and_any_name(api: Api) -> None:
    status, message = await api.upload(
        "POST", f"{api.room}/messages", {"attachments": listed(10)}, [("files[10]", "board.png")]
    )
    assert (status, [one["filename"] for one in message["attachments"]]) == (200, ["board.png"])
    status, message = await post(api, 2)
    assert (status, [one["filename"] for one in message["attachments"]]) == (200, ["board.png", "board.png"])


UNIQUE = "The name of a file's field must be unique."
WRONG: list[tuple[list[dict[str, Any]] | None, list[tuple[str, str | None]], tuple[str, str]]] = [
    (None, [("files[1]", "a"), ("files[1]", "b")], ("files[1]", UNIQUE)),
    (None, [("files[1]", "a"), ("files[01]", "b")], ("files[1]", UNIQUE)),
    (None, [("file", "a")], ("file", "The playground takes files named files[n] only.")),
    (listed(0), [("files[0]", "a"), ("files[1]", "b")], ("attachments", "files[1] must be listed.")),
    ([], [("files[0]", "a")], ("attachments", "files[0] must be listed.")),
    (listed(0, 0), [("files[0]", "a")], ("attachments.1", "The set already contains this value")),
    (listed(0, 1), [("files[0]", "a")], ("attachments.1", "Attachment data not found")),
    (
        [{"id": 0, "filename": "x" * 1025}],
        [("files[0]", "a")],
        ("attachments.0.filename", "Must be 1024 or fewer in length."),
    ),
    ([{"id": 0, "filename": 5}], [("files[0]", "a")], ("attachments.0.filename", "This field is required")),
    (
        [{"id": 0, "description": "x" * 1025}],
        [("files[0]", "a")],
        ("attachments.0.description", "Must be 1024 or fewer in length."),
    ),
]


@pytest.mark.parametrize(("attachments", "files", "why"), WRONG, ids=range(len(WRONG)))
async def test_no_file_is_dropped_in_silence(
    api: Api, attachments: Any, files: list[tuple[str, str | None]], why: tuple[str, str]
) -> None:
    body = {"content": "x"} | ({} if attachments is None else {"attachments": attachments})
    assert reason(await api.upload("POST", f"{api.room}/messages", body, files)) == (400, 50035, *why)
    assert (await api.request("GET", f"{api.room}/messages"))[1] == []


async def test_texts_of_a_file_at_their_limits_are_taken(api: Api) -> None:
    listing = [{"id": 0, "filename": "x" * 1024, "description": "x" * 1024}]
    status, message = await post(api, 1, {"attachments": listing})
    assert (status, message["attachments"][0]["description"]) == (200, "x" * 1024)


async def test_a_field_that_is_no_file_is_not_one(api: Api) -> None:
    status, message = await api.upload("POST", f"{api.room}/messages", {"content": "x"}, [("tts", None)])
    assert (status, message["attachments"]) == (200, [])
