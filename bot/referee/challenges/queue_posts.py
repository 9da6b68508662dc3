"""Put the posts of challenges into the outbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import outbox

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Challenge


async def queue_post(
    context: Context,
    tx: Tx,
    challenge: Challenge,
    kind: str,
    *,
    source_id: int | None = None,
    **body: int | str | list[int],
) -> None:
    """Put a challenge's post, or a change of it, into the outbox.

    `source_id` is the message or interaction that answered the challenge; the `body` of the row says who closed it
    (`by`) and with what comment (`word`), whom its post needn't mention (`mentioned`), or to whom it is sent by direct
    message (`user`). Raises `AlreadyStored`.
    """
    own_lane = body.get("user") not in {None, challenge.challenger.id}
    await outbox.add(
        tx,
        lane=f"c{challenge.id}:{body['user']}" if own_lane else f"c{challenge.id}",
        kind=kind,
        body=body,
        at=context.now(),
        challenge_id=challenge.id,
        source_id=source_id,
    )
