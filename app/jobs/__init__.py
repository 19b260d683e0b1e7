"""Jobs: what takes longer than a request should, kept in a database until its answer is fetched."""

from app.jobs.database import BadDatabaseError as BadDatabaseError
from app.jobs.database import NewerSchemaError as NewerSchemaError
from app.jobs.job import Event as Event
from app.jobs.job import EventKind as EventKind
from app.jobs.job import Job as Job
from app.jobs.job import Outcome as Outcome
from app.jobs.job import Report as Report
from app.jobs.job import Reporter as Reporter
from app.jobs.job import State as State
from app.jobs.run import Work as Work
from app.jobs.service import Jobs as Jobs
