"""Renderers that paint in any colours and store their pictures in a fixed palette."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

    from renderers.board.scene import Scene
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.png_palettes import Palette
    from renderers.drawing.themes import Name


class PictureRenderer(ABC):
    """A renderer that paints a scene, and names the palette of each theme."""

    @abstractmethod
    def paint(self, scene: Scene) -> Canvas:
        """Return the picture of a scene in all the colours that it has."""

    @abstractmethod
    def palette(self, theme: Name) -> Palette:
        """Return the colours in which all pictures of a theme are stored."""

    def draw(self, scene: Scene) -> Image.Image:
        """Return the picture of a scene in mode P, in the scene's size."""
        return self.palette(scene.theme).store(self.paint(scene).resize_to(scene.size))
