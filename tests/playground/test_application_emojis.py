"""The emojis of the bot's application."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest

from playground.model.resources.user import APP_ID, BOT_ID

if TYPE_CHECKING:
    from playground import Playground
    from tests.playground.api import Api

IMAGE = "data:image/png;base64,iVBORw0KGgo="


def of_size(size: int) -> str:
    return "data:image/webp;base64," + base64.b64encode(bytes(size)).decode()


def words(answer: dict[str, Any], field: str) -> str:
    return answer["errors"][field]["_errors"][0]["message"]


async def test_an_emoji_is_created_listed_renamed_and_deleted(api: Api) -> None:
    emojis = f"{api.application}/emojis"
    status, emoji = await api.request("POST", emojis, {"name": "knight", "image": IMAGE})
    assert (status, emoji["name"], emoji["user"]["id"]) == (201, "knight", str(BOT_ID))
    usual: dict[str, Any] = {
        "animated": False,
        "available": True,
        "managed": False,
        "require_colons": True,
        "roles": [],
    }
    assert usual.items() <= emoji.items()
    one = f"{emojis}/{emoji['id']}"
    assert await api.request("GET", emojis) == (200, {"items": [emoji]})
    assert await api.request("GET", one) == (200, emoji)
    assert await api.request("PATCH", one, {"name": "knight"}) == (200, emoji)
    assert await api.request("PATCH", one, {"name": "horse"}) == (200, emoji | {"name": "horse"})
    assert await api.request("DELETE", one) == (204, None)
    assert await api.request("GET", emojis) == (200, {"items": []})
    for method in ("GET", "PATCH", "DELETE"):
        assert await api.code(method, one, {"name": "horse"}) == (404, 10014)


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"name": "x"}, "name", "Must be between 2 and 32 in length."),
    ({"name": "x" * 33}, "name", "Must be between 2 and 32 in length."),
    ({"name": "kn-ight"}, "name", "String value did not match validation regex."),
    ({"name": "éé"}, "name", "String value did not match validation regex."),
    ({"name": "taken"}, "name", "An emoji with that name already exists."),
    ({"image": None}, "image", "Invalid image data"),
    ({"image": "data:image/svg;base64,iVBORw0KGgo="}, "image", "Invalid image data"),
    ({"image": "data:image/png;base64,???"}, "image", "Invalid image data"),
    ({"image": of_size(256 * 1024 + 1)}, "image", "File cannot be larger than 256.0 kb."),
]


@pytest.mark.parametrize(("changes", "field", "sentence"), WRONG, ids=range(len(WRONG)))
async def test_an_emoji_that_discord_does_not_take_is_rejected(
    api: Api, changes: dict[str, Any], field: str, sentence: str
) -> None:
    emojis = f"{api.application}/emojis"
    taken = (await api.request("POST", emojis, {"name": "taken", "image": of_size(256 * 1024)}))[1]
    status, answer = await api.request("POST", emojis, {"name": "knight", "image": IMAGE} | changes)
    assert (status, answer["code"], words(answer, field)) == (400, 50035, sentence)
    assert await api.request("GET", emojis) == (200, {"items": [taken]})


async def test_names_have_2_to_32_letters_digits_and_underscores(api: Api) -> None:
    for name in ("x_", "X9", "x" * 32):
        assert (await api.request("POST", f"{api.application}/emojis", {"name": name, "image": IMAGE}))[0] == 201
    other = (await api.request("GET", f"{api.application}/emojis"))[1]["items"][0]
    assert await api.code("PATCH", f"{api.application}/emojis/{other['id']}", {"name": "X9"}) == (400, 50035)


async def test_an_application_has_at_most_2000_emojis(playground: Playground, api: Api) -> None:
    playground.state.emojis |= {number: {"id": str(number), "name": f"n{number}"} for number in range(1999)}
    emojis = f"{api.application}/emojis"
    assert (await api.request("POST", emojis, {"name": "knight", "image": IMAGE}))[0] == 201
    assert await api.code("POST", emojis, {"name": "rook", "image": IMAGE}) == (400, 30008)


async def test_another_applications_emojis_are_not_the_bots(api: Api) -> None:
    other = f"/applications/{APP_ID + 1}/emojis"
    assert await api.code("GET", other) == (403, 20012)
    assert await api.code("POST", other, {"name": "knight", "image": IMAGE}) == (403, 20012)
    assert await api.code("GET", f"{other}/5") == (403, 20012)


async def test_a_button_and_a_menu_may_show_only_an_emoji_of_the_application(api: Api) -> None:
    _, emoji = await api.request("POST", f"{api.application}/emojis", {"name": "knight", "image": IMAGE})
    for key, status in ((emoji["id"], 200), (str(APP_ID), 400)):
        shown = {"id": key, "name": "knight"}
        button = {"type": 2, "style": 1, "custom_id": "x", "emoji": shown}
        menu = {"type": 3, "custom_id": "y", "options": [{"label": "x", "value": "x", "emoji": shown}]}
        for control in (button, menu):
            body = {"components": [{"type": 1, "components": [control]}]}
            assert (await api.request("POST", f"{api.room}/messages", body))[0] == status
