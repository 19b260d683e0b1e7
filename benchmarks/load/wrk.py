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

# Answers come back with the id of their request: which question it was, and when it was sent.
_SCRIPT = """
local ffi = require("ffi")
ffi.cdef("typedef struct {long seconds; long nanoseconds;} meldwise_time; "
  .. "int clock_gettime(int, meldwise_time*);")
local moment = ffi.new("meldwise_time")
local function now()
  ffi.C.clock_gettime(1, moment)
  return tonumber(moment.seconds) * 1e6 + tonumber(moment.nanoseconds) / 1e3
end

local heads, bodies, best, think = {%(heads)s}, {%(bodies)s}, {%(best)s}, %(think)s
local settling = %(settling)s * 1e6
local place, began, all = 0, nil, nil
-- Global, so that the end can read them out of the thread: milliseconds by status, and faults.
accepted, rejected, mute, wrong = {}, {}, 0, 0

function setup(thread)
  all = thread
end

function init()
  math.randomseed(2006)
end

%(delay)s

function request()
  place = place %% #heads + 1
  began = began or now()
  return string.format("%%s%%d.%%.0f\\r\\n\\r\\n%%s", heads[place], place, now(), bodies[place])
end

local function check(name, body)
  local value = best[name]
  local first = '"objective":[{"term":"tiles","value":' .. value .. ',"bound":' .. value .. '}'
  return body:find(first, 1, true) and body:find('"proven":true,"verified":true', 1, true)
end

function response(status, headers, body)
  local at = now()
  local name, sent = headers["x-request-id"]:match("^(%%d+)%%.(%%d+)$")
  if status == 200 then
    if not check(tonumber(name), body) then wrong = wrong + 1 end
  elseif status == 503 then
    if not headers["retry-after"] then mute = mute + 1 end
  else
    wrong = wrong + 1
  end
  if at - began < settling then return end
  local kind = status == 200 and accepted or rejected
  kind[#kind + 1] = (at - tonumber(sent)) / 1e3
end

local function figures(times)
  table.sort(times)
  local function share(of) return times[math.max(1, math.ceil(of * #times))] or 0 end
  return string.format('{"count": %%d, "p50": %%f, "p90": %%f, "p99": %%f, "max": %%f}',
    #times, share(0.5), share(0.9), share(0.99), share(1))
end

function done(summary)
  local errors, every = summary.errors, {}
  local ok, no = all:get("accepted"), all:get("rejected")
  for _, times in ipairs({ok, no}) do
    for _, time in ipairs(times) do every[#every + 1] = time end
  end
  io.write("\\n" .. string.format(
    '%(mark)s{"accepted": %%s, "rejected": %%s, "all": %%s, "mute": %%d, "wrong": %%d, '
    .. '"lost": %%d, "seconds": %%f}',
    figures(ok), figures(no), figures(every), all:get("mute"), all:get("wrong"),
    errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1e6 - %(settling)s) .. "\\n")
end
"""

_DELAY = """
function delay()
  return -think * math.log(1 - math.random())
end
"""


def available() -> bool:
    """Whether wrk is installed."""
    return shutil.which("wrk") is not None


def drive(
    address: Address,
    asked: Sequence[Asked],
    connections: int,
    seconds: int,
    *,
    think_seconds: float = 0.0,
    settling_seconds: float = 0.0,
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
    think_seconds
        How long each waits in the mean before it asks, with an exponential distribution.
    settling_seconds
        What is answered so soon after the first request is not counted.

    Returns
    -------
    dict[str, Any]
        ``accepted`` (200), ``rejected`` (503) and ``all``: of each the ``count``, and in
        milliseconds ``p50``, ``p90``, ``p99`` and ``max``; ``lost`` (no answer), ``seconds``.

    Raises
    ------
    AssertionError
        If an answer is not the known optimum, proven and verified, or has a status other than 200
        and 503; or if a 503 does not say when to try again.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(_script(asked, think_seconds, settling_seconds))
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


def _script(asked: Sequence[Asked], think_seconds: float, settling_seconds: float) -> str:
    # What JSON writes of plain text, Lua reads: no character here is one that they escape apart.
    parts = [one.parts for one in asked]
    return _SCRIPT % {
        "heads": ", ".join(json.dumps(head) for head, _ in parts),
        "bodies": ", ".join(json.dumps(body) for _, body in parts),
        "best": ", ".join(str(one.best) for one in asked),
        "think": 1000 * think_seconds,
        "settling": settling_seconds,
        # Where there is no such function, wrk asks at once.
        "delay": _DELAY if think_seconds else "",
        "mark": _MARK,
    }
