"""The computer player of Xong."""

from engines.xong.engine import XongEngine

__all__ = ["ENGINE"]

ENGINE = XongEngine()
