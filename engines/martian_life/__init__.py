"""The engine of Martian Life."""

from engines.martian_life.engine import MartianLifeEngine

__all__ = ["ENGINE"]

ENGINE = MartianLifeEngine()
