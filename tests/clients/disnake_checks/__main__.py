"""Connect disnake to the playground, and run all checks."""

import asyncio

from disnake_checks import commands, components, gateway, interactions, messages, permitted, places, threads
from disnake_checks.place import connect
from harness import run

MODULES = (gateway, places, messages, threads, commands, interactions, components, permitted)
"""What adds the checks when it is imported."""


async def main() -> None:
    """Run the checks."""
    async with connect() as place:
        await run(place)


asyncio.run(main())
