"""Alembic's scripts: how a database of any earlier release becomes one of this release, forward only."""
