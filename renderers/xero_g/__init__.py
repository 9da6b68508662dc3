"""Xero-G's renderer."""

from renderers.xero_g.renderer import XeroGRenderer

__all__ = ["XeroGRenderer"]
