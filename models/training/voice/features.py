"""`python -m voice.features --work DIR [--speakers a,b]`: analyses every utterance of the corpus.

Writes DIR/features/<speaker>.npz: f0 (frames,), E (frames, BINS) float16, A (frames, BANDS) float16, offsets, ids.
Utterances without audio (statistical teachers, for prosody alone) have F0 only: their rows are in `f0_only`.
"""

import argparse
import json
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import scipy.signal as ss

from . import cg
from .analysis import aperiodicity, envelope, read_wav, track_f0
from .grid import BIN_HZ

RANGES = {"rms": (55, 260), "awb": (60, 300), "kal16": (55, 260), "ked": (55, 280), "slt": (90, 420), "hts": (90, 420)}


def load_labels(corpus: Path, speaker: str) -> list[dict]:
    with open(corpus / speaker / "labels.jsonl", encoding="utf8") as f:
        return [json.loads(line) for line in f]


def speaker_info(corpus: Path, speaker: str) -> dict:
    path = corpus / speaker / "speaker.json"
    return json.loads(path.read_text("utf8")) if path.exists() else {}


def find(info: dict, *names: str):
    """The first of `names` in a nested record."""
    for name in names:
        if name in info:
            return info[name]
    for value in info.values():
        if isinstance(value, dict):
            found = find(value, *names)
            if found is not None:
                return found
    return None


_state: dict = {}


def _init(corpus: str, speaker: str, taps: np.ndarray | None, alpha: float, beta: float) -> None:
    _state.update(corpus=Path(corpus), speaker=speaker, taps=taps, alpha=alpha, beta=beta)


def _one(u: dict):
    d = _state["corpus"] / _state["speaker"]
    try:
        track = cg.read_track(d / u["cg"]["file"], u["cg"]["channels"]) if u.get("cg") else None
        if not u.get("audio", True):
            assert track is not None
            pick = np.arange(0, len(track), 2)
            return u["id"], np.where(track[pick, 0] > 20, track[pick, 0], 0).astype(np.float32), None, None
        x, fs = read_wav(d / f"{u['id']}.wav")
        if not 0.4 < len(x) / fs < 16:
            return None
        if track is not None and _state["taps"] is not None:
            frames = int(np.floor(len(x) / fs / 0.010)) + 1
            f0, e, a = cg.features(track, _state["taps"], _state["alpha"], _state["beta"], frames, fs)
            e = e - 85.0 / 4.342945  # the statistical voices work on 16-bit sample values
        else:
            if fs > 24000 or fs == 22050:
                g = np.gcd(24000, fs)
                x, fs = ss.resample_poly(x, 24000 // g, fs // g), 24000
            low, high = RANGES.get(_state["speaker"], (65, 450))
            f0 = track_f0(x, fs, low, high)
            e, a = envelope(x, fs, f0), aperiodicity(x, fs, f0)
            if fs == 16000:
                e[:, BIN_HZ > 7350] = np.nan
        return u["id"], f0.astype(np.float32), e.astype(np.float16), a.astype(np.float16)
    except Exception as error:  # noqa: BLE001 - one bad file must not end the run; it is counted below
        return error


def analyse(corpus: Path, out: Path, speaker: str, jobs: int) -> None:
    labels, info = load_labels(corpus, speaker), speaker_info(corpus, speaker)
    taps = find(info, "filters", "excitationFilters", "taps")
    alpha, beta = find(info, "alpha", "mlsaAlpha"), find(info, "beta", "mlsaBeta")
    args = (str(corpus), speaker, np.array(taps) if taps is not None else None, alpha or 0.42, beta or 0.0)
    with Pool(jobs, _init, args) as pool:
        results = list(pool.imap(_one, labels, 8))
    bad = [r for r in results if isinstance(r, Exception)]
    ok = [r for r in results if isinstance(r, tuple)]
    full = [r for r in ok if r[2] is not None]
    bare = [r for r in ok if r[2] is None]
    out.mkdir(parents=True, exist_ok=True)
    np.savez(
        out / f"{speaker}.npz",
        ids=np.array([r[0] for r in full]),
        offsets=np.cumsum([0] + [len(r[1]) for r in full]),
        f0=np.concatenate([r[1] for r in full]),
        E=np.concatenate([r[2] for r in full]),
        A=np.concatenate([r[3] for r in full]),
        bare_ids=np.array([r[0] for r in bare]),
        bare_offsets=np.cumsum([0] + [len(r[1]) for r in bare]),
        bare_f0=np.concatenate([r[1] for r in bare]) if bare else np.zeros(0, np.float32),
    )
    hours = sum(len(r[1]) for r in full) / 360000
    print(f"{speaker}: {len(full)} with audio ({hours:.2f} h), {len(bare)} without, {len(bad)} failed {bad[:1]}", flush=True)


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--work", type=Path, default=Path("work"))
    p.add_argument("--speakers", default="")
    p.add_argument("--jobs", type=int, default=2)
    a = p.parse_args()
    names = a.speakers.split(",") if a.speakers else sorted(d.name for d in (a.work / "corpus").iterdir() if (d / "labels.jsonl").exists())
    for name in names:
        analyse(a.work / "corpus", a.work / "features", name, a.jobs)
