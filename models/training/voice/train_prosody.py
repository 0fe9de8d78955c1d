"""`python -m voice.train_prosody --work DIR --minutes M`: tokens, then the model that draws them -> DIR/prosody.pt."""

import argparse
import math
import pickle
import random
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from scipy.cluster.vq import kmeans2, vq

from .dataset import Utterance
from .phones import FEATURES, Inventory
from .prosody import CONTEXT, TOKENS, WEIGHTS, Prosody, context, language_index


def statistics(us: list[Utterance], names: list[str], phones: int) -> dict[str, dict]:
    """Per speaker: mean log duration of each phone (frames), spread of F0 and of energy."""
    all_ids = np.concatenate([u.ids for u in us])
    all_log = np.concatenate([np.log(u.durations) for u in us])
    count = np.bincount(all_ids, minlength=phones)
    general = (np.bincount(all_ids, all_log, minlength=phones) + 20 * all_log.mean()) / (count + 20)
    out = {}
    for name in names:
        own = [u for u in us if u.speaker == name and not u.converted] or [u for u in us if u.speaker == name]
        ids, log = np.concatenate([u.ids for u in own]), np.concatenate([np.log(u.durations) for u in own])
        shift = float((log - general[ids]).mean())
        c = np.bincount(ids, minlength=phones)
        mean = (np.bincount(ids, log, minlength=phones) + 10 * (general + shift)) / (c + 10)
        voiced = np.concatenate([u.f3[:, 1] for u in own])
        energy = np.concatenate([u.energy[~np.isnan(u.energy)] for u in own])
        out[name] = {"log_duration": mean, "f0": float(voiced.std()), "energy": float(energy.std())}
    return out


def vectors(u: Utterance, s: dict) -> np.ndarray:
    """(n, 5) normalised: log duration deviation, three F0 points, energy."""
    energy = np.nan_to_num(u.energy, nan=0.0) / s["energy"]
    return np.concatenate([(np.log(u.durations) - s["log_duration"][u.ids])[:, None], u.f3 / s["f0"], energy[:, None]], 1)


def sentence_breaks(u: Utterance) -> np.ndarray:
    """(n,) bool: pauses after which a new sentence begins."""
    out = np.zeros(len(u.ids), bool)
    for i in range(1, len(u.ids)):
        if u.words[i] < 0 and u.marks[i - 1] in (".", "?", "!", "…"):
            out[i] = True
    out[-1] = True
    return out


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--work", type=Path, default=Path("work"))
    p.add_argument("--minutes", type=float, default=25)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--rate", type=float, default=2e-3)
    p.add_argument("--out", default="prosody.pt")
    p.add_argument("--start", default="", help="checkpoint to go on from: its tokens are kept")
    p.add_argument("--phones", type=int, default=5000, help="phones a batch")
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(0)
    np.random.seed(0)
    rng = random.Random(0)
    with open(a.work / "dataset.pkl", "rb") as f:
        d = pickle.load(f)
    data: list[Utterance] = d["data"]
    for u in data:
        u.E = u.A = None
    inventory, names = Inventory(d["symbols"]), list(d["speakers"])
    stats = statistics([u for u in data if not u.held], names, len(inventory))
    raw = [vectors(u, stats[u.speaker]) for u in data]
    spread = float(np.std(np.concatenate([v[:, 0] for v in raw])))
    scale = np.array([1 / spread, 1, 1, 1, 1]) * WEIGHTS
    sample = np.concatenate([v for v, u in zip(raw, data) if not u.held]) * scale
    sample = np.clip(sample[np.random.permutation(len(sample))[:120000]], -6, 6)
    centres, _ = kmeans2(sample, TOKENS, iter=30, minit="points", seed=1)
    tokens = [vq(v * scale, centres)[0].astype(np.int64) for v in raw]
    before = torch.load(a.work / a.start, weights_only=False) if a.start else None
    if before:
        centres, stats = before["codebook"] * scale, before["statistics"]
        tokens = [vq(v * scale, centres)[0].astype(np.int64) for v in raw]
    codebook = centres / scale
    residual = np.concatenate([v - codebook[t] for v, t in zip(raw[::20], tokens[::20])]).std(0)
    print("codebook residual", residual.round(3), "of", np.concatenate(raw[::20]).std(0).round(3), flush=True)
    contexts = [context(u.flags, u.ids == 0, u.marks, u.tones, sentence_breaks(u)) for u in data]
    train = [i for i, u in enumerate(data) if not u.held]
    held = [i for i, u in enumerate(data) if u.held and not u.converted][::8]
    weight = [1.0 if not data[i].converted else 0.5 for i in train]
    centre = torch.from_numpy(centres.astype(np.float32))
    soft = F.softmax(-(torch.cdist(centre, centre) ** 2) / 0.15, 1)
    model = Prosody(len(inventory), len(names))
    if before:
        model.load_state_dict(before["model"])
    print(f"{sum(q.numel() for q in model.parameters()) / 1e6:.2f} M parameters, {len(train)} utterances", flush=True)
    optimiser = torch.optim.AdamW(model.parameters(), lr=a.rate, weight_decay=0.03)
    average = {k: v.clone() for k, v in model.state_dict().items()}
    table = torch.from_numpy(inventory.table)

    def losses(idx: list[int], training: bool) -> tuple[torch.Tensor, torch.Tensor]:
        b, n = len(idx), max(len(tokens[i]) for i in idx)
        phone, token = np.zeros((b, n), np.int64), np.zeros((b, n), np.int64)
        ctx, mask = np.zeros((b, n, CONTEXT), np.float32), np.zeros((b, n), np.float32)
        for r, i in enumerate(idx):
            k = len(tokens[i])
            phone[r, :k], token[r, :k], ctx[r, :k], mask[r, :k] = data[i].ids, tokens[i], contexts[i], 1
        ph, tk, cx, m = map(torch.from_numpy, (phone, token, ctx, mask))
        features = table[ph]
        language = torch.tensor([language_index(data[i].language) for i in idx])
        speaker = model.speakers(torch.tensor([names.index(data[i].speaker) for i in idx]))
        previous = torch.cat([torch.full((b, 1), TOKENS), tk[:, :-1]], 1)
        if training:
            ph = torch.where(torch.rand(b, 1) < 0.2, torch.full_like(ph, len(inventory)), ph)
            previous = torch.where(torch.rand(previous.shape) < 0.12, torch.randint(0, TOKENS, previous.shape), previous)
        with torch.autocast("cpu", torch.bfloat16):
            encoded = model.encoder(features, ph, cx, language, speaker)
        logits, _ = model.step(encoded.float(), previous)
        lp = F.log_softmax(logits, -1)
        hard = (-lp.gather(-1, tk[..., None])[..., 0] * m).sum() / m.sum()
        return hard, (-(soft[tk] * lp).sum(-1) * m).sum() / m.sum()

    def batches() -> list[list[int]]:
        order = [i for i, w in zip(train, weight) if rng.random() < w]
        rng.shuffle(order)
        out: list[list[int]] = []
        for j in range(0, len(order), 512):
            current: list[int] = []
            for i in sorted(order[j : j + 512], key=lambda i: len(tokens[i])):
                if current and len(tokens[i]) * (len(current) + 1) > a.phones:
                    out.append(current)
                    current = []
                current.append(i)
            out.append(current)
        rng.shuffle(out)
        return out

    start, step, log, total, best = time.time(), 0, [], a.minutes * 60, math.inf

    def check() -> None:
        """Held-out losses of the averaged weights; the best so far are kept."""
        nonlocal best, log
        kept = {k: v.clone() for k, v in model.state_dict().items()}
        model.load_state_dict(average)
        model.eval()
        with torch.no_grad():
            v = np.mean([[float(q) for q in losses(held[i : i + 16], False)] for i in range(0, len(held), 16)], 0)
        model.load_state_dict(kept)
        model.train()
        print(f"{time.time() - start:.0f}s step {step} train {np.mean(log or [[0, 0]], 0).round(3)} held {v.round(3)}", flush=True)
        log = []
        if v.sum() < best:
            best = float(v.sum())
            torch.save({"model": {k: q.clone() for k, q in average.items()}, "codebook": codebook, "statistics": stats, "names": names, "symbols": inventory.symbols, "steps": step, "held": v.tolist()}, a.work / a.out)

    done = False
    while not done:
        for idx in batches():
            elapsed = time.time() - start
            if elapsed > total:
                done = True
                break
            for g in optimiser.param_groups:
                g["lr"] = a.rate * min(1, (step + 1) / 200) * (0.5 * (1 + math.cos(math.pi * elapsed / total)) * 0.98 + 0.02)
            hard, mild = losses(idx, True)
            optimiser.zero_grad()
            (0.5 * hard + 0.5 * mild).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            with torch.no_grad():
                for k, v in model.state_dict().items():
                    average[k].lerp_(v, 0.1 if step < 400 else 0.005)
            log.append([float(hard.detach()), float(mild.detach())])
            if step % 250 == 0:
                check()
    check()


if __name__ == "__main__":
    main()
