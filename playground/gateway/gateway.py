"""The gateway: sessions that receive events in order and can be resumed after a broken connection."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from aiohttp import web

from playground.gateway.connection import HEARTBEAT, Closed, Connection
from playground.gateway.events import GUILDS, GatewayEvents
from playground.gateway.session import Session
from playground.json_values import as_list, number
from playground.model import payloads
from playground.model.payloads import CONTENT_INTENT
from playground.model.resources.guild import guild_id_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    from playground.json_values import Json
    from playground.model.message_json import MessageJson
    from playground.model.resources.channel import Channel
    from playground.model.state import State
    from playground.options import Options

_IDENTIFY, _PRESENCE, _VOICE, _RESUME = 2, 3, 4, 6
_MEMBERS, _INVALID, _HELLO, _ACK = 8, 9, 10, 11
_UNAVAILABLE_INTENTS = 1 << 1 | 1 << 8
_COMPRESSIONS = {"zlib-stream"}
ROUND_TRIP = 0.05
"""Seconds until a heartbeat is acknowledged, as over a network.

discord.py notes when it sent a heartbeat a moment after it did. An acknowledgement that is there before is measured
from the heartbeat before, and the log then says that the bot can't keep up.
"""


class Gateway:
    """All sessions of the bot. `watchers` are called when the first one connects and when the last one disconnects.

    `message_content` says whether a session may ask for that intent.
    """

    def __init__(self, state: State, message_json: MessageJson, token: str, url: str, options: Options) -> None:
        self._state = state
        self._token = token
        self.url = url
        self.message_content = options.message_content
        self._heartbeat_interval = options.heartbeat_interval
        self.session_starts = options.rate_limits.session_starts
        self._sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self._latest_intents: int | None = None
        self.open = asyncio.Event()
        self.open.set()
        self.handshake_faults: deque[Callable[[web.Request], Awaitable[web.StreamResponse]]] = deque()
        self.handshake_failed = asyncio.Event()
        self._session_ready = asyncio.Event()
        self.watchers: list[Callable[[bool], None]] = []
        state.listeners.append(GatewayEvents(state, message_json, self._receivers).send)

    @property
    def online(self) -> bool:
        """Whether the bot is connected."""
        return bool(self.connected_sessions)

    @property
    def connected_sessions(self) -> list[Session]:
        """The sessions that have a connection."""
        return [session for session in self._sessions.values() if session.connection]

    @property
    def reads_content(self) -> bool:
        """Whether the bot may read what people write in the guild: its latest session has the intent, granted."""
        wanted = self._latest_intents is None or bool(self._latest_intents & CONTENT_INTENT)
        return self.message_content and wanted

    def dispatch(self, name: str, data: Json, channel: Channel) -> None:
        """Send an event about a channel to the sessions whose shard it belongs to."""
        for session in self._receivers(channel, 0):
            session.dispatch(name, data)

    def reaches(self, channel: Channel) -> bool:
        """Whether a session is connected to which a channel's events go."""
        return any(session.connection for session in self._receivers(channel, 0))

    async def ready(self, shards: Collection[int]) -> None:
        """Wait until these shards are connected and know their guilds; without shards, until any is."""
        while not self._ready(shards):
            await self._session_ready.wait()

    def _ready(self, shards: Collection[int]) -> bool:
        ready_shards = {session.shard[0] for session in self.connected_sessions if session.ready}
        return ready_shards.issuperset(shards) if shards else bool(ready_shards)

    def _receivers(self, channel: Channel, intents: int) -> list[Session]:
        sessions = [one for one in self._sessions.values() if one.has(0 if channel.is_direct else guild_id_of(channel))]
        return [one for one in sessions if one.intents & intents == intents]

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection from HELLO to its end, or let the next of the `handshake_faults` handle it."""
        if self.handshake_faults:
            self.handshake_failed.set()
            return await self.handshake_faults.popleft()(request)
        socket = web.WebSocketResponse(max_msg_size=1 << 16)
        await socket.prepare(request)
        compress = request.query.get("compress")
        if compress not in {None, *_COMPRESSIONS}:
            await socket.close(code=4012)
            return socket
        connection = Connection(socket, compress=compress is not None)
        self._connections.add(connection)
        writer = asyncio.create_task(connection.write())
        try:
            await self.open.wait()
            connection.send(_HELLO, {"heartbeat_interval": round(self._heartbeat_interval * 1000), "_trace": []})
            await self._handle_packets(connection)
        finally:
            self._connections.discard(connection)
            self.detach(connection, code=socket.close_code)
            writer.cancel()
            connection.discard_queue()
        return socket

    async def _handle_packets(self, connection: Connection) -> None:
        """Handle what the client sends until one of both closes the connection."""
        try:
            async with aclosing(connection.packets(self._heartbeat_interval)) as packets:
                async for packet in packets:
                    await self._handle_packet(connection, packet["op"], packet.get("d"))
        except Closed as closed:
            await connection.socket.close(code=closed.code, message=closed.reason.encode())
        except (ValueError, TypeError, KeyError, AttributeError):
            await connection.socket.close(code=4002, message=b"Error while decoding payload.")

    async def _handle_packet(self, connection: Connection, op: int, data: Any) -> None:
        session = next((one for one in self._sessions.values() if one.connection is connection), None)
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ROUND_TRIP, self._acknowledge, connection)
        elif op in {_IDENTIFY, _RESUME} and session:
            raise Closed(4005)
        elif op == _IDENTIFY:
            await self._identify(connection, data)
        elif op == _RESUME:
            await self._resume(connection, data)
        elif session is None:
            raise Closed(4003)
        elif op == _MEMBERS:
            self._send_members(session, data)
        elif op not in {_PRESENCE, _VOICE}:
            raise Closed(4001)

    def _acknowledge(self, connection: Connection) -> None:
        if connection in self._connections:
            connection.send(_ACK, None)

    async def _identify(self, connection: Connection, data: Json) -> None:
        shard: tuple[Any, ...] = tuple(data.get("shard") or (0, 1))
        intents = int(data.get("intents") or 0)
        if data.get("token") != self._token:
            raise Closed(4004)
        if not self.session_starts.take():
            connection.send(_INVALID, False)  # noqa: FBT003 - says that the session can't be resumed
            return
        if len(shard) != 2 or not all(isinstance(one, int) for one in shard) or not 0 <= shard[0] < shard[1]:
            raise Closed(4010)
        if intents & _UNAVAILABLE_INTENTS or (intents & CONTENT_INTENT and not self.message_content):
            raise Closed(4014)
        for old in [one for one in self._sessions.values() if one.connection is None and one.shard == shard]:
            del self._sessions[old.id]
        session = Session(secrets.token_hex(16), intents, (shard[0], shard[1]), connection)
        was_online, self._latest_intents = self.online, intents
        guilds = [guild for guild in self._state.guilds.values() if session.has(guild.id)]
        app = payloads.application(self._state, message_content=self.message_content)
        self._sessions[session.id] = session
        ready = {
            "v": 10,
            "user": payloads.own_user(self._state),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "private_channels": [],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "shard": list(shard),
            "application": {"id": app["id"], "flags": app["flags"]},
            "_trace": [],
        }
        session.dispatch("READY", ready)
        for guild in guilds if intents & GUILDS else ():
            session.dispatch("GUILD_CREATE", payloads.guild_create(self._state, guild))
        await connection.queue.join()
        self._mark_ready(session, was_online=was_online)

    async def _resume(self, connection: Connection, data: Json) -> None:
        session = self._sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        if data.get("token") != self._token:
            raise Closed(4004)
        if session is None or not isinstance(seq, int) or not session.replayable(seq):
            connection.send(_INVALID, False)  # noqa: FBT003 - says that the session can't be resumed
            return
        was_online, session.connection = self.online, connection
        for place, text in session.sent:
            if place > seq:
                connection.queue.put_nowait(text)
        session.dispatch("RESUMED", {"_trace": []})
        await connection.queue.join()
        self._mark_ready(session, was_online=was_online)

    def _send_members(self, session: Session, data: Json) -> None:
        guild = self._state.guilds.get(number(data.get("guild_id")))
        if guild is None:
            return
        wanted = {str(one) for one in as_list(data.get("user_ids"))}
        start = str(data.get("query") or "").lower()
        users = self._state.users.values()
        found = [one for one in users if str(one.id) in wanted or (start and one.name.lower().startswith(start))]
        missing = sorted(wanted - {str(one.id) for one in found})
        chunk: Json = {"guild_id": str(guild.id), "chunk_index": 0, "chunk_count": 1, "not_found": missing}
        chunk["members"] = [payloads.member_with_user(guild, one) for one in found]
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk | ({"nonce": data["nonce"]} if "nonce" in data else {}))

    def _mark_ready(self, session: Session, *, was_online: bool) -> None:
        session.ready = True
        self._session_ready.set()
        self._session_ready = asyncio.Event()
        if not was_online:
            self._notify_watchers()

    def detach(self, connection: Connection, code: int | None) -> None:
        """Detach a session from its connection, which closed with `code`; 1000 and 1001 end the session."""
        for session in [one for one in self._sessions.values() if one.connection is connection]:
            session.connection, session.ready = None, False
            if code in {1000, 1001}:
                del self._sessions[session.id]
            if not self.online:
                self._notify_watchers()

    def _notify_watchers(self) -> None:
        for watcher in tuple(self.watchers):
            watcher(self.online)

    async def stop(self) -> None:
        """Close every connection with the code of a server that shuts down."""
        self.open.set()
        for connection in tuple(self._connections):
            await connection.socket.close(code=1001, message=b"Going away")
