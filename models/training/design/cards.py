# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m design.cards --bases BASES.json --out FOLDER --count N`: cards to be spoken and measured.

Points are drawn so that every sex, age, pitch, pace, texture and accent occurs with every other that can go with it.
What a card is *called* later is decided by the measurements alone (test/bench/heard/bands.ts), never by what was
aimed at here: an aim that is missed only makes another voice.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import numpy as np

from .space import ACCENTS, CONTROLS, SPEAKERS, WIDTH, to_card

TEXTS = [
    "Bring a warm coat, because nobody knows how long we will wait.",
    "The old keeper walked along the shore, watching the waves roll in.",
    "My brother bought three green apples and a jar of honey.",
    "We could leave before noon and still be home for dinner.",
    "She opened the window and listened to the rain on the roof.",
    "There is a small garden behind the house, full of yellow flowers.",
    "You can have the other half, if you really want to try it.",
    "Nothing in the letter explained why he had changed his mind.",
]
WOMEN = ["slt", "hts"], ["slt", "hts", "lp", "ona", "dita", "krb", "lj"]
MEN = ["rms", "rms", "rms", "awb", "awb", "ked", "kal16"], ["rms", "awb", "ked", "kal16", "machac", "nsh", "pc", "ph"]
CHILDREN = ["slt", "hts"], ["slt", "hts", "lp", "dita", "krb"]

PITCH = {
    "male": {"low": 88.0, "mid": 117.0, "high": 147.0},
    "female": {"low": 171.0, "mid": 200.0, "high": 245.0},
    "child": {"low": 248.0, "mid": 280.0, "high": 335.0},
}
TRACT = {"male": 0.03, "female": 0.21}


def draw(rng: np.random.Generator) -> np.ndarray:
    """One point."""
    x = np.zeros(WIDTH)
    sex = "male" if rng.random() < 0.5 else "female"
    age = rng.choice(["child", "young", "adult", "elderly"], p=[0.18, 0.24, 0.32, 0.26])
    band = rng.choice(["low", "mid", "high"], p=[0.38, 0.3, 0.32])
    group = "child" if age == "child" else sex
    neutral_sex = rng.random() < 0.04 and age != "child"
    f0 = PITCH[group][band] * math.exp(0.05 * rng.standard_normal())
    if age == "child" and sex == "male":
        f0 *= 0.94
    tract = {
        "child": 0.4 + (-0.04 if sex == "male" else 0.04) + 0.045 * rng.standard_normal(),
        "young": TRACT[sex] + 0.05 + 0.03 * rng.standard_normal(),
        "adult": TRACT[sex] - 0.02 + 0.045 * rng.standard_normal(),
        "elderly": TRACT[sex] - 0.01 + 0.045 * rng.standard_normal(),
    }[age]
    if neutral_sex:
        f0, tract = rng.uniform(150, 172), rng.uniform(0.08, 0.16)
    if age == "adult" and rng.random() < 0.15:
        tract -= rng.uniform(0.04, 0.1)
    x[0], x[3] = math.log(f0), tract
    pace = rng.choice([0.72, 1.0, 1.3], p=[0.34, 0.34, 0.32]) * math.exp(0.06 * rng.standard_normal())
    if age == "elderly" and rng.random() < 0.6:
        pace *= 0.87
    x[2] = math.log(11.3 * pace)
    x[1] = math.log(rng.choice([0.42, 1.0, 1.9], p=[0.25, 0.45, 0.3]) * math.exp(0.12 * rng.standard_normal()))
    kind = rng.choice(["clear", "little", "breathy", "near", "whisper"], p=[0.55, 0.1, 0.2, 0.05, 0.1])
    x[4] = {
        "clear": 0.0,
        "little": rng.uniform(0.08, 0.22),
        "breathy": rng.uniform(0.45, 0.78),
        "near": rng.uniform(0.88, 0.95),
        "whisper": 1.0,
    }[kind]
    rough = rng.choice(["regular", "rough", "strong"], p=[0.58, 0.27, 0.15])
    most = 0.26 if group != "male" else 0.34 if band != "low" else 0.62
    x[7] = {"regular": 0.0, "rough": rng.uniform(0.16, min(most, 0.3)), "strong": rng.uniform(0.2, most)}[rough]
    if age == "elderly" and kind != "whisper":
        x[7] = max(x[7], rng.uniform(0.16, min(most, 0.36)))
        if kind == "clear":
            x[4] = rng.uniform(0.1, 0.35)
    x[5] = rng.choice([-22.5, -14.5, -7.0], p=[0.26, 0.48, 0.26]) + 1.4 * rng.standard_normal()
    x[6] = rng.choice([-27.0, -18.8, -12.5], p=[0.24, 0.52, 0.24]) + 1.1 * rng.standard_normal()
    if kind in ("near", "whisper"):
        x[6] = -24.0 + 2.5 * rng.standard_normal()
    accent = rng.choice(len(ACCENTS), p=[0.4, 0.16, 0.09, 0.14, 0.08, 0.07, 0.06])
    x[len(CONTROLS) + accent] = 1.0
    first, second = CHILDREN if age == "child" else MEN if sex == "male" else WOMEN
    weights = np.zeros(len(SPEAKERS))
    share = rng.uniform(0.45, 1.0) if rng.random() < 0.8 else 1.0
    lead = "awb" if ACCENTS[accent] == "en-GB-scotland" and sex == "male" and age != "child" else rng.choice(first)
    weights[SPEAKERS.index(lead)] += share
    weights[SPEAKERS.index(rng.choice(second))] += 1 - share
    x[len(CONTROLS) + len(ACCENTS) :] = weights
    return x


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bases", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=4800)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    bases = json.loads(args.bases.read_text())
    rng = np.random.default_rng(args.seed)
    points = np.stack([draw(rng) for _ in range(args.count)])
    np.save(args.out / "points.npy", points.astype(np.float32))
    with (args.out / "jobs.jsonl").open("w") as file:
        for i, point in enumerate(points):
            job = {"text": TEXTS[i % len(TEXTS)], "card": to_card(point, bases), "seed": i}
            file.write(json.dumps(job) + "\n")


if __name__ == "__main__":
    main()
