"""What Discord checks in a message as a whole: its parts together, its files, nonce and reply."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord
import pytest

from playground.model.permissions import INVITATION

if TYPE_CHECKING:
    from tests.playground.api import Api
    from tests.playground.bot_client import BotClient

COMPONENTS_V2 = 1 << 15
TEXT: dict[str, Any] = {"type": 10, "content": "x"}
ROW: dict[str, Any] = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}
LEGACY = "field cannot be used when using MessageFlags.IS_COMPONENTS_V2"


async def words(api: Api, method: str, path: str, body: Any) -> tuple[int, int, str]:
    """Return the status, Discord's code and the wrong field with its words."""
    status, answer = await api.request(method, path, body)
    ((name, field),) = answer["errors"].items()
    return status, answer["code"], f"{name}: {field['_errors'][0]['message']}"


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"nonce": "x" * 26}, "nonce: Must be 25 or fewer characters long."),
    ({"nonce": 0.5}, "nonce: This field must be a string or integer."),
    ({"nonce": 2**63}, f"nonce: Must be between {-(2**63)} and {2**63 - 1}."),
    ({"nonce": -(2**63) - 1}, f"nonce: Must be between {-(2**63)} and {2**63 - 1}."),
    ({"nonce": True}, "nonce: This field must be a string or integer."),
    ({"content": "x" * 2001}, "content: Must be 2000 or fewer in length."),
    ({"message_reference": {"message_id": "5"}}, "message_reference: Unknown message"),
    ({"poll": {"question": {"text": "x"}}}, "poll: The playground has no polls."),
    ({"flags": COMPONENTS_V2, "components": [TEXT]}, f"content: The 'content' {LEGACY}"),
    (
        {"content": None, "flags": COMPONENTS_V2, "components": [TEXT], "embeds": [{"title": "x"}]},
        f"embeds: The 'embeds' {LEGACY}",
    ),
]


@pytest.mark.parametrize(("body", "sentence"), WRONG, ids=range(len(WRONG)))
@pytest.mark.parametrize("playground", [{"granted": INVITATION | {"SEND_POLLS", "EMBED_LINKS"}}], indirect=True)
async def test_a_message_that_discord_does_not_take_says_why(api: Api, body: dict[str, Any], sentence: str) -> None:
    found = await words(api, "POST", f"{api.room}/messages", {"content": "x"} | body)
    assert found == (400, 50035, sentence)


async def test_a_message_at_its_limits_is_taken(api: Api) -> None:
    nonces = [{"nonce": nonce} for nonce in ("x" * 25, 2**63 - 1, -(2**63))]
    for body in (*nonces, {"content": "x" * 2000}, {"content": "", "components": [ROW]}):
        assert (await api.request("POST", f"{api.room}/messages", {"content": "x"} | body))[0] == 200
    assert await api.code("POST", f"{api.room}/messages", {"content": " "}) == (400, 50006)
    assert await api.code("POST", f"{api.room}/messages", {"flags": COMPONENTS_V2}) == (400, 50006)


async def test_without_the_permission_a_poll_is_refused_as_such(api: Api) -> None:
    poll = {"question": {"text": "x"}, "answers": [{"poll_media": {"text": "x"}}]}
    assert await api.code("POST", f"{api.room}/messages", {"poll": poll}) == (403, 50013)


async def test_a_message_of_components_alone_stays_one(api: Api) -> None:
    message = await api.send(content=None, flags=COMPONENTS_V2, components=[TEXT])
    for body in ({"components": [TEXT, TEXT]}, {"flags": 0}, {"flags": 4, "components": [TEXT]}):
        status, edited = await api.request("PATCH", message, body)
        assert (status, edited["flags"] & COMPONENTS_V2) == (200, COMPONENTS_V2)
    assert await words(api, "PATCH", message, {"content": "x"}) == (400, 50035, f"content: The 'content' {LEGACY}")
    assert await api.code("PATCH", message, {"components": []}) == (400, 50006)


async def test_a_message_becomes_one_of_components_alone_without_its_content(api: Api) -> None:
    message = await api.send()
    change: dict[str, Any] = {"flags": COMPONENTS_V2, "components": [TEXT]}
    assert await words(api, "PATCH", message, change) == (400, 50035, f"content: The 'content' {LEGACY}")
    assert (await api.request("GET", message))[1]["content"] == "x"
    status, edited = await api.request("PATCH", message, change | {"content": None})
    assert (status, edited["flags"], edited["content"]) == (200, COMPONENTS_V2, "")
    assert await api.code("PATCH", await api.send(), {"components": [TEXT]}) == (400, 50035)


def gallery(*names: str) -> discord.ui.LayoutView:
    """Return a message of components alone that shows files by their names."""
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.MediaGallery(*[discord.MediaGalleryItem(f"attachment://{name}") for name in names]))
    return view


def files(*names: str) -> list[discord.File]:
    return [discord.File(io.BytesIO(b"x"), name) for name in names]


async def test_components_show_the_files_that_come_with_them_all_and_no_others(bot_client: BotClient) -> None:
    room = bot_client.room()
    sent = await room.send(view=gallery("a.png", "b.png"), files=files("a.png", "b.png"))
    assert [one.filename for one in sent.attachments] == ["a.png", "b.png"]
    for shown, names, sentence in (
        (["a.png", "b.png"], ["a.png"], "The referenced attachment was not found"),
        (["aa.png"], ["aa.png", "a.png"], "a.png must be referenced by a component"),
    ):
        with pytest.raises(discord.HTTPException, match=sentence) as caught:
            await room.send(view=gallery(*shown), files=files(*names))
        assert (caught.value.status, caught.value.code) == (400, 50035)
    view = discord.ui.LayoutView.from_message(sent)
    assert len((await sent.edit(view=view)).attachments) == 2


async def test_what_components_show_is_told_with_its_address_name_and_size(api: Api, bot_client: BotClient) -> None:
    view = gallery("a.txt")
    view.add_item(discord.ui.File("attachment://b.txt"))
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("https://x/c.png")))
    sent = await bot_client.room().send(view=view, files=files("a.txt", "b.txt"))
    _, message = await api.request("GET", f"{api.room}/messages/{sent.id}")
    first, second = message["attachments"]
    shown, file, elsewhere = message["components"]
    media = shown["items"][0]["media"]
    assert (media["id"], media["url"], media["proxy_url"]) == (first["id"], first["url"], first["url"])
    assert (file["file"]["attachment_id"], file["name"], file["size"]) == (second["id"], "b.txt", 1)
    media = elsewhere["items"][0]["media"]
    assert media == {"id": str(sent.id), "url": "https://x/c.png", "proxy_url": "https://x/c.png"}
