"""The files that people upload in forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import files
from playground.model.resources.user import APP_ID

if TYPE_CHECKING:
    from playground.files import Files
    from playground.json_values import Json
    from playground.messages import Upload
    from playground.model.state import State


class FormFiles:
    """Stores uploaded files; `base` is the address under which they are served."""

    def __init__(self, state: State, store: Files, base: str) -> None:
        self._state = state
        self._store = store
        self._base = base

    def add(self, upload: Upload) -> Json:
        """Store a file and return it as an attachment, as an interaction's resolved data has it."""
        key, name = self._state.snowflake(), files.safe_name(upload.filename)
        self._store.put(key, upload.data)
        url = f"{self._base}/ephemeral-attachments/{APP_ID}/{key}/{name}"
        width, height = files.picture_size(upload.data) or (None, None)
        size = {"width": width, "height": height} if width else {}
        return {
            "id": str(key),
            "filename": name,
            "size": len(upload.data),
            "url": url,
            "proxy_url": url,
            "content_type": files.content_type(name),
            "ephemeral": True,
        } | size
