"""Training sequences from labels and analysed frames: what both models learn from.

Per speaker: the band above the teacher's Nyquist is filled in, levels are equalised, phone boundaries become frames, F0
becomes three points per phone (log, relative to the speaker's mean) and energy a deviation from the phone's mean.
"""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import scipy.signal as ss

from .features import load_labels
from .grid import BIN_HZ, FLOOR, HIGH, LOW
from .phones import PAUSE, Inventory, canonical

LEVEL = np.log(1e-2)
"""Mean power density of every speaker's voiced frames after level equalisation (natural log)."""


@dataclass
class Utterance:
    """One utterance. Arrays are per phone (n,) or per frame (t,)."""

    id: str
    speaker: str
    language: str
    held: bool
    ids: np.ndarray
    """(n,) int64 inventory ids"""
    flags: np.ndarray
    """(n, 5) float32: primary stress, secondary stress, word start, syllable start, break/4"""
    tones: np.ndarray
    """(n,) int64 0..5"""
    marks: list[str]
    """(n,) mark that ends the phrase which the phone is in"""
    words: np.ndarray
    """(n,) int: word index, -1 for pauses"""
    durations: np.ndarray
    """(n,) int64 frames"""
    f3: np.ndarray
    """(n, 3) float32"""
    energy: np.ndarray
    """(n,) float32; NaN when there was no audio"""
    f0: np.ndarray
    """(t,) float32 Hz, 0 unvoiced"""
    E: np.ndarray | None = None
    """(t, BINS) float16"""
    A: np.ndarray | None = None
    """(t, BANDS) float16"""
    converted: bool = False
    text: str = ""


@dataclass
class Speaker:
    """Statistics of one speaker. log_f0 in natural log of Hz."""

    name: str
    log_f0_mean: float
    log_f0_sd: float
    level: float
    energy_mean: np.ndarray = field(default_factory=lambda: np.zeros(0))


class HighBand:
    """Ridge regression of the bins above 7.35 kHz on the rest, learned from a teacher that has them."""

    def __init__(self, E: np.ndarray, A: np.ndarray, f0: np.ndarray):
        pick = np.random.default_rng(0).permutation(len(f0))[:120000]
        x, ref = self._inputs(E[pick].astype(np.float64), A[pick].astype(np.float64), f0[pick])
        y = E[pick][:, HIGH].astype(np.float64) - ref
        self.w = np.linalg.solve(x.T @ x + 100 * np.eye(x.shape[1]), x.T @ y)

    @staticmethod
    def _inputs(E: np.ndarray, A: np.ndarray, f0: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        e = E[:, LOW]
        ref = e[:, -14:].mean(1, keepdims=True)
        voiced = (f0[:, None] > 0).astype(float)
        return np.concatenate([np.clip(e[:, 20:] - ref, -8, 8), ref / 4, A, voiced, np.ones((len(e), 1))], 1), ref

    def fill(self, E: np.ndarray, A: np.ndarray, f0: np.ndarray) -> None:
        """Fills the NaN bins of E in place. Voiced frames get up to 6 dB less at 12 kHz: the donor is brighter than most."""
        x, ref = self._inputs(E, A.astype(np.float64), f0)
        cut = np.linspace(0, 6 / 4.343, len(HIGH))[None] * (f0[:, None] > 0)
        y = np.minimum(x @ self.w + ref, ref + 2) - cut
        missing = np.isnan(E[:, HIGH])
        E[:, HIGH] = np.where(missing, y, E[:, HIGH])


def three_points(f0: np.ndarray, starts: np.ndarray, ends: np.ndarray, mean: float) -> np.ndarray | None:
    """(n, 3) log F0 minus mean at start, middle and end of each phone, interpolated where unvoiced."""
    voiced = f0 > 0
    t = len(f0)
    if voiced.sum() < 10:
        return None
    line = np.interp(np.arange(t), np.where(voiced)[0], np.log(f0[voiced]) - mean)
    if t > 20:
        line = ss.filtfilt([0.25, 0.5, 0.25], [1], line)
    return np.stack([line[starts], line[(starts + ends) // 2], line[np.maximum(ends - 1, starts)]], 1).astype(np.float32)


def phrase_marks(phones: list[dict], words: list[dict]) -> list[str]:
    """For each phone, the punctuation at the end of its phrase (up to the next pause)."""
    out, current = [""] * len(phones), "."
    for i in range(len(phones) - 1, -1, -1):
        p = phones[i]
        if p["word"] >= 0 and (i + 1 >= len(phones) or phones[i + 1]["word"] < 0):
            current = words[p["word"]]["mark"] or ("." if i >= len(phones) - 2 else ",")
        out[i] = current
    return out


SENTENCE_END = (".", "?", "!", "…")


def breaks(phones: list[dict], marks: list[str]) -> np.ndarray:
    """(n,) break after each phone's syllable: as labelled within a phrase; 4 before the end of a sentence, 3 before another pause.

    Teachers number their final breaks each in its own way; the runtime numbers them so.
    """
    out = np.array([min(p["brk"], 1) for p in phones], np.float32)
    for i in range(len(phones) - 1):
        if phones[i]["word"] < 0 or phones[i + 1]["word"] >= 0:
            continue
        value, k = (4 if marks[i] in SENTENCE_END else 3), i
        while k >= 0 and phones[k]["word"] == phones[i]["word"]:
            out[k] = value
            if phones[k]["ss"]:
                break
            k -= 1
    for i, p in enumerate(phones):
        if p["word"] < 0:
            out[i] = 0
    return out


def boundaries(ends: np.ndarray, frames: int) -> np.ndarray | None:
    """Phone ends in frames, each phone at least one frame; None when they do not fit."""
    e = np.minimum(np.round(ends * 100).astype(int), frames)
    e[-1] = frames
    for i in range(len(e)):
        low = (e[i - 1] if i else 0) + 1
        if e[i] < low:
            e[i] = low
    for i in range(len(e) - 1, 0, -1):  # push back what overran the end
        if e[i] > frames - (len(e) - 1 - i):
            e[i] = frames - (len(e) - 1 - i)
    d = np.diff(np.concatenate([[0], e]))
    return e if (d >= 1).all() and e[-1] == frames else None


def _merge(phones: list[dict]) -> list[dict]:
    """Consecutive pauses are one pause."""
    out: list[dict] = []
    for p in phones:
        if out and canonical(p["ipa"]) == PAUSE and canonical(out[-1]["ipa"]) == PAUSE:
            out[-1] = {**out[-1], "end": p["end"]}
        else:
            out.append(p)
    return out


def load_speaker(work: Path, name: str, inventory: Inventory, high: HighBand | None, equaliser: np.ndarray | None = None) -> tuple[list[Utterance], Speaker]:
    """All utterances of one speaker. `equaliser`: (BINS,) added to voiced envelopes (natural log power)."""
    with np.load(work / "features" / f"{name}.npz") as archive:
        z = {k: archive[k] for k in archive.files}
    E, A, f0 = z["E"].astype(np.float32), z["A"], z["f0"]
    if high is not None and np.isnan(E[:, HIGH]).any():
        for i in range(0, len(f0), 200000):
            s = slice(i, i + 200000)
            part = E[s].astype(np.float64)
            high.fill(part, A[s], f0[s])
            E[s] = part
    elif np.isnan(E).any() or name == "esp":
        top = np.where(BIN_HZ > 10400)[0]
        E[:, top] = E[:, [top[0] - 1]]
    np.maximum(E, -23, out=E)
    voiced = f0 > 0
    level = float(np.log(np.exp(E[voiced][:, LOW]).mean()))
    E += LEVEL - level
    if equaliser is not None:
        E += equaliser[None].astype(np.float32)
    np.maximum(E, FLOOR, out=E)
    all_f0 = np.concatenate([f0[voiced], z["bare_f0"][z["bare_f0"] > 0]])
    mean, sd = float(np.log(all_f0).mean()), float(np.log(all_f0).std())
    at = {u: (z["offsets"][i], z["offsets"][i + 1]) for i, u in enumerate(z["ids"])}
    bare = {u: (z["bare_offsets"][i], z["bare_offsets"][i + 1]) for i, u in enumerate(z["bare_ids"])}
    out: list[Utterance] = []
    dropped = 0
    for label in load_labels(work / "corpus", name):
        has = label["id"] in at
        if not has and label["id"] not in bare:
            continue
        a, b = at[label["id"]] if has else bare[label["id"]]
        f = (f0 if has else z["bare_f0"])[a:b]
        phones = _merge(label["phones"])
        ids = [inventory.index.get(canonical(p["ipa"])) for p in phones]
        ends = boundaries(np.array([p["end"] for p in phones]), b - a)
        if ends is None or any(i is None for i in ids) or len(ids) < 4:
            dropped += 1
            continue
        starts = np.concatenate([[0], ends[:-1]])
        f3 = three_points(f, starts, ends, mean)
        if f3 is None:
            dropped += 1
            continue
        e = E[a:b].astype(np.float16) if has else None
        if e is not None:
            loud = np.log(np.exp(e[:, LOW].astype(np.float32)).mean(1) + 1e-8)
            energy = np.array([loud[s:t].mean() for s, t in zip(starts, ends)], np.float32)
        else:
            energy = np.full(len(ids), np.nan, np.float32)
        marks = phrase_marks(phones, label["words"])
        out.append(
            Utterance(
                id=label["id"], speaker=name, language=label["language"], held=label["split"] == "held",
                ids=np.array(ids, np.int64), flags=np.array([[p["stress"] == 1, p["stress"] == 2, p["ws"], p["ss"], b / 4] for p, b in zip(phones, breaks(phones, marks))], np.float32),
                tones=np.array([p.get("tone", 0) for p in phones], np.int64), marks=marks,
                words=np.array([p["word"] for p in phones]), durations=ends - starts, f3=f3, energy=energy, f0=f,
                E=e, A=A[a:b] if has else None, text=label["text"],
            )  # fmt: skip
        )
    mean_energy = phone_means(out, len(inventory))
    for u in out:
        u.energy = u.energy - mean_energy[u.ids]
    print(f"{name}: {len(out)} utterances, {dropped} dropped, F0 {np.exp(mean):.0f} Hz sd {sd / np.log(2) * 12:.2f} st", flush=True)
    return out, Speaker(name, mean, sd, level, mean_energy)


def phone_means(us: list[Utterance], n: int) -> np.ndarray:
    """Mean energy of each phone, (n,); phones never heard take the mean of all."""
    have = [u for u in us if u.E is not None]
    ids, energy = np.concatenate([u.ids for u in have]), np.concatenate([u.energy for u in have])
    count = np.bincount(ids, minlength=n)
    total = np.bincount(ids, energy, minlength=n)
    return np.where(count > 0, total / np.maximum(count, 1), energy.mean())
