"""The embedded Discord as one object, which listens on a port of loopback."""

from __future__ import annotations

import base64
from collections import Counter
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from aiohttp import web

from playground.files import Files
from playground.gateway.faults import GatewayFaults
from playground.gateway.gateway import Gateway
from playground.interactions.form_files import FormFiles
from playground.interactions.interaction_json import InteractionJson
from playground.interactions.interactions import Interactions
from playground.messages import Messages
from playground.model import threads
from playground.model.journal import Journal
from playground.model.message_json import MessageJson
from playground.model.resources.user import APP_ID
from playground.model.state import State
from playground.options import Options
from playground.origin import check_origin
from playground.page_routes import PageRoutes
from playground.people.api import PeopleRoutes
from playground.people.moderation import Moderation
from playground.people.visibility import Visibility
from playground.port import HOST, listen
from playground.rest.application_routes import ApplicationRoutes
from playground.rest.authorization import guard
from playground.rest.channel_access import ChannelAccess
from playground.rest.channel_routes import ChannelRoutes
from playground.rest.command_routes import CommandRoutes
from playground.rest.emoji_routes import EmojiRoutes
from playground.rest.faults import Faults
from playground.rest.guild_routes import GuildRoutes
from playground.rest.interaction_routes import InteractionRoutes
from playground.rest.reaction_routes import ReactionRoutes
from playground.rest.thread_routes import ThreadRoutes

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from aiohttp.typedefs import Handler


_LARGEST_BODY = 32 * 1024 * 1024


class Playground(Moderation):
    """An embedded Discord. Build it with `start`; point a bot at `api`, `gateway` and `token`, a browser at `url`.

    `faults` are injected into the bot's requests; `state` has all channels and messages; `calls` counts the bot's
    requests by method and route, as in `POST /channels/{channel}/messages`.
    """

    token = ".".join(
        (base64.b64encode(str(APP_ID).encode()).decode().rstrip("="), "played", "on-loopback-where-nobody-else-listens")
    )
    """The bot's token, in the shape of Discord's: the application's id in base 64, and two parts that mean nothing."""

    def __init__(self, port: int, folder: Path | None, state: State, options: Options) -> None:
        """Build the parts without listening; use `start` instead."""
        self.url = f"http://{HOST}:{port}"
        self.api = f"{self.url}/api/v10"
        self.gateway = f"ws://{HOST}:{port}/gateway"
        super().__init__(state)
        self.faults = Faults()
        self.rate_limits = options.rate_limits
        self._middlewares = options.middlewares
        self.calls: Counter[str] = Counter()
        if folder:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            Journal(folder).restore(self.state)
        self._files = Files(folder / "attachments" if folder else None)
        message_json, content = MessageJson(self.state, self.url), options.message_content
        self._gateway = Gateway(self.state, message_json, self.token, self.gateway, options)
        self._gateway_faults = GatewayFaults(self._gateway)
        messages = Messages(self.state, self._files)
        interaction_json = InteractionJson(self.state, message_json, self._gateway)
        open_interactions = Interactions(self.state, interaction_json, self._gateway, messages, options.patience)
        self._application_routes = ApplicationRoutes(self.state, self._gateway, message_content=content)
        self._command_routes = CommandRoutes(self.state)
        self._interaction_routes = InteractionRoutes(
            self.state, message_json, self._gateway, messages, open_interactions, interaction_json
        )
        access = ChannelAccess(self.state)
        self._channel_routes = ChannelRoutes(
            self.state, access, message_json, self._gateway, messages, self.rate_limits
        )
        self._thread_routes = ThreadRoutes(self.state, access, messages, message_json)
        self._reaction_routes = ReactionRoutes(self.state, access, message_json, self._gateway)
        self._visibility = Visibility(self.state, message_json, self._gateway, message_content=content)
        form_files = FormFiles(self.state, self._files, self.url)
        self._people_routes = PeopleRoutes(self.state, self._visibility, self._gateway, open_interactions, form_files)
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=1)

    @classmethod
    async def start(cls, port: int = 0, folder: Path | None = None, options: Options | None = None) -> Playground:
        """Start listening on a port of 127.0.0.1 (0: any free one) and return the running playground.

        `folder` keeps what is said over a restart; None keeps nothing. Raises `PortInUse`, and ValueError if the
        folder's journal is damaged.
        """
        options = options or Options()
        listener = listen(port)
        try:
            number = listener.getsockname()[1]
            state = State(
                options.clock,
                guilds=options.guilds,
                nonce_window=options.nonce_window,
                granted=options.granted,
                other_guilds=options.other_guilds,
                more_people=options.more_people,
                preferred_locale=options.preferred_locale,
            )
            playground = cls(number, folder, state, options)
            await playground._runner.setup()
            await web.SockSite(playground._runner, listener).start()
        except BaseException:
            listener.close()
            raise
        return playground

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        self.faults.clear()
        await self._gateway.stop()
        await self._people_routes.stop()
        await self._runner.cleanup()

    async def bot_ready(self, *shards: int) -> None:
        """Wait until the bot is connected and knows its guilds: each of these shards of it, or any if none is named."""
        await self._gateway.ready(shards)

    @property
    def bot_online(self) -> bool:
        """Whether the bot is connected now."""
        return self._gateway.online

    @property
    def command_puts(self) -> int:
        """How many times the bot has registered its whole set of commands."""
        return self._command_routes.registry.puts

    async def drop_gateway(self, *, resumable: bool = True) -> None:
        """Cut the bot's connection, so that it resumes its session, or begins a new one if that is not `resumable`."""
        await self._gateway_faults.drop(resumable=resumable)

    async def ask_to_reconnect(self) -> None:
        """Ask the bot to resume its session on a new connection (gateway op 7)."""
        await self._gateway_faults.ask_to_reconnect()

    async def invalidate_session(self, *, resumable: bool = False) -> None:
        """Tell the bot that its session is invalid (gateway op 9): to be begun anew, or resumed if `resumable`."""
        await self._gateway_faults.invalidate(resumable=resumable)

    def turn_away(self, how: str, times: int = 1) -> None:
        """Let the bot's next connections fail before the hello, in one of the ways of `HANDSHAKE_FAULTS`.

        Any other word is the HTTP status by which the handshake fails. Raises ValueError for what is neither.
        """
        self._gateway_faults.turn_away(how, times)

    async def turned_away(self) -> None:
        """Wait until a connection was turned away."""
        await self._gateway.handshake_failed.wait()

    def revoke_content(self, *, flags: bool = True) -> None:
        """Take the message content intent from the application: the next session that asks for it is refused.

        Without `flags` the application still reads as if it were granted.
        """
        self._set_content_access(gateway=False, flags=not flags)

    def grant_content(self) -> None:
        """Give the application the message content intent."""
        self._set_content_access(gateway=True, flags=True)

    def change_application(self, **fields: Any) -> None:
        """Change the application as its owner can in the developer portal: `bot_public=False`."""
        self.state.portal |= fields

    def _set_content_access(self, *, gateway: bool, flags: bool) -> None:
        self._gateway.message_content = gateway
        self._application_routes.message_content = self._visibility.message_content = flags

    async def half_a_frame(self) -> None:
        """Send the bot a frame that breaks off in its middle, then cut the connection; its session can be resumed."""
        await self._gateway_faults.half_a_frame()

    async def deliver_again(self, count: int = 1) -> None:
        """Send the bot the last `count` of people's messages and interactions once more, as a replay may after RESUME.

        They come with their old sequence numbers. What the bot itself wrote is not counted and not sent.
        """
        await self._gateway_faults.deliver_again(count)

    @asynccontextmanager
    async def outage(self, *, resumable: bool = True) -> AsyncGenerator[None]:
        """Cut the bot's connection and let none in while the block runs: what happens in it is missed."""
        self._gateway.open.clear()
        try:
            await self.drop_gateway(resumable=resumable)
            yield
        finally:
            self._gateway.open.set()

    def _app(self) -> web.Application:
        middlewares = [
            check_origin(self.url),
            self._archive_idle,
            self.rate_limits.middleware,
            self.faults.middleware,
            *self._middlewares,
            guard(self.token, self.calls),
        ]
        app = web.Application(middlewares=middlewares, client_max_size=_LARGEST_BODY)
        app.add_routes([*self._people_routes.routes(), *PageRoutes(self._files).routes()])
        app.add_routes([web.get(path, self._gateway.handle) for path in ("/gateway", "/gateway/")])
        for route in [
            *self._reaction_routes.routes(),
            *EmojiRoutes(self.state, self._files).routes(),
            *self._application_routes.routes(),
            *GuildRoutes(self.state).routes(),
            *self._command_routes.routes(),
            *self._interaction_routes.routes(),
            *self._thread_routes.routes(),
            *self._channel_routes.routes(),
        ]:
            app.router.add_route(route.method, f"/api/v10{route.path}", route.handler)
        return app

    @web.middleware
    async def _archive_idle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Archive idle threads before each request, so that nobody sees one that its time should have archived."""
        threads.archive_idle(self.state)
        return await handler(request)
