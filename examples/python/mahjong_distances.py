"""Measure many Mahjong hands at once, without a service.

    python examples/python/mahjong_distances.py [HAND ...]

Needs meldwise itself. A batch knows the standard form alone, no wild and no visible tiles.
"""

import sys

import numpy as np

from models.mahjong.hand import hand_from
from solvers.mahjong.dp.batch import distances

texts = sys.argv[1:] or ["22456m3567p46s125z", "123m456p789s1122z", "1111z"]

# A row of counts has no column for wild tiles: under these rules a hand that holds one is refused.
hands = [hand_from({"hand": text, "rules": {"wilds": 0}}) for text in texts]
# A row a hand, a column a kind of tile: 1m to 9m, 1p to 9p, 1s to 9s, 1z to 7z.
counts = np.array([hand.counts for hand in hands])
for text, distance in zip(texts, distances(counts).tolist(), strict=True):
    print(text, distance)
