"""Connect hikari to the playground, and run all checks."""

import asyncio

from harness import run
from hikari_checks import commands, components, gateway, interactions, messages, permitted, places, threads
from hikari_checks.place import connect

MODULES = (gateway, places, messages, threads, commands, interactions, components, permitted)
"""What adds the checks when it is imported."""


async def main() -> None:
    """Run the checks."""
    async with connect() as place:
        await run(place)


asyncio.run(main())
