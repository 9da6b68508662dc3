"""Run checks one after the other, and print one line of JSON for each; and a person for them to act with."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import aiohttp

PATIENCE = 8.0
"""Seconds to wait for one event."""

ErrorT = TypeVar("ErrorT", bound=Exception)
Act: TypeAlias = Callable[[Any], Awaitable[None]]
_checks: list[tuple[str, Act | None, str]] = []
_real_time: list[tuple[str, Act | None, str]] = []
_permitted: list[tuple[str, Act | None, str]] = []


def check(act: Act) -> Act:
    """Add a check that is named as its function; it gets the place, and raises if something isn't as on Discord."""
    _checks.append((act.__name__.replace("_", " "), act, ""))
    return act


def check_in_real_time(act: Act) -> Act:
    """Add a check to be run while rate limits last as long as on Discord."""
    _real_time.append((act.__name__.replace("_", " "), act, ""))
    return act


def check_permitted(act: Act) -> Act:
    """Add a check for a bot that has every permission; it isn't run for the bot of the invitation."""
    check_permitted_as(act.__name__.replace("_", " "), act)
    return act


def check_as(name: str, act: Act) -> None:
    """Add a check of this name."""
    _checks.append((name, act, ""))


def check_permitted_as(name: str, act: Act) -> None:
    """Add a check of this name for a bot that has every permission."""
    _permitted.append((name, act, ""))


def out_of_scope(name: str, reason: str) -> None:
    """Add a check that can't be passed, and why."""
    _checks.append((name, None, reason))


async def run(place: Any) -> None:
    """Run the checks of the bot of the invitation, or of one with every permission; print what became of each."""
    permitted = "TURNPOST_PERMITTED" in os.environ
    await _run_all([] if permitted else _real_time, place)
    await control("hurry")
    await _run_all(_permitted if permitted else _checks, place)


async def _run_all(checks: list[tuple[str, Act | None, str]], place: Any) -> None:
    for name, act, reason in checks:
        found = await _attempt(act, place) if act else {"outcome": "out of scope", "reason": reason}
        _print({"name": name, **found})


async def _attempt(act: Act, place: Any) -> dict[str, str]:
    try:
        async with asyncio.timeout(2 * PATIENCE):
            await act(place)
    except Exception as error:  # noqa: BLE001 - whatever a client raises is why the check failed
        return {"outcome": "failed", "reason": f"{type(error).__name__}: {error}"[:300]}
    return {"outcome": "passed"}


async def raised(kind: type[ErrorT], request: Awaitable[Any]) -> ErrorT:
    """Return the error of a kind that a request fails with. Raises AssertionError if it doesn't fail."""
    try:
        await request
    except kind as error:
        return error
    raise AssertionError("It wasn't refused.")


async def control(name: str, *arguments: str) -> Any:
    """Let the runner do to the playground what no client can (`call` there), and return the result."""
    _print({"call": name, "arguments": arguments})
    return json.loads(await asyncio.to_thread(sys.stdin.readline))


def _print(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


@dataclass(frozen=True)
class Person:
    """A person of the playground, who acts over its people API."""

    http: aiohttp.ClientSession
    id: int
    name: str

    async def call(self, method: str, path: str, **body: Any) -> Any:
        """Ask the people API. Raises ValueError with its sentence if it refuses."""
        async with self.http.request(method, path, json=body or None) as response:
            answer: Any = None if response.status == 204 else await response.json()
            if response.status >= 400:
                raise ValueError(answer["error"])
            return answer

    async def say(self, channel: Any, content: str, **more: Any) -> Any:
        """Write a message."""
        return await self.call("POST", f"/people/{self.id}/messages", channel_id=_id(channel), content=content, **more)

    async def edit(self, message: Any, content: str) -> Any:
        """Alter an own message."""
        return await self.call("PATCH", f"/people/{self.id}/messages/{_id(message)}", content=content)

    async def delete(self, message: Any) -> None:
        """Delete an own message."""
        await self.call("DELETE", f"/people/{self.id}/messages/{_id(message)}")

    async def react(self, message: Any, emoji: str) -> None:
        """React to a message."""
        await self.call("PUT", f"/people/{self.id}/messages/{_id(message)}/reactions/{emoji}")

    async def take_back(self, message: Any, emoji: str) -> None:
        """Take a reaction back."""
        await self.call("DELETE", f"/people/{self.id}/messages/{_id(message)}/reactions/{emoji}")

    async def press(self, message: Any, custom_id: str, *values: Any) -> Any:
        """Press a button, or choose values in a menu."""
        body = {"message_id": _id(message), "custom_id": custom_id, "values": [str(value) for value in values]}
        return await self.call("POST", f"/people/{self.id}/press", **body)

    async def slash(self, channel: Any, name: str, **options: Any) -> Any:
        """Use a slash command."""
        return await self.call("POST", f"/people/{self.id}/slash", channel_id=_id(channel), name=name, options=options)

    async def complete(self, channel: Any, name: str, focused: str, **options: Any) -> Any:
        """Return the choices that are offered for the option being typed."""
        body = {"channel_id": _id(channel), "name": name, "focused": focused, "options": options}
        return (await self.call("POST", f"/people/{self.id}/autocomplete", **body))["choices"]

    async def use_menu(self, name: str, **target: Any) -> Any:
        """Use a command of a message's menu (`message_id`), or of a person's (`user_id`, `channel_id`)."""
        return await self.call("POST", f"/people/{self.id}/menu", name=name, **target)

    async def submit(self, opened: Any, **values: Any) -> Any:
        """Send the form back that an interaction opened."""
        body = {"interaction_id": opened["interaction_id"], "values": values}
        return await self.call("POST", f"/people/{self.id}/modal", **body)

    async def upload(self, opened: Any, field: str, name: str, content: bytes) -> Any:
        """Send a form back with a file in its one field."""
        body = {"interaction_id": opened["interaction_id"], "values": {field: [0]}}
        with aiohttp.MultipartWriter("form-data") as form:
            form.append_json(body).set_content_disposition("form-data", name="payload_json")
            form.append(content).set_content_disposition("form-data", name="files[0]", filename=name)
        async with self.http.post(f"/people/{self.id}/modal", data=form) as response:
            return await response.json()

    async def change(self, **settings: Any) -> None:
        """Change the person's language (`locale`), or whether they `installed` the application."""
        await self.call("PATCH", f"/people/{self.id}", **settings)

    async def write_to(self, *others: Person) -> Any:
        """Open direct messages with other people."""
        return await self.call("POST", f"/people/{self.id}/dm", user_ids=[str(other.id) for other in others])

    async def dm(self) -> Any:
        """Open the direct messages with the bot."""
        return await self.call("POST", f"/people/{self.id}/dm")

    async def messages(self, channel: Any) -> list[Any]:
        """Return what the person sees in a channel."""
        return (await self.call("GET", f"/view?as={self.id}"))["messages"][_id(channel)]


def _id(thing: Any) -> str:
    """Return the id of a client's own object, or of JSON of the people API."""
    return str(thing.id if hasattr(thing, "id") else thing["id"])


async def people(http: aiohttp.ClientSession) -> list[Person]:
    """Return all people of the playground that a session talks to."""
    async with http.get("/people") as response:
        return [Person(http, int(one["id"]), one["name"]) for one in await response.json()]
