"""Processes that solve, so that the event loop never does."""

from app.workers.errors import BusyError as BusyError
from app.workers.errors import DeadlineError as DeadlineError
from app.workers.errors import OutOfMemoryError as OutOfMemoryError
from app.workers.errors import PoolClosedError as PoolClosedError
from app.workers.errors import PoolError as PoolError
from app.workers.errors import QueueFullError as QueueFullError
from app.workers.errors import TaskError as TaskError
from app.workers.errors import WorkerDiedError as WorkerDiedError
from app.workers.observer import PoolObserver as PoolObserver
from app.workers.order import Order as Order
from app.workers.policy import Policy as Policy
from app.workers.pool import WorkerPool as WorkerPool
from app.workers.work import Work as Work
