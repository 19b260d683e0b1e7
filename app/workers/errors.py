"""What can go wrong with a task.

::

    PoolError
    ├── BusyError             no worker became free in time
    │   └── QueueFullError    too many were waiting to wait at all
    ├── PoolClosedError       the service is stopping
    ├── DeadlineError         the worker did not answer by the deadline and was killed
    ├── WorkerDiedError       the worker ended while it worked on the task
    └── TaskError             the task raised
        └── OutOfMemoryError  at the worker's memory ceiling
"""

from __future__ import annotations


class PoolError(RuntimeError):
    """The pool has no answer to a task."""


class BusyError(PoolError):
    """No worker became free in time.

    Attributes
    ----------
    retry_after
        Seconds after which a worker can be expected to be free.
    """

    def __init__(self, message: str, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class QueueFullError(BusyError):
    """As many requests as may wait were waiting already."""


class PoolClosedError(PoolError):
    """The service is stopping."""


class DeadlineError(PoolError):
    """The worker did not answer by the deadline and was killed."""


class WorkerDiedError(PoolError):
    """The worker ended while it worked on the task."""


class TaskError(PoolError):
    """A task failed in its worker; the message is the worker's traceback."""


class OutOfMemoryError(TaskError):
    """A task needed more memory than its worker may take."""
