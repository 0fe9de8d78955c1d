"""`python -m voice.parity OUT.json`: inputs and outputs that the runtime's mirror of the features must reproduce."""

import json
import sys
from pathlib import Path

import numpy as np

from . import acoustic, prosody
from .dataset import breaks, phrase_marks
from .phones import canonical, features

WORDS = [{"text": "well", "mark": ","}, {"text": "photograph", "mark": "?"}, {"text": "ability", "mark": "."}]
PHONES = [
    ("_", -1, 0, 0, 0, 0, 0), ("w", 0, 1, 0, 1, 1, 1), ("ɛ", 0, 1, 0, 0, 0, 1), ("l", 0, 1, 0, 0, 0, 1), ("_", -1, 0, 0, 0, 0, 0),
    ("f", 1, 1, 0, 1, 1, 0), ("oʊ", 1, 1, 0, 0, 0, 0), ("t", 1, 0, 0, 0, 1, 0), ("ə", 1, 0, 0, 0, 0, 0), ("ɡ", 1, 1, 0, 0, 1, 1),
    ("ɹ", 1, 1, 0, 0, 0, 1), ("æ", 1, 1, 0, 0, 0, 1), ("f", 1, 1, 0, 0, 0, 1), ("_", -1, 0, 0, 0, 0, 0),
    ("ə", 2, 0, 3, 1, 1, 0), ("b", 2, 1, 0, 0, 1, 0), ("ɪ", 2, 1, 0, 0, 0, 0), ("l", 2, 0, 0, 0, 1, 0), ("ə", 2, 0, 0, 0, 0, 0),
    ("t", 2, 0, 0, 0, 1, 1), ("i", 2, 0, 0, 0, 0, 1), ("_", -1, 0, 0, 0, 0, 0),
]  # fmt: skip


def record() -> dict:
    phones = [dict(zip(("ipa", "word", "stress", "tone", "ws", "ss", "brk"), p)) for p in PHONES]
    marks = phrase_marks(phones, WORDS)
    brk = breaks(phones, marks)
    flags = np.array([[p["stress"] == 1, p["stress"] == 2, p["ws"], p["ss"], b / 4] for p, b in zip(phones, brk)], np.float32)
    pauses = np.array([p["word"] < 0 for p in phones])
    ends = np.array([p and i > 0 and marks[i - 1] in (".", "?", "!", "…") for i, p in enumerate(pauses)])
    ends[-1] = True
    rng = np.random.default_rng(5)
    durations = rng.integers(1, 14, len(phones))
    f3 = np.round(rng.standard_normal((len(phones), 3)) * 0.2, 4)
    energy = np.round(rng.standard_normal(len(phones)) * 0.4, 4)
    index, frames, line = acoustic.frame_features(durations, f3, energy)
    tones = np.array([p["tone"] for p in phones])
    return {
        "words": WORDS, "phones": phones, "breaks": brk.tolist(), "durations": durations.tolist(), "f3": f3.tolist(), "energy": energy.tolist(),
        "prosodyContext": np.round(prosody.context(flags, pauses, marks, tones, ends), 6).tolist(),
        "acousticContext": np.round(acoustic.context(flags, durations, energy), 6).tolist(),
        "index": index.tolist(), "line": np.round(line, 8).tolist(), "frames": np.round(frames, 5).tolist(),
        "canonical": {s: canonical(s) for s in ("g", "t͡ʃ", "ˈa", "e:", "ç", "ɑ̃", "n̩", "o̞", "r̝̊") if features(s) is not None},
    }  # fmt: skip


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(record(), ensure_ascii=False) + "\n", "utf8")
