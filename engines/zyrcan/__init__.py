"""The computer player of Zyrcan."""

from engines.zyrcan.engine import ZyrcanEngine

__all__ = ["ENGINE"]

ENGINE = ZyrcanEngine()
