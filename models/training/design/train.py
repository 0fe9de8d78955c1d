# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m design.train --set FOLDER --out design.pt --minutes N`: encoder, denoiser, judge and ear."""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from multiprocessing import Process, Queue
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from .grammar import ATTRIBUTES, LEXICON, Constraint, Record, describe
from .cards import TEXTS, TRACT
from .model import BANDS, LANGUAGES, Denoiser, Ear, Encoder, Judge
from .space import ACCENTS, CONTROLS
from .tokens import WIDTH, buckets, words

LONGEST_TAUGHT = 48
DESCRIPTIONS = 64
"""Descriptions in a step of the encoder."""
VOICES = 384
"""Voices in a step of the denoiser."""
BRIEF = 0.4
"""Of them, those that say little."""
WEIGHTS = {"sex": 2.5, "childsex": 1.5, "pitch": 2.0}
"""What it matters most to have understood."""
CAPTIONS = 120_000
"""Descriptions of which the denoiser knows what they say."""
PARTS = {"encoder": 0.74, "denoiser": 0.2, "judge": 0.05, "ear": 0.01}
"""What is trained, and its share of the time."""


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

    @classmethod
    def of(cls, saved: dict[str, list[float]]) -> Scale:
        """The scale of a model that is trained on, whatever the voices now."""
        scale = cls.__new__(cls)
        scale.mean, scale.std, scale.low, scale.high = (np.array(saved[k]) for k in ("mean", "std", "low", "high"))
        return scale

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


Batch = tuple[Tensor, Tensor]


def strangers() -> list[str]:
    """English words of which the lexicon has nothing: taught to mean nothing, whatever letters they share with others."""
    file = Path(__file__).parents[3] / "node_modules" / "cmu-pronouncing-dictionary" / "index.js"
    listed = set(re.findall(r'^  "([a-z]{3,14})":', file.read_text("utf8"), re.MULTILINE))
    known = {word for phrases in LEXICON.values() for phrase in phrases for form in phrase.forms for word in words(form)}
    starts = {word[:4] for word in known}
    return sorted(word for word in listed - known if word[:4] not in starts)


def batches(found: list[Record], weights: np.ndarray, rng: random.Random, npr: np.random.Generator, strange: list[str]) -> list[Batch]:
    """Eight batches of descriptions, each of about one length, so that little is padding, and which bands they allow."""
    pick = npr.choice(len(found), 8 * DESCRIPTIONS, p=weights)
    said = [describe(found[i], rng, strange, brief=BRIEF) for i in pick]
    coded = [encode(text, rng, 0.15) for text, _ in said]
    order = sorted(range(len(pick)), key=lambda i: len(coded[i]))
    parts = [order[i : i + DESCRIPTIONS] for i in range(0, len(order), DESCRIPTIONS)]
    rng.shuffle(parts)
    return [(batch_of([coded[i] for i in part]), allowed_by([said[i][1] for i in part])) for part in parts]


def allowed_by(said: list[Constraint]) -> Tensor:
    """1 for each band that is allowed: what is not spoken of is not ruled out."""
    return torch.tensor([[float(a not in needs or b in needs[a]) for a, b in BANDS] for needs in said])


def weights_of(found: list[Record]) -> np.ndarray:
    """Clear voices count more, and so do rare ones."""
    clear = np.array([sum(r[a] is not None for a in ATTRIBUTES) for r in found], dtype=float)
    weights = np.clip(clear - 5, 0.05, None)
    for attribute in ("sex", "age", "pitch", "pace", "level", "melody", "brightness"):
        names = [r[attribute] for r in found]
        total = {n: max(1, names.count(n)) for n in set(names)}
        weights *= np.array([total[n] for n in names], dtype=float) ** -0.35
    return weights / weights.sum()


class Trainer:
    """AdamW with a cosine of the processor time, and the average of the weights along the way."""

    def __init__(self, module: nn.Module, minutes: float, rate: float, decay: float = 1e-4) -> None:
        self.parameters = [p for p in module.parameters() if p.requires_grad]
        self.average = [p.detach().clone() for p in self.parameters]
        self.optimiser = torch.optim.AdamW(self.parameters, lr=rate, weight_decay=decay, betas=(0.9, 0.98))
        self.started, self.seconds, self.rate, self.step, self.loss = time.process_time(), 60 * minutes, rate, 0, 0.0

    @property
    def share(self) -> float:
        return (time.process_time() - self.started) / self.seconds

    def learn(self, loss: Tensor) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * min(1.0, (self.step + 1) / 100) * (0.5 * (1 + np.cos(np.pi * min(self.share, 1))) + 0.01)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, 2.0)
        self.optimiser.step()
        with torch.no_grad():
            torch._foreach_lerp_(self.average, self.parameters, 1 - min(0.998, (self.step + 1) / (self.step + 20)))
        self.step += 1
        self.loss += (float(loss.detach()) - self.loss) / min(self.step, 200)
        if self.step % 500 == 0:
            print(f"  {self.step} steps, {time.process_time() - self.started:.0f} s, loss {self.loss:.4f}", flush=True)

    def finish(self) -> None:
        with torch.no_grad():
            torch._foreach_copy_(self.parameters, self.average)


class Material:
    """The measured and predicted voices and what they may be called."""

    def __init__(self, folder: Path, scale: Scale | None = None) -> None:
        self.points = np.load(folder / "points.npy")
        self.bands = [json.loads(line) for line in (folder / "bands.jsonl").read_text().splitlines()]
        self.clear = records(self.points, self.bands, "clear")
        self.nearest = records(self.points, self.bands, "nearest")
        self.scale = scale or Scale(self.points)
        self.x = self.scale.encode(self.points)
        weights = weights_of(self.clear) * np.array([float(row["unsteady"] < 0.3) for row in self.bands])
        self.weights = weights / weights.sum()
        # Of the cards that were spoken, which come first.
        self.heard = {k: torch.from_numpy(v) for k, v in np.load(folder / "heard.npz").items()}


def write_captions(of: Material, into: Queue) -> None:
    """Batches of descriptions without end: as much work as the steps that learn from them."""
    rng, npr = random.Random(5), np.random.default_rng(5)
    strange = strangers()
    while True:
        for ids, allowed in batches(of.clear, of.weights, rng, npr, strange):
            into.put((ids.numpy(), allowed.numpy()))


def train_encoder(encoder: Encoder, of: Material, minutes: float, rate: float) -> None:
    """Descriptions to the bands that they allow. A second process writes the descriptions."""
    ready: Queue = Queue(64)
    writer = Process(target=write_captions, args=(of, ready), daemon=True)
    writer.start()
    trainer = Trainer(encoder, minutes, rate)
    matters = torch.tensor([WEIGHTS.get(attribute, 1.0) for attribute, _ in BANDS])
    while trainer.share < 1:
        ids, allowed = (torch.from_numpy(part) for part in ready.get())
        _, logits = encoder(ids)
        # What is ruled out is what a description says.
        trainer.learn(F.binary_cross_entropy_with_logits(logits, allowed, weight=(2 - allowed) * matters))
    trainer.finish()
    writer.terminate()


def train_denoiser(denoiser: Denoiser, of: Material, minutes: float, rate: float) -> None:
    """Voices from noise, under what descriptions of them say, which is sometimes read with doubt."""
    rng, npr = random.Random(6), np.random.default_rng(6)
    pick = npr.choice(len(of.clear), CAPTIONS, p=of.weights)
    said = 2 * allowed_by([describe(of.clear[i], rng)[1] for i in pick]) - 1
    chosen = torch.from_numpy(pick)
    trainer = Trainer(denoiser, minutes, rate)
    while trainer.share < 1:
        rows = torch.randint(CAPTIONS, (VOICES,))
        clean = of.x[chosen[rows]]
        text = said[rows] * (1 - 0.3 * torch.rand(VOICES, said.shape[1]) ** 2)
        sigma = torch.exp(1.4 * torch.randn(VOICES, 1) - 0.5)
        kept = (torch.rand(VOICES, 1) > 0.14).float()
        language = torch.tensor([language_of(of.clear[int(i)], rng) for i in chosen[rows]])
        guess = denoiser(clean + sigma * torch.randn_like(clean), sigma, text, kept, language)
        trainer.learn(((1 + sigma**2) / sigma**2 * (guess - clean) ** 2).mean())
    trainer.finish()


def train_judge(judge: Judge, of: Material, minutes: float, rate: float) -> None:
    """In which bands a point is heard, as surely as the measurements know it."""
    likely = [[row["likely"][a][ATTRIBUTES[a].index(b)] if a in row["likely"] else float(r[a] == b) for a, b in BANDS] for row, r in zip(of.bands, of.nearest, strict=True)]  # fmt: skip
    truth = torch.tensor(likely)
    groups = [torch.tensor([i for i, (a, _) in enumerate(BANDS) if a == name]) for name in ATTRIBUTES]
    trainer = Trainer(judge, minutes, rate)
    while trainer.share < 1:
        some = torch.randint(len(of.x), (256,))
        opinion = judge(of.x[some] + 0.02 * torch.randn(len(some), of.x.shape[1]))
        loss = torch.zeros(())
        for group in groups:
            known = truth[some][:, group].sum(1, keepdim=True)
            loss = loss - (truth[some][:, group] * torch.log_softmax(opinion[:, group], 1)).sum() / known.sum().clamp(min=1)
        trainer.learn(loss)
    trainer.finish()


def train_ear(ear: Ear, of: Material, minutes: float, rate: float) -> None:
    """What was measured of the cards that were spoken."""
    values, mask, texts = of.heard["values"].float(), of.heard["mask"].float(), of.heard["texts"]
    ear.centre.data, ear.spread.data = values.mean(0), values.std(0)
    trainer = Trainer(ear, minutes, rate, 3e-2)
    while trainer.share < 1:
        some = torch.randint(len(values), (128,))
        foretold = ear(of.x[some] + 0.02 * torch.randn(len(some), of.x.shape[1]), texts[some])
        trainer.learn((mask[some] * (foretold - values[some]).abs() / ear.spread).mean())
    trainer.finish()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=24, help="of processor time, all parts together")
    parser.add_argument("--start", type=Path, help="a model to go on from")
    parser.add_argument("--parts", default=",".join(PARTS), help="which to train; the others are as in --start")
    args = parser.parse_args()
    torch.manual_seed(5)
    torch.set_num_threads(1)
    before = torch.load(args.start, weights_only=False) if args.start else {}
    of = Material(args.set, Scale.of(before["scale"]) if before else None)
    width = of.x.shape[1]
    modules = {"encoder": Encoder(), "denoiser": Denoiser(width), "judge": Judge(width), "ear": Ear(width, len(TEXTS))}
    for name, module in modules.items():
        if name in before:
            module.load_state_dict(before[name])
    train = {"encoder": train_encoder, "denoiser": train_denoiser, "judge": train_judge, "ear": train_ear}
    for name in args.parts.split(","):
        module = modules[name]
        print(f"{name}, {sum(p.numel() for p in module.parameters())} parameters", flush=True)
        train[name](module, of, args.minutes * PARTS[name], 1.5e-3 if name in before else 2.5e-3)
        state = {name: module.state_dict() for name, module in modules.items()}
        scale = {k: getattr(of.scale, k).tolist() for k in ("mean", "std", "low", "high")}
        torch.save({**state, "scale": scale}, args.out)


if __name__ == "__main__":
    main()
