# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m design.fit --bases BASES.json --cards FOLDER... --tract TRACT.json --out FOLDER --count N`: what the measurements teach.

Two things are learned from cards that were spoken and measured. A ridge regression finds the length of the vocal tract
in a long-term spectrum. A small network predicts the measurements of a point; with it, many more points than can be
spoken get measurements. Its own error, as it was on held-out cards, goes with each (`error`): what a listener would call
such a voice is then known with a probability only.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .cards import TEXTS, draw
from .space import CONTROLS, to_point

MEASURES = ["f0", "range", "voiced", "pace", "hnr", "roughness", "brightness", "level", "tract", "unsteady"]
LOGS = {"f0", "range", "pace"}


def read(folders: list[Path], bases: dict) -> tuple[np.ndarray, np.ndarray, list[dict]]:
    """Points, the texts that they said (one-hot) and what was heard of them, as far as they have been spoken."""
    points, texts, heard = [], [], []
    for folder in folders:
        lines = (folder / "heard.jsonl").read_text().splitlines()
        rows = [json.loads(line) for line in lines if line.endswith("}")]
        jobs = [json.loads(job) for job in (folder / "jobs.jsonl").read_text().splitlines()[: len(rows)]]
        points.append(np.stack([to_point(job["card"], bases) for job in jobs]))
        texts.append(np.eye(len(TEXTS), dtype=np.float32)[[TEXTS.index(job["text"]) for job in jobs]])
        heard += rows
    return np.concatenate(points), np.concatenate(texts), heard


def spectral_features(heard: list[dict]) -> np.ndarray:
    """What the tract is found from; `featuresOf` in test/bench/heard/bands.ts is its mirror."""
    s = np.array([row["spectrum"] for row in heard])
    rest = np.array([[row["brightness"], row["hnr"]] for row in heard])
    return np.hstack([s, s**2 / 50, s[:, :-1] * s[:, 1:] / 50, rest])


def fit_tract(points: np.ndarray, heard: list[dict], out: Path) -> np.ndarray:
    """Ridge regression from the spectrum's shape; returns what it says of every card."""
    spectra = spectral_features(heard)
    target = points[:, CONTROLS.index("logTract")]
    usable = np.array([row["voiced"] > 0.45 for row in heard])
    train = usable & (np.arange(len(heard)) % 5 != 0)
    x, y = spectra[train], target[train]
    mean, spread = x.mean(0), x.std(0)
    z = (x - mean) / spread
    weights = np.linalg.solve(z.T @ z + 10.0 * np.eye(z.shape[1]), z.T @ (y - y.mean())) / spread
    bias = float(y.mean() - mean @ weights)
    said = spectra @ weights + bias
    held = usable & ~train
    error = said[held] - target[held]
    print(f"tract: held-out error {error.std():.3f}, correlation {np.corrcoef(said[held], target[held])[0, 1]:.3f}")
    out.write_text(json.dumps({"weights": [round(float(w), 7) for w in weights], "bias": round(bias, 5)}) + "\n")
    return said


def unsteady(row: dict) -> float:
    """1 where the pitch jumps by octaves: two unequal cycles, of which a listener too may take two for one."""
    return float(row["voiced"] > 0.45 and row["range"] > 11)


def targets(heard: list[dict], tract: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Measurements as a matrix, and which of them mean something (a whisper has no pitch)."""
    rows = zip(heard, tract, strict=True)
    values = np.array([[*(row[m] for m in MEASURES[:-2]), t, unsteady(row)] for row, t in rows])
    mask = np.ones_like(values)
    pitched = (values[:, 2] > 0.45) & (values[:, -1] == 0)
    for name in ("f0", "range", "roughness"):
        mask[~pitched, MEASURES.index(name)] = 0
    for name in LOGS:
        values[:, MEASURES.index(name)] = np.log(np.maximum(values[:, MEASURES.index(name)], 1e-2))
    return values, mask


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bases", type=Path, required=True)
    parser.add_argument("--cards", type=Path, nargs="+", required=True)
    parser.add_argument("--tract", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=30000)
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    bases = json.loads(args.bases.read_text())
    points, texts, heard = read(args.cards, bases)
    print(f"{len(heard)} cards were spoken and measured")
    tract = fit_tract(points, heard, args.tract)
    values, mask = targets(heard, tract)
    centre, scale = values.mean(0), values.std(0)
    mu, sigma = points.mean(0), points.std(0) + 0.05

    def inputs(points: np.ndarray, texts: np.ndarray) -> torch.Tensor:
        """Each text has a pace and a brightness of its own, which is no trait of the voice."""
        return torch.tensor(np.hstack([(points - mu) / sigma, texts]), dtype=torch.float32)

    x, anyhow = inputs(points, texts), inputs(points, np.full_like(texts, 1 / len(TEXTS)))
    y = torch.tensor((values - centre) / scale, dtype=torch.float32)
    m = torch.tensor(mask, dtype=torch.float32)
    train = torch.arange(len(x)) % 10 != 0
    net = nn.Sequential(nn.Linear(x.shape[1], 96), nn.SiLU(), nn.Linear(96, 96), nn.SiLU(), nn.Linear(96, len(MEASURES)))
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    rows = torch.nonzero(train)[:, 0]
    steps = 2500
    for step in range(steps):
        optimiser.param_groups[0]["lr"] = 3e-3 * 0.5 * (1 + np.cos(np.pi * step / steps))
        pick = rows[torch.randint(len(rows), (128,))]
        loss = (m[pick] * (net(x[pick]) - y[pick]).abs()).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    held = ~train
    known = [m[held][:, k] > 0 for k in range(len(MEASURES))]
    with torch.no_grad():
        # Of any text, without the outliers (octave errors have a flag of their own): 1.48 times the median is the
        # standard deviation of a normal distribution.
        error = ((net(anyhow[held]) - y[held]).abs() * m[held]).numpy()
        spread = np.array([1.48 * np.median(error[known[k], k]) for k in range(len(MEASURES))])
    spread[MEASURES.index("unsteady")] = 0
    error_of = {k: round(float(v), 4) for k, v in zip(MEASURES, spread * scale, strict=True)}
    print("held-out error (natural logs of f0, range, pace):", error_of)
    rng = np.random.default_rng(77)
    made = np.stack([draw(rng) for _ in range(args.count)]).astype(np.float32)
    with torch.no_grad():
        said = net(inputs(made, np.full((len(made), len(TEXTS)), 1 / len(TEXTS)))).numpy() * scale + centre
    args.out.mkdir(parents=True, exist_ok=True)
    np.save(args.out / "points.npy", np.concatenate([points, made]))
    with (args.out / "heard.jsonl").open("w") as file:
        for row, t in zip(heard, tract, strict=True):
            file.write(json.dumps({**{k: v for k, v in row.items() if k != "spectrum"}, "tract": float(t), "unsteady": unsteady(row)}) + "\n")
        for line in said:
            row = {k: round(float(np.exp(v) if k in LOGS else v), 4) for k, v in zip(MEASURES, line, strict=True)}
            file.write(json.dumps({**row, "error": error_of}) + "\n")


if __name__ == "__main__":
    main()
