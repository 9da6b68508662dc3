"""Xong's renderer, with the catalogue of Xoids."""

from renderers.xong.renderer import XongRenderer

__all__ = ["XongRenderer"]
