"""`python -m voice.calibrate --work DIR`: makes the spread of F0 and the pace that sampling gives equal the teachers'.

Nucleus sampling takes the edges off a distribution, so drawn F0 moves less than the teacher's and phones come out a
little short. Each speaker's held-out sentences are drawn at the service's default sampling; the ratios of the spreads
and of the total durations become factors on the speaker's tables (calibration.json).
"""

import argparse
import json
import pickle
from pathlib import Path

import numpy as np
import torch

from .dataset import Utterance
from .phones import Inventory
from .prosody import TOKENS, Prosody, context, language_index
from .train_prosody import sentence_breaks

TEMPERATURE, TOP_P, PENALTY, WINDOW = 0.7, 0.7, 1.2, 12


def draw(model: Prosody, us: list[Utterance], inventory: Inventory, speaker: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Tokens of each utterance, drawn as engine/prosody/sample.ts does."""
    n = max(len(u.ids) for u in us)
    ids, ctx = np.zeros((len(us), n), np.int64), np.zeros((len(us), n, 20), np.float32)
    for i, u in enumerate(us):
        ids[i, : len(u.ids)] = u.ids
        ctx[i, : len(u.ids)] = context(u.flags, u.ids == 0, u.marks, u.tones, sentence_breaks(u))
    phone = torch.from_numpy(ids)
    language = torch.tensor([language_index(u.language) for u in us])
    vector = model.speakers.weight[speaker][None].expand(len(us), -1)
    with torch.no_grad():
        encoded = model.encoder(torch.from_numpy(inventory.table)[phone], phone, torch.from_numpy(ctx), language, vector)
        state, previous = torch.zeros(1, len(us), 256), torch.full((len(us), 1), TOKENS)
        drawn = np.zeros((len(us), n), np.int64)
        for i in range(n):
            logits, state = model.step(encoded[:, i : i + 1], previous, state)
            x = logits[:, 0].double().numpy()
            for back in range(max(0, i - WINDOW), i):
                x[np.arange(len(us)), drawn[:, back]] -= np.log(PENALTY)
            p = np.exp((x - x.max(1, keepdims=True)) / TEMPERATURE)
            p /= p.sum(1, keepdims=True)
            order = np.sort(p, 1)[:, ::-1]
            reach = (np.cumsum(order, 1) >= TOP_P).argmax(1)
            p[p < order[np.arange(len(us)), reach][:, None]] = 0
            p /= p.sum(1, keepdims=True)
            drawn[:, i] = [rng.choice(TOKENS, p=row) for row in p]
            previous = torch.from_numpy(drawn[:, i : i + 1])
    return [drawn[i, : len(u.ids)] for i, u in enumerate(us)]


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--work", type=Path, default=Path("work"))
    work: Path = p.parse_args().work
    torch.set_num_threads(1)
    with open(work / "dataset.pkl", "rb") as f:
        d = pickle.load(f)
    q = torch.load(work / "prosody.pt", weights_only=False)
    inventory = Inventory(q["symbols"])
    model = Prosody(len(inventory), len(q["names"]))
    model.load_state_dict(q["model"])
    model.eval()
    rng, out = np.random.default_rng(0), {}
    for k, name in enumerate(q["names"]):
        own = [u for u in d["data"] if u.speaker == name and not u.converted]
        us = [u for u in own if u.held][:60] or own[:40]
        if len(us) < 12:
            us = own[:40]
        s = q["statistics"][name]
        tokens = draw(model, us, inventory, k, rng)
        real = np.concatenate([u.f3[u.ids > 0, 1] for u in us]).std()
        got = np.concatenate([q["codebook"][t][u.ids > 0, 2] * s["f0"] for t, u in zip(tokens, us)]).std()
        long = sum(u.durations[u.ids > 0].sum() for u in us)
        short = sum(np.exp(q["codebook"][t][:, 0] + s["log_duration"][u.ids])[u.ids > 0].sum() for t, u in zip(tokens, us))
        out[name] = {"f0": round(float(np.clip(real / got, 0.8, 1.7)), 4), "duration": round(float(np.clip(long / short, 0.85, 1.2)), 4)}
        print(f"{name}: F0 spread x{real / got:.2f}, duration x{long / short:.3f} over {len(us)} utterances", flush=True)
    (work / "calibration.json").write_text(json.dumps(out, indent=1) + "\n", "utf8")


if __name__ == "__main__":
    main()
