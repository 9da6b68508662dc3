"""Runs the steps on the connection that `storage.engine.migrate` hands over, inside its transaction."""

from __future__ import annotations

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    render_as_batch=True,  # SQLite alters a table by building it anew
)
context.run_migrations()
