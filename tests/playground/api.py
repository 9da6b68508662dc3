"""The bot's REST API, called without a library: what exactly comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import aiohttp

from playground.model.resources.user import APP_ID

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playground import Playground

Answer = tuple[int, Any]


class Api:
    """Requests in the bot's name. Use it as `async with Api(playground) as api`."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self.room, self.lounge = (f"/channels/{key}" for key in list(playground.state.channels)[:2])
        self.application = f"/applications/{APP_ID}"

    async def __aenter__(self) -> Self:
        self._http = aiohttp.ClientSession(headers={"Authorization": f"Bot {self.playground.token}"})
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.close()

    async def request(self, method: str, path: str, body: Any = None) -> Answer:
        """Return the status and the JSON of an answer; None where there is none."""
        async with self._http.request(method, f"{self.playground.api}{path}", json=body) as response:
            return response.status, await response.json() if response.content_length else None

    async def upload(self, method: str, path: str, body: Any, files: Iterable[tuple[str, str | None]]) -> Answer:
        """Send a body with files, each by the name of its field and its own; return the status and the JSON."""
        with aiohttp.MultipartWriter("form-data") as form:
            form.append_json(body).set_content_disposition("form-data", name="payload_json")
            for field, name in files:
                parameters = {"name": field} | ({} if name is None else {"filename": name})
                form.append(b"x").set_content_disposition("form-data", quote_fields=False, **parameters)
            async with self._http.request(method, f"{self.playground.api}{path}", data=form) as response:
                return response.status, await response.json() if response.content_length else None

    async def code(self, method: str, path: str, body: Any = None) -> Answer:
        """Return the status and Discord's code of an answer that refuses."""
        status, answer = await self.request(method, path, body)
        return status, answer["code"]

    async def send(self, **body: Any) -> str:
        """Send a message to the first channel; return its path."""
        status, message = await self.request("POST", f"{self.room}/messages", {"content": "x"} | body)
        assert status == 200, message
        return f"{self.room}/messages/{message['id']}"
