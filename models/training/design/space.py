# SPDX-License-Identifier: GPL-3.0-or-later
"""The space in which voices are drawn: what is heard of a voice in absolute terms, and how it becomes a voice card.

A point holds, in this order: natural log of the median F0 (Hz), log of the factor on F0 movement, log pace (phones a
second), log tract (formants against those of the reference speaker), breathiness, brightness (dB), level (dB),
roughness, one score for each accent and one weight for each base speaker. `engine/design/space.ts` is its mirror;
`test/fixtures/design-parity.json` holds both together.
"""

from __future__ import annotations

import math

import numpy as np

ACCENTS = ["en-US", "en-GB", "en-GB-x-rp", "en-GB-scotland", "en-AU", "en-IE", "en-IN"]
SPEAKERS = ["slt", "hts", "lp", "ona", "dita", "krb", "lj", "rms", "awb", "ked", "kal16", "machac", "nsh", "pc", "ph"]
CONTROLS = ["logF0", "logRange", "logPace", "logTract", "breath", "brightness", "level", "roughness"]
WIDTH = len(CONTROLS) + len(ACCENTS) + len(SPEAKERS)

TILT_PER_DB = 2.7
"""dB of brightness for a dB per octave of tilt, measured on the base speakers."""
LEVEL_PER_TILT = -2.1
LEVEL_PER_ENERGY = 0.85
BREATH_LOSS = 9.5
"""dB of level that goes with breathiness 1, by its square, while some voicing is left."""
LEAST_WEIGHT = 0.08
MOST_SPEAKERS = 3


def clamp(x: float, low: float, high: float) -> float:
    return min(max(x, low), high)


def to_card(point: np.ndarray, bases: dict[str, dict[str, float]]) -> dict:
    """The voice card of a point; every control inside its bounds, whatever the point."""
    x = [float(v) for v in point]
    accents = x[len(CONTROLS) : len(CONTROLS) + len(ACCENTS)]
    mix = mixture(x[len(CONTROLS) + len(ACCENTS) :])
    base = {key: sum(w * bases[name][key] for name, w in mix.items()) for key in next(iter(bases.values()))}
    breath = 0.0 if x[4] < 0.06 else 1.0 if x[4] > 0.97 else x[4]
    tilt = clamp((x[5] - base["brightness"]) / TILT_PER_DB, -5.0, 5.0)
    level = x[6] - base["level"] - LEVEL_PER_TILT * tilt + BREATH_LOSS * breath * breath
    return {
        "speaker": {"mix": mix},
        "pitch": {
            "semitones": round(clamp((x[0] - base["logF0"]) * 12 / math.log(2), -20.0, 20.0), 2),
            "range": round(clamp(math.exp(x[1]), 0.25, 2.4), 2),
        },
        "rate": round(clamp(math.exp(x[2] - base["logPace"]), 0.55, 1.8), 3),
        "tract": round(clamp(math.exp(x[3] - base["logTract"]), 0.7, 1.5), 3),
        "breathiness": round(clamp(breath, 0.0, 1.0), 3),
        "tilt": round(tilt, 2),
        "energy": round(clamp(level / LEVEL_PER_ENERGY, -16.0, 14.0), 2),
        "roughness": round(0.0 if x[7] < 0.05 else clamp(x[7], 0.0, 0.8), 3),
        "accent": ACCENTS[int(np.argmax(accents))],
    }


def to_point(card: dict, bases: dict[str, dict[str, float]]) -> np.ndarray:
    """The point of a card as it was spoken, its controls held to their bounds."""
    mix = card["speaker"]["mix"]
    base = {key: sum(w * bases[name][key] for name, w in mix.items()) for key in next(iter(bases.values()))}
    x = np.zeros(WIDTH, dtype=np.float32)
    breath = card["breathiness"]
    level = LEVEL_PER_ENERGY * card["energy"] + LEVEL_PER_TILT * card["tilt"] - BREATH_LOSS * breath * breath
    x[: len(CONTROLS)] = [
        base["logF0"] + card["pitch"]["semitones"] * math.log(2) / 12,
        math.log(card["pitch"]["range"]),
        base["logPace"] + math.log(card["rate"]),
        base["logTract"] + math.log(card["tract"]),
        breath,
        base["brightness"] + TILT_PER_DB * card["tilt"],
        base["level"] + level,
        card["roughness"],
    ]
    x[len(CONTROLS) + ACCENTS.index(card["accent"])] = 1
    for name, weight in mix.items():
        x[len(CONTROLS) + len(ACCENTS) + SPEAKERS.index(name)] = weight
    return x


def mixture(weights: list[float]) -> dict[str, float]:
    """The heaviest speakers, in hundredths that sum to 1."""
    ranked = sorted(range(len(weights)), key=lambda i: (-weights[i], i))[:MOST_SPEAKERS]
    kept = [i for i in ranked if weights[i] > LEAST_WEIGHT] or ranked[:1]
    total = sum(max(weights[i], 1e-6) for i in kept)
    shares = [math.floor(100 * max(weights[i], 1e-6) / total + 0.5) for i in kept]
    shares[0] += 100 - sum(shares)
    return {SPEAKERS[i]: share / 100 for i, share in zip(kept, shares, strict=True)}
