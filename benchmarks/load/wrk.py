"""wrk: a client in C that takes little of the machine it shares with the service.

https://github.com/wg/wrk. It asks in a closed loop: each connection again as soon as it has its
answer. A script in Lua gives it the requests, compares every answer with the known optimum, and
prints what came out as one line of JSON.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.load.asked import Asked
from benchmarks.load.connection import Address

MISSING = "wrk is not installed: `apt-get install wrk` (Debian), or https://github.com/wg/wrk"

_MARK = "result: "

_SCRIPT = """
local asked = {%s}
local best = {%s}
local place, thread_of_all = 0, nil
-- Global, so that the end can read them out of the thread.
answered, rejected, mute, wrong = 0, 0, 0, 0

function setup(thread)
  thread_of_all = thread
end

function request()
  place = place %% #asked + 1
  return asked[place]
end

function response(status, headers, body)
  if status == 200 then
    answered = answered + 1
    local value = best[headers["x-request-id"]]
    local first = '"objective":[{"term":"tiles","value":' .. value .. ',"bound":' .. value .. '}'
    if not body:find(first, 1, true) or not body:find('"proven":true,"verified":true', 1, true) then
      wrong = wrong + 1
    end
  elseif status == 503 then
    rejected = rejected + 1
    if not headers["retry-after"] then mute = mute + 1 end
  else
    wrong = wrong + 1
  end
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write("\\n" .. string.format(
    '%s{"answered": %%d, "rejected": %%d, "mute": %%d, "wrong": %%d, "lost": %%d, '
    .. '"seconds": %%f, "p50": %%f, "p90": %%f, "p99": %%f, "max": %%f}',
    thread_of_all:get("answered"), thread_of_all:get("rejected"), thread_of_all:get("mute"),
    thread_of_all:get("wrong"), errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(90) / 1e3,
    latency:percentile(99) / 1e3, latency.max / 1e3) .. "\\n")
end
"""


def available() -> bool:
    """Whether wrk is installed."""
    return shutil.which("wrk") is not None


def drive(
    address: Address, asked: Sequence[Asked], connections: int, seconds: int
) -> dict[str, Any]:
    """Have wrk ask for some seconds.

    Parameters
    ----------
    address
        Where the service listens.
    asked
        What is asked, in turn.
    connections
        How many ask at the same time.
    seconds
        How long.

    Returns
    -------
    dict[str, Any]
        ``answered`` (200), ``rejected`` (503), ``lost`` (no answer), ``seconds``, and in
        milliseconds ``p50``, ``p90``, ``p99`` and ``max`` of all answers.

    Raises
    ------
    AssertionError
        If an answer is not the known optimum, proven and verified, or has a status other than 200
        and 503; or if a 503 does not say when to try again.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(_script(asked))
        script.flush()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s"]
        url = f"http://{address.host}:{address.port}"
        ran = subprocess.run(  # noqa: S603  (our own arguments)
            [*command, "-s", str(Path(script.name)), url],
            capture_output=True,
            text=True,
            check=False,
            timeout=seconds + 60,
        )
    return read_result(ran.stdout, ran.stderr)


def read_result(output: str, complaints: str = "") -> dict[str, Any]:
    """Read what wrk printed.

    Raises
    ------
    AssertionError
        As :func:`drive`; and if there is no result.
    """
    lines = [line for line in output.splitlines() if line.startswith(_MARK)]
    assert lines, f"wrk printed no result: {output} {complaints}"
    result: dict[str, Any] = json.loads(lines[-1].removeprefix(_MARK))
    wrong, mute = result.pop("wrong"), result.pop("mute")
    assert not wrong, f"{wrong} answers are wrong"
    assert not mute, f"{mute} answers 503 do not say when to try again"
    return result


def _script(asked: Sequence[Asked]) -> str:
    # What JSON writes of plain text, Lua reads: no character here is one that they escape apart.
    requests = ", ".join(json.dumps(one.raw.decode()) for one in asked)
    best = ", ".join(f'["{one.name}"] = {one.best}' for one in asked)
    return _SCRIPT % (requests, best, _MARK)
