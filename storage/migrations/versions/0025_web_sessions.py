"""Random names for the pages of matches, and the browsers that are signed in there."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MATCHES = sa.table("matches", sa.column("id"), sa.column("public_id"))
SEQUENCES = sa.table("sqlite_sequence", sa.column("name"), sa.column("seq"))


def upgrade() -> None:
    """Give each match a name, and add a table; all else in the rows that are there stays as it is."""
    op.add_column("matches", sa.Column("public_id", sa.Text()))
    connection = op.get_bind()
    numbers = connection.execute(sa.select(MATCHES.c.id)).scalars().all()
    if numbers:
        named = sa.update(MATCHES).where(MATCHES.c.id == sa.bindparam("match"))
        connection.execute(named, [{"match": each, "public_id": secrets.token_urlsafe(12)} for each in numbers])
    _forbid_null()
    op.create_index("ix_matches_public_id", "matches", ["public_id"], unique=True)
    op.create_table(
        "web_sessions",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("token_hash", sa.Text()),
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_web_sessions"),
        sa.UniqueConstraint("token_hash", name="uq_web_sessions_token_hash"),
        sa.UniqueConstraint("link", name="uq_web_sessions_link"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_web_sessions_user_id", "web_sessions", ["user_id"])
    op.create_index("ix_web_sessions_created_at", "web_sessions", ["created_at"])


def _forbid_null() -> None:
    """Require a name of every match. SQLite builds the table anew for it, which must not give a number again."""
    connection = op.get_bind()
    last = None
    if connection.dialect.name == "sqlite":
        last = connection.execute(sa.select(SEQUENCES.c.seq).where(SEQUENCES.c.name == "matches")).scalar()
    with op.batch_alter_table("matches", table_kwargs={"sqlite_autoincrement": True}) as table:
        table.alter_column("public_id", existing_type=sa.Text(), nullable=False)
    if last is not None:
        connection.execute(sa.delete(SEQUENCES).where(SEQUENCES.c.name == "matches"))
        connection.execute(sa.insert(SEQUENCES).values(name="matches", seq=last))
