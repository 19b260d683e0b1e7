"""Have a service work on a hard position for longer, and see each better answer.

    python examples/python/job.py http://127.0.0.1:8000 [SECONDS]

Needs httpx. After SECONDS (5) the job is stopped; it keeps its best answer. MELDWISE_KEY holds the
API key, where the service wants one.
"""

import json
import os
import sys
import time
import uuid
from collections.abc import Iterator
from typing import Any

import httpx

# A crowded table with two jokers, and the program of 2006, which takes its time over it.
QUESTION = {
    "hand": "K1 R2 O2 B3 B4 O5 K6 R8 O8 K9 B10 R11 O12 J",
    "table": ["R1-6", "B5-12", "O3-7", "K2-5", "K10-13", ["R9", "O9", "B9", "J"], "RBO13"],
    "backend": "ilp-dhh",
    "limits": {"seconds": 600},
}


def events(client: httpx.Client, path: str) -> Iterator[tuple[str, Any]]:
    """Follow a job; a stream that breaks is opened again where it was."""
    last = None
    while True:
        headers = {} if last is None else {"Last-Event-ID": last}
        kind = ""
        try:
            with client.stream("GET", path, headers=headers) as response:
                response.raise_for_status()
                for line in response.iter_lines():
                    name, _, value = line.partition(": ")
                    if name == "event":
                        kind = value
                    elif name == "id":
                        last = value
                    elif name == "data":
                        yield kind, json.loads(value)
                        if kind == "end":
                            return
        except httpx.TransportError as error:
            print(f"{error}: connecting again")
        time.sleep(1)


def main(url: str, seconds: float) -> None:
    """Submit a job, follow it, stop it in the end, and print its answer."""
    key = os.environ.get("MELDWISE_KEY")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    with httpx.Client(base_url=url, headers=headers, timeout=60) as client:
        # Should the answer get lost, the same key makes no second job.
        once = {"Idempotency-Key": str(uuid.uuid4())}
        body = {"kind": "rummikub/solve", "request": QUESTION}
        response = client.post("/v1/jobs", json=body, headers=once)
        response.raise_for_status()
        job = response.json()["links"]
        print(job["self"])

        give_up = time.monotonic() + seconds
        stopped = False
        for kind, data in events(client, job["events"]):
            if kind == "state":
                print(data["state"])
            elif kind == "solution":
                terms = (f"{t['term']} {t['value']} (bound {t['bound']})" for t in data["bound"])
                print("better:", ", ".join(terms))
            if kind != "end" and not stopped and time.monotonic() > give_up:
                client.delete(job["self"]).raise_for_status()
                stopped = True

        done = client.get(job["self"]).json()
        print(f"{done['state']}: {done['answer']['summary'] if done['answer'] else 'no answer'}")


if __name__ == "__main__":
    main(
        sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000",
        float(sys.argv[2]) if len(sys.argv) > 2 else 5,
    )
