"""Martian Life's renderer."""

from renderers.martian_life.renderer import MartianLifeRenderer

__all__ = ["MartianLifeRenderer"]
