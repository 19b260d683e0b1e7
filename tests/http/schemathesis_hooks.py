"""What schemathesis does here beside its own: jobs that work to begin with, batches as lines."""

import json
from typing import Any

import schemathesis
from schemathesis import Case, DeserializationContext, HookContext, Response, SerializationContext

from app.routes.jobs import EXAMPLES

_WORKING: list[Any] = list(EXAMPLES.values())


@schemathesis.hook
def map_case(context: HookContext, case: Case[Any]) -> Case[Any]:
    """Take an example for the job a chain of requests begins with: few that are drawn make one."""
    del context
    meta = case.meta
    if (
        meta is not None
        and meta.phase.name == "stateful"
        and meta.generation.mode.is_positive
        and case.operation.label == "POST /v1/jobs"
    ):
        # Which one depends on what was drawn, and on nothing else: runs can be repeated.
        case.body = _WORKING[len(repr(case.body)) % len(_WORKING)]
    return case


@schemathesis.serializer("application/x-ndjson")
def one_line(context: SerializationContext, value: Any) -> bytes:
    """Write what was drawn as a batch of one line; examples are batches as they are."""
    del context
    return (
        value.encode() if isinstance(value, str) and "\n" in value else json.dumps(value).encode()
    )


@schemathesis.deserializer("application/x-ndjson")
def first_line(context: DeserializationContext, response: Response) -> Any:
    """Read the first result of a batch: the schema is of one."""
    del context
    return json.loads(response.content.splitlines()[0])
