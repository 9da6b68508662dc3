"""The emojis of the bot's application."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from playground.model.resources.user import APP_ID, BOT_ID

if TYPE_CHECKING:
    from playground import Playground
    from tests.playground.api import Api

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "AVIF")


def picture(kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(file, kind)
    return file.getvalue()


def uri(data: bytes, kind: str = "png") -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def of_size(size: int) -> str:
    return uri(picture().ljust(size, b"\0"))


IMAGE = uri(picture())


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
    ({"image": None}, "image", "This field is required"),
    ({"image": "iVBORw0KGgo="}, "image", "Only data uri strings can be used."),
    ({"image": "data:image/svg;base64,iVBORw0KGgo="}, "image", "Invalid image data"),
    ({"image": "data:image/png;base64,???"}, "image", "Invalid image data"),
    ({"image": "data:image/png;base64,A"}, "image", "Invalid image data"),
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


@pytest.mark.parametrize("kind", FORMATS)
async def test_an_emoji_is_a_picture_whatever_its_address_calls_it(api: Api, kind: str) -> None:
    emojis, image = f"{api.application}/emojis", picture(kind)
    assert (await api.request("POST", emojis, {"name": "knight", "image": uri(image)}))[0] == 201
    for place, wrong in enumerate((b"words", image[: len(image) // 2], b"\0" + image)):
        body = {"name": f"wrong{place}", "image": uri(wrong, kind.lower())}
        assert await api.request("POST", emojis, body) == (400, {"message": "Invalid Asset", "code": 50046})
    assert [one["name"] for one in (await api.request("GET", emojis))[1]["items"]] == ["knight"]


async def test_a_picture_of_another_format_or_of_too_many_pixels_is_no_emoji(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    emojis = f"{api.application}/emojis"
    assert await api.code("POST", emojis, {"name": "knight", "image": uri(picture("BMP"))}) == (400, 50046)
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 64)
    assert (await api.request("POST", emojis, {"name": "knight", "image": IMAGE}))[0] == 201
    for most in (63, 31):  # what Pillow warns of, and what it refuses
        monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", most)
        assert await api.code("POST", emojis, {"name": "rook", "image": IMAGE}) == (400, 50046)


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
