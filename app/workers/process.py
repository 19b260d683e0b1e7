"""A worker process: its life from the first import to the end of its socket.

A frame on the socket is a kind (one byte), a length (four bytes, big-endian) and that many bytes.
Beside the socket there are two counters in shared memory, which can be read at any time, however
busy the other side is: the number of the task that shall stop, written by the service, and the
number of the task that was taken last, written by the worker.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import pickle
import resource
import signal
import socket
import struct
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.workers.work import Work

WARM, REPORT, DONE, FAILED, OUT_OF_MEMORY = b"WRDFM"
"""Kinds of frames that a worker sends: ready, a better answer, the value, a trace (twice)."""

TASK = b"T"[0]
"""The kind of frame that a worker receives."""

HEAD = struct.Struct("!BI")

STOP, TAKEN = 0, 1
"""Places of the shared counters."""

_PR_SET_PDEATHSIG = 1


def run(
    channel: socket.socket,
    counters: Any,
    warm_up: Callable[[], None],
    memory_bytes: int | None,
    niceness: int,
) -> None:
    """Warm up, then do one task after the other until the socket closes.

    Parameters
    ----------
    channel
        The worker's end of a pair of sockets.
    counters
        Two unsigned integers in shared memory: see :data:`STOP` and :data:`TAKEN`.
    warm_up
        What is done before the first task.
    memory_bytes
        How much memory may be taken beyond what the warm process has; ``None`` for any.
    niceness
        How much lower than the service's the worker's priority is.
    """
    # Signals to the whole group of processes are for the service, which ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _die_with_the_service()
    os.nice(niceness)
    warm_up()
    if memory_bytes is not None:
        _limit_memory(memory_bytes)
    # The service that is gone needs no answer.
    with contextlib.suppress(OSError, EOFError):
        _send(channel, WARM, b"")
        while True:
            _do(channel, counters, _receive(channel))


def _do(channel: socket.socket, counters: Any, frame: bytes) -> None:
    number = counters[TAKEN] + 1
    counters[TAKEN] = number
    try:
        task, asked, queue_seconds, reports = pickle.loads(frame)  # noqa: S301  (from the service)
        work = Work(
            queue_seconds,
            lambda: bool(counters[STOP] == number),
            (lambda answer: _send(channel, REPORT, answer)) if reports else None,
        )
        answer = pickle.dumps(task(work, asked))
    except MemoryError:
        _send(channel, OUT_OF_MEMORY, traceback.format_exc().encode())
    except Exception:
        # As text: an exception that can't be pickled, or unpickled, would end the worker.
        _send(channel, FAILED, traceback.format_exc().encode("utf-8", "backslashreplace"))
    else:
        _send(channel, DONE, answer)


def _send(channel: socket.socket, kind: int, content: bytes) -> None:
    channel.sendall(HEAD.pack(kind, len(content)) + content)


def _receive(channel: socket.socket) -> bytes:
    _, length = HEAD.unpack(_exactly(channel, HEAD.size))
    return _exactly(channel, length)


def _exactly(channel: socket.socket, length: int) -> bytes:
    received = bytearray()
    while len(received) < length:
        chunk = channel.recv(length - len(received))
        if not chunk:
            raise EOFError
        received += chunk
    return bytes(received)


def _die_with_the_service() -> None:
    """Have the kernel kill this process when the service is gone, whatever it is doing then.

    Elsewhere than on Linux it ends once its task is done and it finds the socket closed.
    """
    service = multiprocessing.parent_process()
    if sys.platform == "linux" and service is not None:
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != service.pid:
            # It was gone before the kernel knew.
            os._exit(1)


def _limit_memory(more: int) -> None:
    """Limit the address space to what it is now and so many bytes more; Linux only."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + more
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
