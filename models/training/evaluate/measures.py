# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m evaluate.measures --wavs DIR --texts FILE [--against DIR]`: pitch, rhythm and spectrum of a voice."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .audio import read_wav
from .pitch import track_f0
from .spectrum import active, align, bounds, cepstra, log_mel, long_term, mel_distance
from .text import normalise, read_texts, spoken

SHORTEST_PAUSE = 10
"""Frames; a shorter silence is a plosive."""


@dataclass(frozen=True)
class Take:
    """One recording, analysed."""

    id: str
    words: int
    seconds: float
    f0: NDArray[np.float64]
    mel: NDArray[np.float64]


@dataclass(frozen=True)
class Measures:
    """A voice over a folder of recordings."""

    sentences: int
    f0_median: float
    """Hz."""
    f0_range: float
    """Semitones from the 5th to the 95th percentile of the voiced frames."""
    f0_deviation: float
    """Semitones, mean over the sentences of the standard deviation within one."""
    voiced_share: float
    """Of the frames that sound."""
    words_per_second: float
    """Between the first and the last sound, pauses included."""
    phones_per_second: float | None
    """The same in phones of the labels."""
    pause_share: float
    """Pauses of 100 ms and more, between the first and the last sound."""
    seconds: float
    """Of speech in a sentence, mean."""
    cepstral_spread: float
    """Standard deviation of the mel cepstra over time, mean over the orders 1 to 24, dB: smoothing lowers it."""
    spectrum: list[float] = field(default_factory=list)
    """Long-term spectrum in 40 mel bands, 60 to 7600 Hz, dB."""


@dataclass(frozen=True)
class Distance:
    """Two folders that speak the same texts; means over the sentences, dB."""

    sentences: int
    cepstral: float
    envelope: float
    long_term: float
    duration: float
    """Length of the first over that of the second."""
    f0_correlation: float
    """Of log F0 in aligned frames that both voice, each sentence's mean taken off."""


def take(job: tuple[str, str, Path]) -> Take:
    """Analyse one file."""
    id, text, path = job
    samples, rate = read_wav(path)
    mel = log_mel(samples, rate)
    f0 = track_f0(samples, rate)[: len(mel)]
    return Take(id, len(normalise(text)), len(mel[bounds(mel)]) / 100.0, f0, mel[: len(f0)])


def takes_of(folder: Path, texts: dict[str, str], jobs: int = 2) -> list[Take]:
    """Analyse every text's file."""
    work = [(id, text, folder / f"{id}.wav") for id, text in texts.items()]
    if jobs <= 1:
        return [take(job) for job in work]
    with get_context("fork").Pool(jobs) as pool:
        return pool.map(take, work, chunksize=4)


def _pause_frames(mel: NDArray[np.float64]) -> int:
    """Frames in runs of at least SHORTEST_PAUSE without sound, inside the speech."""
    silent = ~active(mel, 45.0)[bounds(mel)]
    edges = np.flatnonzero(np.diff(np.concatenate([[0], silent.astype(int), [0]])))
    runs = edges[1::2] - edges[::2]
    return int(runs[runs >= SHORTEST_PAUSE].sum())


def measure(takes: list[Take], phones: dict[str, int] | None = None) -> Measures:
    """Statistics over all takes; `phones` counts the phones of each text."""
    semitones = [12.0 * np.log2(t.f0[t.f0 > 0]) for t in takes if (t.f0 > 0).sum() > 10]
    pooled = np.concatenate(semitones) if semitones else np.zeros(1)
    low, middle, high = np.percentile(pooled, [5, 50, 95])
    sounding = [active(t.mel) for t in takes]
    voiced = sum(int(((t.f0 > 0) & s).sum()) for t, s in zip(takes, sounding, strict=True))
    seconds = sum(t.seconds for t in takes)
    counted = [t for t in takes if phones and t.id in phones]
    spread = [cepstra(t.mel[s])[:, 1:].std(0) for t, s in zip(takes, sounding, strict=True)]
    return Measures(
        sentences=len(takes),
        f0_median=round(float(2.0 ** (middle / 12.0)), 1) if semitones else 0.0,
        f0_range=round(float(high - low), 2),
        f0_deviation=round(float(np.mean([s.std() for s in semitones])), 2) if semitones else 0.0,
        voiced_share=round(voiced / max(1, sum(int(s.sum()) for s in sounding)), 3),
        words_per_second=round(sum(t.words for t in takes) / seconds, 2),
        phones_per_second=(
            round(sum(phones[t.id] for t in counted) / sum(t.seconds for t in counted), 2) if phones and counted else None
        ),
        pause_share=round(sum(_pause_frames(t.mel) for t in takes) / 100.0 / seconds, 3),
        seconds=round(seconds / len(takes), 2),
        cepstral_spread=round(float(np.mean(spread)) * 10.0 / np.log(10.0), 3),
        spectrum=[round(float(v), 2) for v in long_term([t.mel for t in takes])],
    )


def _contours(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log F0 of the frames that both voice, their means taken off, (2, frames)."""
    both = (a > 0) & (b > 0)
    logs = np.log(np.stack([a[both], b[both]]))
    return logs - logs.mean(1, keepdims=True) if logs.shape[1] else logs


def _pair(job: tuple[Take, Take]) -> tuple[float, float, NDArray[np.float64]]:
    """Pool task: cepstral and envelope distance, and the contours."""
    a, b = job
    i, j = align(a.mel, b.mel)
    return *mel_distance(a.mel[i], b.mel[j]), _contours(a.f0[i], b.f0[j])


def distance(ours: list[Take], theirs: list[Take], jobs: int = 2) -> Distance:
    """How far two voices' recordings of the same texts lie apart."""
    others = {t.id: t for t in theirs}
    pairs = [(t, others[t.id]) for t in ours if t.id in others]
    if not pairs:
        raise ValueError("the folders share no text")
    if jobs <= 1:
        apart = [_pair(job) for job in pairs]
    else:
        with get_context("fork").Pool(jobs) as pool:
            apart = pool.map(_pair, pairs, chunksize=4)
    contours = np.hstack([d[2] for d in apart])
    spectra = [long_term([p[side].mel for p in pairs]) for side in (0, 1)]
    return Distance(
        sentences=len(pairs),
        cepstral=round(float(np.mean([d[0] for d in apart])), 2),
        envelope=round(float(np.mean([d[1] for d in apart])), 2),
        long_term=round(float(np.abs(spectra[0] - spectra[1]).mean()), 2),
        duration=round(sum(a.seconds for a, _ in pairs) / sum(b.seconds for _, b in pairs), 3),
        f0_correlation=round(float(np.corrcoef(contours)[0, 1]), 2) if contours.shape[1] > 2 else 0.0,
    )


def phone_counts(labels: Path) -> dict[str, int]:
    """Phones of each utterance in a corpus label file, pauses aside."""
    records = [json.loads(line) for line in labels.read_text(encoding="utf-8").splitlines()]
    return {r["id"]: sum(p["ipa"] != "_" for p in r["phones"]) for r in records}


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wavs", type=Path, required=True, help="folder of <id>.wav files")
    parser.add_argument("--texts", type=Path, required=True, help=".txt (line n is h%%03d), .tsv or .jsonl")
    parser.add_argument("--against", type=Path, help="a folder that speaks the same texts")
    parser.add_argument("--labels", type=Path, help="a corpus' labels.jsonl, for phones a second")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--limit", type=int, help="only the first so many sentences")
    parser.add_argument("--json", type=Path, help="write the figures here")
    args = parser.parse_args()
    texts = spoken(read_texts(args.texts), args.wavs, args.limit)
    ours = takes_of(args.wavs, texts, args.jobs)
    phones = phone_counts(args.labels) if args.labels else None
    result: dict[str, object] = {"measures": asdict(measure(ours, phones))}
    if args.against:
        theirs = takes_of(args.against, spoken(texts, args.against), args.jobs)
        result["against"] = asdict(measure(theirs, phones))
        result["distance"] = asdict(distance(ours, theirs, args.jobs))
    for name, figures in result.items():
        print(name, json.dumps({k: v for k, v in dict(figures).items() if k != "spectrum"}))  # type: ignore[call-overload]
    if args.json:
        args.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
