# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m design.train --set FOLDER --out design.pt --minutes N`: encoder, denoiser and judge, trained together."""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from .cards import TRACT
from .grammar import ATTRIBUTES, Constraint, Record, describe
from .model import BANDS, LANGUAGES, Denoiser, Encoder, Judge
from .space import ACCENTS, CONTROLS
from .tokens import WIDTH, buckets, words

LONGEST_TAUGHT = 48
REPEATS = 4
"""Noise levels for each description in a step: the denoiser costs little beside the encoder."""


def records(points: np.ndarray, bands: list[dict], which: str) -> list[Record]:
    """What each voice may be called. Accents come from the card: the phonemizer makes them, whatever the voice."""
    found: list[Record] = []
    for point, row in zip(points, bands, strict=True):
        record: Record = dict(row[which])
        tract, child = row["tract"], record["age"] == "child"
        record["childsex"] = None
        if child:
            boy = (point[0] - 5.62) / 0.12 + (tract - 0.39) / 0.05
            record["childsex"] = "male" if boy < -0.6 else "female" if boy > 0.6 else None
            record["sex"] = None
        record["size"] = None
        if not child and record["sex"]:
            apart = tract - TRACT[str(record["sex"])]
            record["size"] = "big" if apart < -0.06 else "small" if apart > 0.07 else "normal" if abs(apart) < 0.04 else None  # fmt: skip
        record["accent"] = ACCENTS[int(np.argmax(point[len(CONTROLS) : len(CONTROLS) + len(ACCENTS)]))]
        found.append(record)
    return found


class Scale:
    """Points to numbers of about unit spread and back."""

    def __init__(self, points: np.ndarray) -> None:
        self.mean = points.mean(0)
        self.std = np.maximum(points.std(0), 0.05)
        self.std[len(CONTROLS) :] = 0.35
        low, high = np.percentile(points, [1.5, 98.5], axis=0)
        self.low, self.high = (low - self.mean) / self.std, (high - self.mean) / self.std

    def encode(self, points: np.ndarray) -> torch.Tensor:
        return torch.tensor((points - self.mean) / self.std, dtype=torch.float32)


def language_of(record: Record, rng: random.Random) -> int:
    """A language hint that goes with the voice's accent, or none, or one that says nothing of it."""
    kind = rng.random()
    if kind < 0.5:
        return 0
    if kind < 0.7:
        return LANGUAGES.index(str(record["accent"]))
    return LANGUAGES.index("*") if kind < 0.85 else LANGUAGES.index("en")


def encode(text: str, rng: random.Random, hide: float) -> list[tuple[int, ...]]:
    """Word buckets; some words are known by their parts alone, so that unknown words can be too."""
    rows = [buckets(w) for w in words(text)[:LONGEST_TAUGHT]]
    return [(*row[1:], 0) if row[1] and rng.random() < hide else row for row in rows]


def batch_of(texts: list[list[tuple[int, ...]]]) -> torch.Tensor:
    length = max(1, max(len(t) for t in texts))
    ids = np.zeros((len(texts), length, WIDTH), dtype=np.int64)
    for i, text in enumerate(texts):
        if text:
            ids[i, : len(text)] = text
    return torch.from_numpy(ids)


Batch = tuple[np.ndarray, list[tuple[str, Constraint]], torch.Tensor]


def batches(found: list[Record], weights: np.ndarray, size: int, rng: random.Random, npr: np.random.Generator) -> list[Batch]:
    """Eight batches, each of descriptions of about one length, so that little is padding."""
    pick = npr.choice(len(found), 8 * size, p=weights)
    said = [describe(found[i], rng) for i in pick]
    coded = [encode(text, rng, 0.12) for text, _ in said]
    order = sorted(range(len(pick)), key=lambda i: len(coded[i]))
    parts = [order[i : i + size] for i in range(0, len(order), size)]
    rng.shuffle(parts)
    return [(pick[part], [said[i] for i in part], batch_of([coded[i] for i in part])) for part in parts]


def weights_of(found: list[Record]) -> np.ndarray:
    """Clear voices count more, and so do rare ones."""
    clear = np.array([sum(r[a] is not None for a in ATTRIBUTES) for r in found], dtype=float)
    weights = np.clip(clear - 5, 0.05, None)
    for attribute in ("sex", "age", "pitch", "pace", "level", "melody", "brightness"):
        names = [r[attribute] for r in found]
        total = {n: max(1, names.count(n)) for n in set(names)}
        weights *= np.array([total[n] for n in names], dtype=float) ** -0.35
    return weights / weights.sum()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=12)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--start", type=Path)
    args = parser.parse_args()
    torch.manual_seed(5)
    torch.set_num_threads(1)
    rng, npr = random.Random(5), np.random.default_rng(5)
    points = np.load(args.set / "points.npy")
    bands = [json.loads(line) for line in (args.set / "bands.jsonl").read_text().splitlines()]
    clear = records(points, bands, "clear")
    nearest = records(points, bands, "nearest")
    scale = Scale(points)
    x = scale.encode(points)
    heard = torch.tensor([[float(r[a] == b) for a, b in BANDS] for r in nearest])
    groups = [torch.tensor([i for i, (a, _) in enumerate(BANDS) if a == name]) for name in ATTRIBUTES]
    weights = weights_of(clear) * np.array([float(row["unsteady"] < 0.3) for row in bands])
    weights /= weights.sum()
    encoder, denoiser, judge = Encoder(), Denoiser(x.shape[1]), Judge(x.shape[1])
    parameters = [p for m in (encoder, denoiser, judge) for p in m.parameters()]
    if args.start:
        state = torch.load(args.start, weights_only=False)
        for module, name in ((encoder, "encoder"), (denoiser, "denoiser"), (judge, "judge")):
            module.load_state_dict(state[name])
    average = [p.detach().clone() for p in parameters]
    optimiser = torch.optim.AdamW(parameters, lr=2e-3, weight_decay=1e-4, betas=(0.9, 0.98))
    started, size = time.process_time(), 64

    def save() -> None:
        minutes = (time.process_time() - started) / 60
        torch.save(
            {
                "encoder": encoder.state_dict(),
                "denoiser": denoiser.state_dict(),
                "judge": judge.state_dict(),
                "scale": {k: getattr(scale, k).tolist() for k in ("mean", "std", "low", "high")},
                "facts": {"steps": step, "minutes": minutes, **log, "points": len(points)},
            },
            args.out,
        )

    log = {"diffusion": 0.0, "bands": 0.0, "judge": 0.0}
    step = 0
    ready: list[Batch] = []
    while True:
        share = max((time.process_time() - started) / (60 * args.minutes), step / args.steps)
        if share >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = 2.5e-3 * min(1.0, (step + 1) / 100) * (0.5 * (1 + np.cos(np.pi * share)) + 0.01)
        if not ready:
            ready = batches(clear, weights, size, rng, npr)
        pick, said, ids = ready.pop()
        text, logits = encoder(ids)
        allowed = torch.tensor([[float(a not in needs or b in needs[a]) for a, b in BANDS] for _, needs in said])
        spoken = torch.tensor([[2.0 if a in needs else 1.0 for a, _ in BANDS] for _, needs in said])
        band_loss = F.binary_cross_entropy_with_logits(logits, allowed, weight=spoken)
        clean = x[pick].repeat(REPEATS, 1)
        sigma = torch.exp(1.4 * torch.randn(len(clean), 1) - 0.5)
        kept = (torch.rand(len(clean), 1) > 0.14).float()
        language = torch.tensor([language_of(clear[i], rng) for i in pick] * REPEATS)
        guess = denoiser(clean + sigma * torch.randn_like(clean), sigma, text.repeat(REPEATS, 1), kept, language)
        weight = (1 + sigma**2) / sigma**2
        diffusion = (weight * (guess - clean) ** 2).mean()
        some = torch.randint(len(x), (128,))
        opinion = judge(x[some] + 0.03 * torch.randn(128, x.shape[1]))
        judged = torch.zeros(())
        for group_of in groups:
            truth = heard[some][:, group_of]
            known = truth.sum(1) > 0
            if known.any():
                judged = judged + F.cross_entropy(opinion[known][:, group_of], truth[known].argmax(1))
        loss = diffusion + 2.0 * band_loss + 0.1 * judged
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 2.0)
        optimiser.step()
        decay = min(0.998, (step + 1) / (step + 20))
        with torch.no_grad():
            torch._foreach_lerp_(average, parameters, 1 - decay)
        for name, value in (("diffusion", diffusion), ("bands", band_loss), ("judge", judged)):
            log[name] += (float(value.detach()) - log[name]) / min(step + 1, 100)
        step += 1
        if step % 200 == 0:
            shown = " ".join(f"{k} {v:.4f}" for k, v in log.items())
            print(f"{step} {time.process_time() - started:.0f} s {shown}", flush=True)
            if step % 600 == 0:
                save()
    with torch.no_grad():
        for a, p in zip(average, parameters, strict=True):
            p.copy_(a)
    save()
    print(f"{step} steps, {sum(p.numel() for p in parameters)} parameters")


if __name__ == "__main__":
    main()
