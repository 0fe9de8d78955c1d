# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m design.parity BASES.json OUT.json`: examples that hold the engine's words and cards to those of the training."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from .cards import draw
from .space import to_card
from .tokens import buckets, words

TEXTS = [
    "A deep, gravelly old pirate!",
    "She isn't loud; her voice's soft — 8-year-old…",
    "Eine tiefe, rauhe Männerstimme (über 70)",
    "低沉的男声，语速慢。",
    "TÉ café naïve 12th",
]


def main() -> None:
    bases = json.loads(Path(sys.argv[1]).read_text())
    rng = np.random.default_rng(9)
    points = [draw(rng) + 0.2 * rng.standard_normal(30) * (i % 3) for i in range(12)]
    rounded = [[round(float(v), 4) for v in p] for p in points]
    fixture = {
        "texts": [{"text": t, "words": words(t), "buckets": [list(buckets(w)) for w in words(t)]} for t in TEXTS],
        "points": [{"point": p, "card": to_card(np.array(p), bases)} for p in rounded],
    }
    Path(sys.argv[2]).write_text(json.dumps(fixture, ensure_ascii=False) + "\n", "utf8")


if __name__ == "__main__":
    main()
