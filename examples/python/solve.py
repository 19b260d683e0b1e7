"""Ask a service for the best move.

    python examples/python/solve.py http://127.0.0.1:8000

Needs httpx. MELDWISE_KEY holds the API key, where the service wants one.
"""

import os
import sys

import httpx

url = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
key = os.environ.get("MELDWISE_KEY")
headers = {"Authorization": f"Bearer {key}"} if key else {}

position = {"hand": "B10 K10 J", "table": ["R7-13", "RBK4"]}
response = httpx.post(f"{url}/v1/rummikub/solve", json=position, headers=headers, timeout=60)
answer = response.json()
if response.status_code == 422:
    # Every defect at once: try a hand of "B10 G4".
    sys.exit("\n".join(f"{one['pointer']}: {one['detail']}" for one in answer["errors"]))
if response.is_error:
    sys.exit(f"{answer['title']}: {answer['detail']}")

print(answer["summary"])
for one in answer["table"] or ():
    print(f"  {one['kind']:5}  {' '.join(one['tiles'])}{'' if one['kept'] else '   (new)'}")
