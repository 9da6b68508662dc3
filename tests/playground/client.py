"""A person of the playground, scripted: says, presses and waits for what comes back, over the people's own API."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Self

import aiohttp

from playground.model.resources.message import LOADING

if TYPE_CHECKING:
    from collections.abc import Callable

    from playground import Playground

    Json = dict[str, Any]

DEADLINE = 60.0
"""Seconds, for a slow machine: nothing that works waits so long."""
TEXT_DISPLAY, CONTAINER = 10, 17
"""Types of components (Discord's API Reference, "Component Types")."""
GAMES, LOUNGE = "games", "lounge"


class SeenCount(int):
    """How many events a person had seen: where a search in what they see begins. Another person has seen others."""

    person: Person


class Said(Exception):  # noqa: N818 - what the playground said
    """The playground turned something down; the message is its sentence."""


class Person:
    """One of the people. Use it as `async with Person(playground, "Ann") as ann`.

    A channel is named by its id, or by its name (`"games"`); a message by its JSON or its id. Of many people not all
    need to watch: `seen` of those who don't stays empty.
    """

    def __init__(self, playground: Playground, name: str, *, watches: bool = True) -> None:
        self.name = name
        self.watches = watches
        self.id = ""
        self.seen: list[Json] = []
        self._url = playground.url
        self._updated = asyncio.Condition()
        self._listener: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._http = aiohttp.ClientSession(self._url)
        people = await self._call("GET", "/people")
        self.id = next(str(one["id"]) for one in people if one["name"] == self.name)
        if self.watches:
            socket = await self._http.ws_connect("/watch", params={"as": self.id})
            self._listener = asyncio.create_task(self._listen(socket))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._listener:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        await self._http.close()

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async with socket:
            async for frame in socket:
                async with self._updated:
                    self.seen.append(json.loads(frame.data))
                    self._updated.notify_all()

    async def _call(self, method: str, path: str, **body: Any) -> Any:
        async with self._http.request(method, path, json=body or None) as response:
            if response.status == 204:
                return None
            answer = await response.json()
            if response.status >= 400:
                raise Said(answer["error"])
            return answer

    async def view(self) -> Json:
        """Return all that the person sees."""
        return await self._call("GET", f"/view?as={self.id}")

    async def channel(self, name: str) -> str:
        """Return a channel's id by its name (an id is its own); raises AssertionError if the person sees none such."""
        if name.isdigit():
            return name
        channels = (await self.view())["channels"]
        found = [one["id"] for one in channels if one["name"] == name]
        assert found, f"{self.name} sees no channel {name}, only {[one['name'] for one in channels]}"
        return str(found[-1])

    async def messages(self, channel: str = GAMES) -> list[Json]:
        """Return what the person sees in a channel, oldest first."""
        place = await self.channel(channel)
        return (await self.view())["messages"][place]

    async def say(self, content: str, channel: str = GAMES, *, to: Json | str | None = None, ping: bool = True) -> Json:
        """Write a message (as a reply with `to`) and return it."""
        reply = {"reply_to": _id(to), "ping": ping} if to else {}
        place = await self.channel(channel)
        return await self._call("POST", f"/people/{self.id}/messages", channel_id=place, content=content, **reply)

    async def edit(self, message: Json | str, content: str) -> Json:
        """Alter an own message and return it."""
        return await self._call("PATCH", f"/people/{self.id}/messages/{_id(message)}", content=content)

    async def delete(self, message: Json | str) -> None:
        """Delete an own message."""
        await self._call("DELETE", f"/people/{self.id}/messages/{_id(message)}")

    async def react(self, message: Json | str, emoji: str) -> None:
        """React to a message with an emoji."""
        await self._call("PUT", f"/people/{self.id}/messages/{_id(message)}/reactions/{emoji}")

    async def press(self, message: Json | str, button: str, *values: str) -> Json:
        """Press a button (by custom id or label) or choose values in a menu; return the outcome."""
        name = custom_id(message, button) if isinstance(message, dict) else button
        body = {"message_id": _id(message), "custom_id": name, "values": list(values)}
        return await self._call("POST", f"/people/{self.id}/press", **body)

    async def slash(self, name: str, channel: str = GAMES, /, **options: Any) -> Json:
        """Use a slash command and return the outcome."""
        body = {"channel_id": await self.channel(channel), "name": name, "options": options}
        return await self._call("POST", f"/people/{self.id}/slash", **body)

    async def ask_by_text(self, text: str, channel: str = GAMES, *, holds: str = "") -> Json:
        """Write a message and return the bot's reply to it, the first one that `holds` something."""
        message = await self.say(text, channel)
        return await self.hear(
            lambda one: answered(one) == message["id"] and holds in one["content"], f"an answer to {text}"
        )

    async def ask_by_slash(self, name: str, channel: str = GAMES, /, **options: Any) -> Json:
        """Use a slash command and return the bot's answer, which is private, however late it comes."""
        since = self.seen_so_far()
        return await self.answer_to(await self.slash(name, channel, **options), f"/{name}", since)

    async def ask_by_press(self, message: Json, button: str) -> Json:
        """Press a button and return the bot's answer, however late: a private one, or the pressed one as it is then."""
        since = self.seen_so_far()
        return await self.answer_to(await self.press(message, button), button, since, message["id"])

    async def ask_by_choice(self, message: Json, menu: str, value: str) -> Json:
        """Choose in a menu and return the bot's answer, as `ask_by_press` does."""
        since = self.seen_so_far()
        return await self.answer_to(await self.press(message, menu, value), menu, since, message["id"])

    async def menu(self, name: str, target: Json | Person | str, channel: str = GAMES) -> Json:
        """Use a command of the menu of a message, or of a person or their id, and return the outcome."""
        body: Json = {"name": name, "channel_id": await self.channel(channel)}
        user_id = target.id if isinstance(target, Person) else target
        body |= {"user_id": user_id} if isinstance(user_id, str) else {"message_id": user_id["id"]}
        return await self._call("POST", f"/people/{self.id}/menu", **body)

    async def ask_by_menu(self, name: str, target: Json | Person, channel: str = GAMES) -> Json:
        """Use a command of a menu and return the bot's answer, which is private, however late it comes."""
        since = self.seen_so_far()
        return await self.answer_to(await self.menu(name, target, channel), name, since)

    async def answer_to(self, outcome: Json, to: str, since: SeenCount, pressed: str = "") -> Json:
        """Return what an interaction brought. An answer that is put off follows, or alters the message `pressed`.

        Of one that is deleted, or whose `pressed` message is, a message without content is returned.
        """
        assert outcome["acknowledged"], f"the bot left {to} alone"
        waiting = {pressed}

        def follows(event: Json) -> bool:
            if event["type"] == "delete":
                return event["id"] in waiting
            one: Json = event.get("message", {})
            if one.get("interaction_metadata", {}).get("id") == outcome["interaction_id"]:
                waiting.add(one["id"])
                return not one["flags"] & LOADING
            return one.get("id") == pressed

        answer = outcome["message"]
        if not answer:
            event = await self.wait_for(follows, f"an answer to {to}", since=since)
            gone: Json = {"id": event.get("id"), "content": "", "ephemeral": True, "attachments": [], "components": []}
            answer = event.get("message") or gone
        assert answer["ephemeral"] or answer["id"] == pressed, f"all see the answer to {to}"
        return answer

    async def autocomplete(self, name: str, focused: str, channel: str = GAMES, /, **options: Any) -> list[Json]:
        """Return the choices that the bot offers for the option being typed."""
        body = {"channel_id": await self.channel(channel), "name": name, "options": options, "focused": focused}
        return (await self._call("POST", f"/people/{self.id}/autocomplete", **body))["choices"]

    async def modal(self, outcome: Json, **values: Any) -> Json:
        """Send the form of an outcome back, filled in by custom id; return the new outcome."""
        body = {"interaction_id": outcome["interaction_id"], "values": values}
        return await self._call("POST", f"/people/{self.id}/modal", **body)

    async def dm(self, *others: Person) -> str:
        """Open direct messages with the bot, or with one other or several people, and return their channel's id."""
        body = {"user_ids": [one.id for one in others]} if others else {}
        return (await self._call("POST", f"/people/{self.id}/dm", **body))["id"]

    async def change_settings(self, **settings: Any) -> Json:
        """Change the `locale`, or whether the application is `installed`; return the person's settings."""
        return await self._call("PATCH", f"/people/{self.id}", **settings)

    async def start_thread(self, name: str, channel: str = GAMES, **fields: Any) -> Json:
        """Start a thread or a post and return it: on `message_id`, `private`, with `content` and `applied_tags`."""
        body = {"channel_id": await self.channel(channel), "name": name, **fields}
        return await self._call("POST", f"/people/{self.id}/threads", **body)

    async def edit_thread(self, thread: Json, **fields: Any) -> Json:
        """Change a thread and return it."""
        return await self._call("PATCH", f"/people/{self.id}/threads/{thread['id']}", **fields)

    async def add_to_thread(self, thread: Json, user: str) -> None:
        """Add somebody to a thread."""
        await self._call("PUT", f"/people/{self.id}/threads/{thread['id']}/members/{user}")

    async def remove_from_thread(self, thread: Json, user: str) -> None:
        """Remove somebody from a thread."""
        await self._call("DELETE", f"/people/{self.id}/threads/{thread['id']}/members/{user}")

    async def fetch(self, url: str) -> bytes:
        """Return the bytes at an attachment's address."""
        async with self._http.get(url) as response:
            assert response.status == 200, f"{url} answered {response.status}"
            return await response.read()

    def seen_so_far(self) -> SeenCount:
        """Return how many events the person has seen, for a later `since`."""
        count = SeenCount(len(self.seen))
        count.person = self
        return count

    async def wait_for(
        self, predicate: Callable[[Json], Any], what: str = "", *, since: SeenCount | None = None
    ) -> Json:
        """Return the first event after the first `since` that satisfies, of those seen and those to come.

        Raises AssertionError after a minute, with what was seen instead; ValueError if `since` is another person's.
        """
        if since is not None and since.person is not self:
            raise ValueError(f"{self.name} can't search from what {since.person.name} had seen")
        start = int(since or 0)
        async with self._updated:
            try:
                async with asyncio.timeout(DEADLINE):
                    while True:
                        for event in self.seen[start:]:
                            if predicate(event):
                                return event
                        start = len(self.seen)
                        await self._updated.wait()
            except TimeoutError:
                seen = "\n".join(_brief(event) for event in self.seen) or "nothing"
                raise AssertionError(f"{self.name} waited in vain for {what or 'an event'}. Seen:\n{seen}") from None

    async def hear(
        self, predicate: Callable[[Json], Any], what: str = "a message", *, since: SeenCount | None = None
    ) -> Json:
        """Return the first message, new or altered, that satisfies; as `wait_for`."""
        event = await self.wait_for(
            lambda one: one["type"] == "message" and predicate(one["message"]), what, since=since
        )
        return event["message"]

    async def hear_bot(self, text: str = "", *, since: SeenCount | None = None) -> Json:
        """Return the first message of the bot's whose content holds `text`; as `wait_for`."""
        return await self.hear(
            lambda one: one["author"].get("bot") and text in one["content"], f"the bot to say {text!r}", since=since
        )


def _id(message: Json | str) -> str:
    return message if isinstance(message, str) else str(message["id"])


def custom_id(message: Json, name: str) -> str:
    """Return the custom id of the component that has this custom id or label."""
    parts = parts_of(message)
    for part in parts:
        if name in {part.get("custom_id"), part.get("label")}:
            return str(part["custom_id"])
    there = [part.get("label") for part in parts]
    raise AssertionError(f"No button {name} on the message {message['content']!r}; there are {there}")


def labels(message: Json) -> list[str]:
    """Return what is written on a message's buttons."""
    return [part["label"] for part in parts_of(message) if "label" in part]


def parts_of(message: Json) -> list[Json]:
    """Return the buttons and menus of a message, also of one of components alone."""
    found: list[Json] = []
    rows = [*message["components"]]
    while rows:
        row = rows.pop(0)
        inner = [row["accessory"]] if "accessory" in row else row.get("components", [])
        if row["type"] == CONTAINER:
            rows = [*inner, *rows]
        else:
            found += inner
    return found


def text_of(message: Json) -> str:
    """Return what a message says: its content, or the texts of one of components alone."""
    boxes = [part for row in message["components"] for part in (row, *row.get("components", []))]
    return message["content"] or "\n".join(part["content"] for part in boxes if part["type"] == TEXT_DISPLAY)


def answered(message: Json) -> str | None:
    """Return the id of the message that one is a reply to."""
    replied: Json | None = message.get("referenced_message")
    return replied["id"] if replied else None


def _brief(event: Json) -> str:
    if event["type"] != "message":
        return f"  {json.dumps(event, ensure_ascii=False)[:200]}"
    message = event["message"]
    who, where = message["author"]["username"], message["channel_id"]
    private = " (private)" if message["ephemeral"] else ""
    buttons = [part.get("label") for part in parts_of(message)]
    return f"  {who} in {where}{private}: {message['content'][:300]!r} {buttons or ''}"
