"""What can go wrong between a client and a service.

::

    ClientError
    ├── UnreachableError        no answer came
    ├── UnexpectedAnswerError   what answered is no service of this kind
    └── ServiceError            the service answered with a problem (RFC 9457)
"""

from __future__ import annotations

from models.defects import Defect


class ClientError(Exception):
    """There is no answer; the message says why, on one line.

    Attributes
    ----------
    tried
        How often the client has asked, in words; empty if once.
    """

    tried = ""

    def __str__(self) -> str:
        return f"{super().__str__()}; {self.tried}" if self.tried else super().__str__()


class UnreachableError(ClientError):
    """No answer came from the service, however often it was asked."""


class UnexpectedAnswerError(ClientError):
    """Something answered, but not as this service does."""


class ServiceError(ClientError):
    """The service answered with a problem.

    Attributes
    ----------
    status, kind, title, detail
        HTTP status, stable word for the kind, the kind in words, what happened.
    defects
        Everything wrong with the request.
    incident
        Number of the incident in the service's log, for a fault of the service.
    retry_after
        Seconds after which the service wants to be asked again; ``None`` if it names none.
    """

    def __init__(
        self,
        status: int,
        kind: str,
        title: str,
        detail: str,
        defects: tuple[Defect, ...] = (),
        incident: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        known = incident is None or incident in detail
        super().__init__(f"{title}: {detail}{'' if known else f' (incident {incident})'}")
        self.status = status
        self.kind = kind
        self.title = title
        self.detail = detail
        self.defects = defects
        self.incident = incident
        self.retry_after = retry_after
