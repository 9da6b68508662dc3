"""Pictures of charts, drawn on a thread beside the event loop."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeVar

from bot.images.boards import ALT_LIMIT, Picture, Priority

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.images.boards import PriorityExecutor
    from bot.referee.people.display import BoardDisplay, Size, Theme

    T = TypeVar("T")

log = logging.getLogger(__name__)


class ChartImages:
    """Draws charts one after the other, between boards."""

    def __init__(self, worker: PriorityExecutor) -> None:
        self._worker = worker

    async def draw(
        self, draw: Callable[[T, Theme, Size], bytes], describe: Callable[[T], str], chart: T, display: BoardDisplay
    ) -> Picture:
        """Return the picture of a chart that `draw` returns as PNG, with what `describe` returns as its alt text.

        A picture that fails to draw is logged and comes as text.
        """
        alt = describe(chart)[:ALT_LIMIT]
        try:
            png = await self._worker.run(Priority.REPLY, draw, chart, display.theme, display.size)
        except Exception:  # the words say it too; the log has the reason
            log.exception("Could not draw a chart of the kind %s", type(chart).__name__)
            return Picture(None, "", alt)
        return Picture(png, alt, alt)
