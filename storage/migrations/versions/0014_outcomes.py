"""How matches ended, for statistics."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MATCHES = sa.table("matches", *map(sa.column, ("id", "game", "ended_at")), sa.column("options", sa.JSON()))
SEATS = sa.table("seats", *map(sa.column, ("match_id", "user_id")))


def upgrade() -> None:
    """Add one table, with a row for each match that has ended; the rules are asked of each once the bot runs."""
    outcomes = op.create_table(
        "outcomes",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("computers", sa.Boolean(), nullable=False),
        sa.Column("ending", sa.Text(), nullable=True),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("moves", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_outcomes_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_outcomes"),
    )
    op.create_index("ix_outcomes_game_ending", "outcomes", ["game", "ending"])
    seated = sa.select(SEATS.c.match_id, sa.func.count().label("players"), sa.func.min(SEATS.c.user_id).label("lowest"))
    people = seated.group_by(SEATS.c.match_id).subquery()
    found = op.get_bind().execute(
        sa.select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.options, people.c.players, people.c.lowest)
        .join(people, people.c.match_id == MATCHES.c.id)
        .where(MATCHES.c.ended_at.is_not(None))
    )
    rows = [
        {
            "match_id": number,
            "game": game,
            "options": json.dumps(options, sort_keys=True, separators=(",", ":")),
            "players": players,
            "computers": lowest < 0,
        }
        for number, game, options, players, lowest in found
    ]
    if rows:
        op.bulk_insert(outcomes, rows)
