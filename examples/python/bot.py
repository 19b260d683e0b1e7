"""A small bot: draws a hand, and plays it alone against the pool, asking a service for each move.

    python examples/python/bot.py http://127.0.0.1:8000 [SEED]

Needs httpx. MELDWISE_KEY holds the API key, where the service wants one.
"""

import os
import random
import sys
import time
from typing import Any

import httpx

PATIENCE = 60.0
"""Seconds to go on asking a service that is busy or away."""


def ask(client: httpx.Client, position: dict[str, Any]) -> dict[str, Any]:
    """Ask for the best move; wait as long as a busy service says, or with growing pauses."""
    give_up = time.monotonic() + PATIENCE
    pause = 0.25
    while True:
        wait = pause = min(2 * pause, 5.0)
        try:
            response = client.post("/v1/rummikub/solve", json=position)
        except httpx.TransportError as error:
            # A question can be asked twice: the service keeps nothing of it.
            why = str(error)
        else:
            answer: dict[str, Any] = response.json()
            if response.is_success:
                return answer
            why = f"{answer['title']}: {answer['detail']}"
            if response.status_code not in (429, 503):
                sys.exit(why)
            wait = float(response.headers.get("Retry-After", pause))
        if time.monotonic() + wait > give_up:
            sys.exit(why)
        print(f"  ({why}; waiting {wait:g} s)")
        time.sleep(wait)


def play(client: httpx.Client, seed: int) -> None:
    """Play until the hand or the pool is empty."""
    pool = [f"{colour}{n}" for colour in "RBOK" for n in range(1, 14)] * 2 + ["J", "J"]
    random.Random(seed).shuffle(pool)  # noqa: S311  (a game, no secret)
    hand, pool = pool[:14], pool[14:]
    table: list[list[str]] = []
    opened = False
    turn = 0
    while hand:
        turn += 1
        answer = ask(client, {"hand": hand, "table": table, "opened": opened})
        if answer["decision"] == "play":
            table = [one["tiles"] for one in answer["table"]]
            hand, opened = answer["hand_left"], True
            print(f"{turn:3}. plays {' '.join(answer['played'])}; {len(hand)} left")
        elif pool:
            hand.append(pool.pop())
            print(f"{turn:3}. draws {hand[-1]}")
        else:
            print("The pool is empty: nobody wins.")
            return
    print(f"The hand is empty after {turn} turns, with {len(table)} sets on the table.")


if __name__ == "__main__":
    key = os.environ.get("MELDWISE_KEY")
    with httpx.Client(
        base_url=sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000",
        headers={"Authorization": f"Bearer {key}"} if key else {},
        timeout=60,
    ) as connection:
        play(connection, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
