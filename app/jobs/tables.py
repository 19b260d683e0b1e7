"""The tables jobs are kept in, the same on every database."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

SCHEMA_VERSION = 1
"""To be raised with every change of the tables."""

metadata = MetaData()

schema_version = Table("schema_version", metadata, Column("version", Integer, primary_key=True))

jobs = Table(
    "jobs",
    metadata,
    # The order of submission; no clock takes part in it.
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("owner", Text, nullable=False),
    Column("idempotency_key", String(255)),
    Column("kind", Text, nullable=False),
    Column("request", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("started", Double),
    Column("finished", Double),
    Column("expires", Double),
    Column("progress", Text),
    Column("best", Text),
    Column("bound", Text),
    Column("answer", Text),
    Column("problem", Text),
    Column("attempts", Integer, nullable=False, default=0),
    Column("events", Integer, nullable=False, default=0),
    Column("stop_asked", Boolean, nullable=False, default=False),
    Column("instance", String(32)),
    # Grows with every claim and never falls: older claims are told by it.
    Column("claim", Integer, nullable=False, default=0),
    UniqueConstraint("owner", "idempotency_key"),
    Index("jobs_by_state", "state", "number"),
    Index("jobs_by_owner", "owner", "number"),
    Index("jobs_by_instance", "instance"),
    Index("jobs_by_end", "finished"),
    sqlite_autoincrement=True,
)

job_events = Table(
    "job_events",
    metadata,
    Column("job", String(32), ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True),
    # Counted by the job, under the lock of its row: numbers become visible in their order.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("at", Double, nullable=False),
    Column("data", Text, nullable=False),
)

instances = Table(
    "instances",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("beat", BigInteger, nullable=False),
)
