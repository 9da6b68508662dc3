"""An embedded Discord on loopback: REST, gateway and attachments for a bot, and a small web page for people."""

from playground.options import Options
from playground.server import Playground, PortInUse

__all__ = ["Options", "Playground", "PortInUse"]
