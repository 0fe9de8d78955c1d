"""`python -m voice.train_acoustic --work DIR --minutes M`: trains the acoustic model from scratch -> DIR/acoustic.pt."""

import argparse
import math
import pickle
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from .acoustic import CONTEXT, FRAME_FEATURES, Acoustic, context, frame_features, loss
from .dataset import Utterance
from .grid import BANDS, BINS
from .phones import FEATURES, Inventory

HIDE = {"broad": (0.3, 0.2, 0.1), "close": (0.12, 0.08, 0.1)}
"""How often (per utterance) the phone's identity, its stress and word flags, its energy are hidden from the model."""
PAUSE_WEIGHT = 0.3
"""Weight of a pause's frames in the loss."""


def share(u: Utterance, stage: str, english: list[str]) -> float:
    """How often an utterance is taken per epoch. Both stages see everything; the second looks most at the English teachers' own speech."""
    if stage == "broad" or (u.speaker in english and not u.converted):
        return 1.0
    return 0.25 if u.converted else 0.35


def logit(a: np.ndarray) -> np.ndarray:
    a = np.clip(a.astype(np.float32), 0.002, 0.998)
    return np.log(a / (1 - a))


class Batches:
    """Groups utterances of like length, about `frames` frames a batch, and turns them into tensors."""

    def __init__(self, inventory: Inventory, names: list[str], mean: np.ndarray, sd: np.ndarray):
        self.inventory, self.names, self.mean, self.sd = inventory, names, mean, sd

    def group(self, us: list[Utterance], frames: int, rng: random.Random) -> list[list[Utterance]]:
        order = us[:]
        rng.shuffle(order)
        out: list[list[Utterance]] = []
        for i in range(0, len(order), 256):
            current: list[Utterance] = []
            for u in sorted(order[i : i + 256], key=lambda u: len(u.f0)):
                if current and len(u.f0) * (len(current) + 1) > frames:
                    out.append(current)
                    current = []
                current.append(u)
            if current:
                out.append(current)
        rng.shuffle(out)
        return out

    def tensors(self, us: list[Utterance]) -> dict[str, Tensor]:
        b, n, t = len(us), max(len(u.ids) for u in us), max(len(u.f0) for u in us)
        z = {
            "phone": np.zeros((b, n), np.int64), "features": np.zeros((b, n, FEATURES), np.float32), "context": np.zeros((b, n, CONTEXT), np.float32),
            "index": np.zeros((b, t), np.int64), "frames": np.zeros((b, t, FRAME_FEATURES), np.float32), "e": np.zeros((b, t, BINS), np.float32),
            "a": np.zeros((b, t, BANDS), np.float32), "voiced": np.zeros((b, t), np.float32), "mask": np.zeros((b, t), np.float32),
        }  # fmt: skip
        for i, u in enumerate(us):
            assert u.E is not None and u.A is not None
            k, m = len(u.ids), len(u.f0)
            index, frames, _ = frame_features(u.durations, u.f3, u.energy)
            z["phone"][i, :k] = u.ids
            z["features"][i, :k] = self.inventory.table[u.ids]
            z["context"][i, :k] = context(u.flags, u.durations, u.energy)
            z["index"][i, :m] = index
            z["frames"][i, :m] = frames
            z["e"][i, :m] = (u.E.astype(np.float32) - self.mean) / self.sd
            z["a"][i, :m] = logit(u.A) / 3
            z["voiced"][i, :m] = u.f0 > 0
            z["mask"][i, :m] = np.where(u.ids[index] == 0, PAUSE_WEIGHT, 1.0)
        out = {k: torch.from_numpy(v) for k, v in z.items()}
        out["speaker"] = torch.tensor([self.names.index(u.speaker) for u in us])
        return out


def hide(x: dict[str, Tensor], any_phone: int, stage: str) -> None:
    """Hides parts of the input, so that no phone's name, flag or energy alone tells the language or the sound."""
    b = x["phone"].shape[0]
    phone_, flags_, energy_ = HIDE[stage]
    gone = torch.rand(b, 1) < phone_
    x["phone"] = torch.where(gone, torch.full_like(x["phone"], any_phone), x["phone"])
    x["context"][..., :5] *= 1 - (torch.rand(b, 1, 1) < flags_).float()
    quiet = 1 - (torch.rand(b, 1) < energy_).float()
    x["context"][..., 6] *= quiet
    x["frames"][..., 9] *= quiet


def run(model: nn.Module, x: dict[str, Tensor]) -> Tensor:
    with torch.autocast("cpu", torch.bfloat16):
        y = model(x["features"], x["phone"], x["context"], x["index"], x["frames"], x["speaker"])
    return y.float()


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--work", type=Path, default=Path("work"))
    p.add_argument("--minutes", type=float, default=60)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--frames", type=int, default=8000)
    p.add_argument("--rate", type=float, default=1.2e-3)
    p.add_argument("--out", default="acoustic.pt")
    p.add_argument("--stage", choices=list(HIDE), default="broad")
    p.add_argument("--start", default="", help="checkpoint to go on from")
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(0)
    np.random.seed(0)
    rng = random.Random(0)
    with open(a.work / "dataset.pkl", "rb") as f:
        d = pickle.load(f)
    inventory, names = Inventory(d["symbols"]), list(d["speakers"])
    have = [u for u in d["data"] if u.E is not None]
    train, held = [u for u in have if not u.held], [u for u in have if u.held and not u.converted][::25]
    sample = np.concatenate([u.E[::3] for u in train[::15]]).astype(np.float32)
    mean, sd = sample.mean(0), sample.std(0)
    batches = Batches(inventory, names, mean, sd)
    model = Acoustic(len(inventory), len(names))
    if a.start:
        before = torch.load(a.work / a.start, weights_only=False)
        assert before["symbols"] == inventory.symbols and before["names"] == names
        model.load_state_dict(before["model"])
        mean, sd = before["mean"], before["sd"]
        batches = Batches(inventory, names, mean, sd)
    count = sum(q.numel() for q in model.parameters())
    print(f"{count / 1e6:.2f} M parameters, {len(train)} utterances, {sum(len(u.f0) for u in train) / 360000:.1f} h", flush=True)
    optimiser = torch.optim.AdamW(model.parameters(), lr=a.rate, betas=(0.9, 0.98), weight_decay=0.01)
    average = {k: v.clone() for k, v in model.state_dict().items()}
    start, step, epoch, seen, log, total = time.time(), 0, 0, 0, [], a.minutes * 60

    def validate() -> np.ndarray:
        kept = {k: v.clone() for k, v in model.state_dict().items()}
        model.load_state_dict(average)
        model.eval()
        rows = []
        with torch.no_grad():
            for i in range(0, len(held), 8):
                x = batches.tensors(held[i : i + 8])
                rows.append(loss(run(model, x), x["e"], x["a"], x["voiced"], x["mask"])[1])
        model.load_state_dict(kept)
        model.train()
        return np.mean(rows, 0)

    def save() -> None:
        torch.save({"model": average, "mean": mean, "sd": sd, "names": names, "symbols": inventory.symbols, "steps": step, "frames": seen, "minutes": (time.time() - start) / 60}, a.work / a.out)

    done = False
    while not done:
        epoch_data = [u for u in train if rng.random() < share(u, a.stage, d["english"])]
        for us in batches.group(epoch_data, a.frames, rng):
            elapsed = time.time() - start
            if elapsed > total:
                done = True
                break
            rate = a.rate * min(1, (step + 1) / 300) * (0.5 * (1 + math.cos(math.pi * min(1, elapsed / total))) * 0.99 + 0.01)
            for g in optimiser.param_groups:
                g["lr"] = rate
            x = batches.tensors(us)
            hide(x, len(inventory), a.stage)
            value, parts = loss(run(model, x), x["e"], x["a"], x["voiced"], x["mask"])
            optimiser.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            seen += int((x["mask"] > 0).sum())
            keep = 0.997 if step > 600 else 0.9
            with torch.no_grad():
                for k, v in model.state_dict().items():
                    if v.dtype.is_floating_point:
                        average[k].lerp_(v, 1 - keep)
                    else:
                        average[k].copy_(v)
            log.append(parts)
            if step % 250 == 0 or step == 50:
                print(f"{elapsed:.0f}s step {step} epoch {epoch} {seen / (time.time() - start):.0f} frames/s rate {rate:.1e} train {np.round(np.mean(log, 0), 4)} held {np.round(validate(), 4)}", flush=True)
                log = []
                save()
        epoch += 1
    print(f"final {step} {np.round(validate(), 4)} envelope L1 {validate()[1] * float(sd.mean()) * 4.343:.2f} dB", flush=True)
    save()


if __name__ == "__main__":
    main()
