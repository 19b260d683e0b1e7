"""``meldwise jobs``, and ``meldwise solve --job``: questions that a server works on for longer."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from app.cli.documents import BadInputError, Given, assemble
from app.cli.elsewhere import Question
from app.cli.exit_codes import ExitCode
from app.cli.job_text import print_job, print_jobs
from app.cli.output import code_of, print_answer
from app.cli.remote import connected, refuse_what_json_lacks, shaped
from app.cli.server import Server, required_server
from app.cli.watching import watch
from app.client.errors import ServiceError
from app.kinds import KINDS
from app.schemas.body import Body
from app.schemas.jobs import JobAnswer, JobList
from app.schemas.rummikub.asked import SolveBody
from models.defects import short

_ID = re.compile(r"(?:.*/)?([0-9a-f]{32})/?")


def run(options: Namespace) -> ExitCode:
    """Run one of ``meldwise jobs list``, ``show``, ``watch``, ``stop``, ``submit``.

    Raises
    ------
    BadInputError
        If there is no such job, or a question makes no sense.
    ClientError
        If the server does not answer.
    """
    server = required_server(options, "jobs need")
    actions: dict[str, Callable[[Namespace, Server], ExitCode]] = {
        "list": _list,
        "show": _show,
        "watch": _watch,
        "stop": _stop,
        "submit": _submit,
    }
    return actions[options.action](options, server)


def solve(
    options: Namespace,
    question: Question,
    given: Given,
    show: Callable[[dict[str, Any], Namespace], ExitCode],
) -> ExitCode:
    """Have a question answered as a job: submit it, watch it, and print its answer.

    Parameters
    ----------
    options
        Those of the command.
    question, given
        What is asked.
    show
        Prints the answer, as the command does without a job.

    Raises
    ------
    BadInputError
        If the question makes no sense.
    ClientError
        If the server does not answer, or the job fails.
    """
    server = required_server(options, "--job needs")
    job = _submitted(server, question.kind, question.body, given)
    print(job["links"]["self"], file=sys.stderr)
    done = _job(watch(server, job["id"]), server)
    if done["problem"] is not None:
        problem = done["problem"]
        raise ServiceError(
            problem["status"],
            problem["type"],
            problem["title"],
            problem["detail"],
            incident=problem.get("incident"),
        )
    if done["answer"] is None:
        print(f"The job is {done['state']}, and it had found nothing.", file=sys.stderr)
        return ExitCode.NO_ANSWER
    return show(shaped(done["answer"], question.shape, server), options)


def _list(options: Namespace, server: Server) -> ExitCode:
    with connected(server) as client:
        listed = shaped(client.jobs(options.limit), JobList, server)
    print_answer(listed, print_jobs, as_json=options.json)
    return ExitCode.ANSWERED


def _show(options: Namespace, server: Server) -> ExitCode:
    with connected(server) as client:
        job = _job(client.job(_id(options.job)), server)
    return _printed(job, options)


def _watch(options: Namespace, server: Server) -> ExitCode:
    return _printed(_job(watch(server, _id(options.job)), server), options)


def _stop(options: Namespace, server: Server) -> ExitCode:
    with connected(server) as client:
        job = _job(client.stop(_id(options.job)), server)
    print_answer(job, print_job, as_json=options.json)
    # It is stopped, as was asked, whatever it had found.
    return ExitCode.ANSWERED


def _submit(options: Namespace, server: Server) -> ExitCode:
    job = _submitted(server, options.kind, _body(options.kind), assemble(options.file, {}))
    print_answer(job, print_job, as_json=options.json)
    return ExitCode.ANSWERED


def _body(kind: str) -> type[Body[Any]]:
    """Return the schema of a kind; of one that only the server knows, if it does, any will do."""
    return KINDS[kind].body if kind in KINDS else SolveBody


def _submitted(server: Server, kind: str, body: type[Body[Any]], given: Given) -> dict[str, Any]:
    refuse_what_json_lacks(given, body)
    # The kind is an option, whatever file the question is from.
    named = replace(given, options=given.options | {"kind": kind})
    with connected(server, named, below="/request") as client:
        return _job(client.submit(kind, given.raw), server)


def _printed(job: dict[str, Any], options: Namespace) -> ExitCode:
    print_answer(job, print_job, as_json=options.json)
    if job["finished"] is None:
        return ExitCode.ANSWERED
    if job["problem"] is not None:
        return ExitCode.FAULT
    return ExitCode.NO_ANSWER if job["answer"] is None else code_of(job["answer"])


def _job(answer: Any, server: Server) -> dict[str, Any]:
    shape: type[BaseModel] = JobAnswer
    return shaped(answer, shape, server)


def _id(given: str) -> str:
    """Read which job is meant: its id, or the path or address that it has."""
    found = _ID.fullmatch(given)
    if found is None:
        raise BadInputError(
            f"options: {short(given)!r}: give the id of a job, 32 hexadecimal digits; "
            "`meldwise jobs list` lists those there are"
        )
    return found[1]
