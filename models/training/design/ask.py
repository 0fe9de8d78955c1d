# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m design.ask --set FOLDER --out ASKED.jsonl --count N --seed S`: descriptions of the grammar for the model to draw voices of.

Where the judge errs to a voice's favour, that voice is picked. What the model picks is therefore spoken and measured
too, and the judge taught once more with it (test/bench/draw-cards.ts, run.sh).
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import numpy as np

from .cards import TEXTS
from .grammar import describe
from .train import Material


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=450)
    parser.add_argument("--seed", type=int, default=8)
    args = parser.parse_args()
    of = Material(args.set)
    rng = random.Random(args.seed)
    pick = np.random.default_rng(args.seed).choice(len(of.clear), args.count, p=of.weights)
    with args.out.open("w") as file:
        for k, i in enumerate(pick):
            asked = {"description": describe(of.clear[i], rng)[0], "text": TEXTS[k % len(TEXTS)]}
            file.write(json.dumps(asked, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
