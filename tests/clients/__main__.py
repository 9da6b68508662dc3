"""Check the playground with clients that others wrote: `make clients`."""

import argparse
import asyncio
import sys

from tests.clients.runner import CLIENTS, run_clients

parser = argparse.ArgumentParser(prog="make clients", description="Check the playground with clients of others.")
parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(one.name for one in CLIENTS)}")
names = parser.parse_args().names
if unknown := set(names) - {one.name for one in CLIENTS}:
    parser.error(f"there is no client {min(unknown)}")
sys.exit(asyncio.run(run_clients([one for one in CLIENTS if not names or one.name in names])))
