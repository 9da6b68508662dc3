"""Zyrcan's renderer."""

from renderers.zyrcan.renderer import ZyrcanRenderer

__all__ = ["ZyrcanRenderer"]
