# SPDX-License-Identifier: GPL-3.0-or-later
"""The words that descriptions of the grammar are made of: what the engine mends slips of the finger to."""

from __future__ import annotations

import random
from collections import Counter

from .grammar import ATTRIBUTES, Record, describe
from .tokens import words

CAPTIONS = 60_000
SHORTEST = 3


def vocabulary() -> list[str]:
    """Words in the order of how often captions of any voices use them, those first that are used most."""
    rng = random.Random(3)
    counts: Counter[str] = Counter()
    for _ in range(CAPTIONS):
        text, _ = describe(_record(rng), rng, slips=False)
        counts.update(word for word in words(text) if len(word) >= SHORTEST and word.isalpha() and ord(word[0]) < 0x250)
    return sorted(counts, key=lambda word: (-counts[word], word))


def _record(rng: random.Random) -> Record:
    record: Record = {attribute: rng.choice(bands) for attribute, bands in ATTRIBUTES.items()}
    unsaid = "sex" if record["age"] == "child" else "childsex"
    return {**record, unsaid: None}
