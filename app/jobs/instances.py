"""The running services on one database, each with a beat that says it is alive."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update

from app.jobs.ledger import Ledger
from app.jobs.tables import instances, jobs


class Instances:
    """Who runs. All methods block, and raise as the database does.

    Parameters
    ----------
    ledger
        Where things are written down.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._database = ledger.database

    def register(self, instance: str, former: str | None = None) -> None:
        """Add a service, and give back what it had under a former id.

        It must have stopped working on that.
        """
        with self._database.writing() as connection:
            if former is not None:
                connection.execute(delete(instances).where(instances.c.id == former))
                self._ledger.put_back(connection, (jobs.c.instance == former,), counted=False)
            connection.execute(insert(instances).values(id=instance, beat=0))

    def beat(self, instance: str) -> bool:
        """Say that a service is alive; ``False`` if others have taken over from it."""
        with self._database.writing() as connection:
            beaten = connection.execute(
                update(instances)
                .where(instances.c.id == instance)
                .values(beat=instances.c.beat + 1)
            )
            return beaten.rowcount == 1

    def beats(self) -> dict[str, int]:
        """Return the beat of every service."""
        with self._database.reading() as connection:
            return {row.id: row.beat for row in connection.execute(select(instances))}

    def take_over(self, instance: str, beat: int) -> list[str]:
        """Take the jobs of a silent service, unless its beat has changed; return their ids."""
        with self._database.writing() as connection:
            silent = (instances.c.id == instance, instances.c.beat == beat)
            if connection.execute(delete(instances).where(*silent)).rowcount != 1:
                return []
            return self._ledger.put_back(connection, (jobs.c.instance == instance,), counted=True)

    def leave(self, instance: str) -> None:
        """Remove a service that stops in good order; what it still had goes back to the queue."""
        with self._database.writing() as connection:
            connection.execute(delete(instances).where(instances.c.id == instance))
            self._ledger.put_back(connection, (jobs.c.instance == instance,), counted=False)
