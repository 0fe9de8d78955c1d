# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m design.fit --bases BASES.json --cards FOLDER --tract TRACT.json --out FOLDER --count N [--drawn FOLDER]`: what the measurements teach.

Two things are learned from cards that were spoken and measured. A ridge regression finds the length of the vocal tract
in a long-term spectrum. A small network predicts the measurements of a point; with it, many more points than can be
spoken get measurements. How far it was off for the most similar cards, while they were held out, goes with each (`near`
in heard.jsonl: lines of errors.jsonl): what a listener would call such a voice is then known with a probability only.
`--drawn` has cards that a model drew (`ask.py`); the tract is found without them. `heard.npz` has what the ear is to
foretell of each spoken card, in steps that are plainly heard.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .cards import TEXTS, draw
from .space import CONTROLS, to_card, to_point

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


def fit_tract(points: np.ndarray, heard: list[dict], count: int, out: Path) -> np.ndarray:
    """Ridge regression from the spectrum's shape, of the first `count` cards; returns what it says of every card."""
    spectra = spectral_features(heard)
    target = points[:, CONTROLS.index("logTract")]
    usable = np.array([row["voiced"] > 0.45 for row in heard])
    train = usable & (np.arange(len(heard)) % 5 != 0) & (np.arange(len(heard)) < count)
    x, y = spectra[train], target[train]
    mean, spread = x.mean(0), x.std(0)
    z = (x - mean) / spread
    weights = np.linalg.solve(z.T @ z + 10.0 * np.eye(z.shape[1]), z.T @ (y - y.mean())) / spread
    bias = float(y.mean() - mean @ weights)
    said = spectra @ weights + bias
    held = usable & ~train & (np.arange(len(heard)) < count)
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


def steps(heard: list[dict], tract: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Measurements in the steps of `heardDistance` (test/bench/heard/designed.ts), and which of them mean something."""
    get = lambda name: np.array([row[name] for row in heard])  # noqa: E731
    f0 = 12 * np.log2(np.maximum(get("f0"), 60)) / 2
    own = [f0, 100 * tract / 6, 100 * np.log(get("pace")) / 15, get("hnr") / 3, get("roughness") / 0.04, get("brightness") / 4, get("level") / 4]  # fmt: skip
    values = np.column_stack([*own, get("voiced"), get("spectrum") / 2.5])
    mask = np.ones_like(values)
    mask[np.ix_(get("voiced") <= 0.45, [0, 4])] = 0
    return values, mask


class Foretelling:
    """Networks that predict measurements of points: one that all cards taught, and how far off it is where it was not taught."""

    def __init__(self, points: np.ndarray, texts: np.ndarray, values: np.ndarray, mask: np.ndarray) -> None:
        self.centre, self.scale = values.mean(0), values.std(0)
        self.mu, self.sigma = points.mean(0), points.std(0) + 0.05
        self.x = self.inputs(points, texts)
        self.y = torch.tensor((values - self.centre) / self.scale, dtype=torch.float32)
        self.mask = torch.tensor(mask, dtype=torch.float32)
        self.points = points
        self.net = self.taught(torch.arange(len(points)))

    def inputs(self, points: np.ndarray, texts: np.ndarray) -> torch.Tensor:
        """Each text has a pace and a brightness of its own, which is no trait of the voice."""
        return torch.tensor(np.hstack([(points - self.mu) / self.sigma, texts]), dtype=torch.float32)

    def taught(self, rows: torch.Tensor) -> nn.Sequential:
        """A network that has seen these cards."""
        net = nn.Sequential(nn.Linear(self.x.shape[1], 96), nn.SiLU(), nn.Linear(96, 96), nn.SiLU(), nn.Linear(96, len(MEASURES)))
        optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
        for step in range(STEPS):
            optimiser.param_groups[0]["lr"] = 3e-3 * 0.5 * (1 + np.cos(np.pi * step / STEPS))
            pick = rows[torch.randint(len(rows), (128,))]
            loss = (self.mask[pick] * (net(self.x[pick]) - self.y[pick]).abs()).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        return net

    def predicted(self, net: nn.Sequential, points: np.ndarray) -> np.ndarray:
        """Measurements of these points, whatever the text."""
        with torch.no_grad():
            anyhow = np.full((len(points), len(TEXTS)), 1 / len(TEXTS))
            return net(self.inputs(points, anyhow)).numpy() * self.scale + self.centre

    def errors(self, values: np.ndarray) -> np.ndarray:
        """Of each card, by a network that has not seen it."""
        found = np.zeros_like(values)
        fold = np.arange(len(values)) % FOLDS
        for k in range(FOLDS):
            net = self.taught(torch.from_numpy(np.nonzero(fold != k)[0]))
            found[fold == k] = values[fold == k] - self.predicted(net, self.points[fold == k])
        return found

    def near(self, points: np.ndarray) -> np.ndarray:
        """The most similar cards of each point, as far as its controls go."""
        traits = [(p[:, : len(CONTROLS)] - self.mu[: len(CONTROLS)]) / self.sigma[: len(CONTROLS)] for p in (points, self.points)]
        far = (traits[0] ** 2).sum(1)[:, None] + (traits[1] ** 2).sum(1) - 2 * traits[0] @ traits[1].T
        return np.argpartition(far, NEAR, axis=1)[:, :NEAR]


STEPS, FOLDS, NEAR = 2500, 5, 24


def written(error: np.ndarray, pitched: bool) -> str:
    """A line of errors.jsonl. What a whisper lacks cannot be mistaken; an octave's jump is a mistake as any other."""
    silent = () if pitched else ("f0", "range", "roughness")
    return json.dumps({k: round(float(v), 4) for k, v in zip(MEASURES[:-1], error, strict=False) if k not in silent})


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bases", type=Path, required=True)
    parser.add_argument("--cards", type=Path, nargs="+", required=True)
    parser.add_argument("--drawn", type=Path, nargs="*", default=[])
    parser.add_argument("--tract", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=30000)
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    bases = json.loads(args.bases.read_text())
    own = len(read(args.cards, bases)[0])
    points, texts, heard = read([*args.cards, *args.drawn], bases)
    print(f"{len(heard)} cards were spoken and measured")
    tract = fit_tract(points, heard, own, args.tract)
    values, mask = targets(heard, tract)
    foretold = Foretelling(points, texts, values, mask)
    errors = foretold.errors(values)
    known = [errors[mask[:, k] > 0, k] for k in range(len(MEASURES))]
    print("error on held-out cards (natural logs of f0, range, pace):", {k: round(float(v.std()), 4) for k, v in zip(MEASURES, known, strict=True)})
    rng = np.random.default_rng(77)
    # As they would be spoken, with the controls of their cards held to their bounds.
    made = np.stack([to_point(to_card(draw(rng), bases), bases) for _ in range(args.count)]).astype(np.float32)
    said = foretold.predicted(foretold.net, made)
    args.out.mkdir(parents=True, exist_ok=True)
    np.save(args.out / "points.npy", np.concatenate([points, made]))
    foreseen, counted = steps(heard, tract)
    np.savez(args.out / "heard.npz", values=foreseen, mask=counted, texts=texts.argmax(1))
    with (args.out / "errors.jsonl").open("w") as file:
        for error, row in zip(errors, values, strict=True):
            file.write(written(error, row[2] > 0.45) + "\n")
    with (args.out / "heard.jsonl").open("w") as file:
        for row, t in zip(heard, tract, strict=True):
            file.write(json.dumps({**{k: v for k, v in row.items() if k != "spectrum"}, "tract": float(t), "unsteady": unsteady(row)}) + "\n")
        for line, near in zip(said, foretold.near(made), strict=True):
            row = {k: round(float(np.exp(v) if k in LOGS else v), 4) for k, v in zip(MEASURES, line, strict=True)}
            file.write(json.dumps({**row, "near": near.tolist()}) + "\n")


if __name__ == "__main__":
    main()
