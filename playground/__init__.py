"""An embedded Discord on loopback: REST, gateway and attachments for a bot, and a small web page for people."""

from playground.model.journal import UnreadableJournal
from playground.options import Options
from playground.port import PortInUse
from playground.server import Playground

__all__ = ["Options", "Playground", "PortInUse", "UnreadableJournal"]
