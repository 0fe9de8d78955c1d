# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the recordings that are measured: our engine in Node, copy synthesis, espeak-ng, flite, warped teachers."""

from __future__ import annotations

import json
import subprocess
import zlib
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from .audio import read_wav, stretch, write_wav
from .pack import Voice

ROOT = Path(__file__).resolve().parents[3]
"""The repository."""


def _node(script: str, *arguments: str | Path) -> None:
    """Run a TypeScript program of the repository."""
    subprocess.run(["node", "--import", "tsx", ROOT / script, *arguments], cwd=ROOT, check=True)


def render_voices(pack: Path, voices: dict[Path, Voice], texts: dict[str, str], processes: int) -> None:
    """Speak all texts with all voices (by folder) through the engine, with fixed seeds, as <folder>/<id>.wav."""
    jobs = []
    for folder, voice in voices.items():
        folder.mkdir(parents=True, exist_ok=True)
        for id, text in texts.items():
            seed = zlib.crc32(f"{voice.id}/{id}".encode()) & 0x7FFFFFFF
            jobs.append({"out": str(folder / f"{id}.wav"), "text": text, "card": voice.card, "seed": seed})
    if not jobs:
        return

    def run(part: int) -> None:
        file = next(iter(voices)).parent / f"jobs-{part}.jsonl"
        lines = (json.dumps(job, ensure_ascii=False) + "\n" for job in jobs[part::processes])
        file.write_text("".join(lines), encoding="utf-8")
        _node("test/bench/render-batch.ts", "--pack", pack.resolve(), "--jobs", file)
        file.unlink()

    with ThreadPoolExecutor(processes) as pool:
        list(pool.map(run, range(processes)))


def render_copies(stems: list[tuple[Path, Path]]) -> None:
    """Vocode analysed speech: (stem of STEM.f0.f32, STEM.env.f32, STEM.ap.f32; wave file to write)."""
    if not stems:
        return
    listing = stems[0][0].parent / "copies.txt"
    listing.write_text("".join(f"{stem}\t{out}\n" for stem, out in stems), encoding="utf-8")
    _node("engine/vocoder/cli.ts", "--quiet", "--batch", listing)
    listing.unlink()


def _warp(job: tuple[Path, Path, float]) -> None:
    source, out, factor = job
    samples, rate = read_wav(source)
    write_wav(out, stretch(samples, factor), rate)


def render_warped(source: Path, out: Path, factor: float, ids: list[str], processes: int) -> None:
    """Recordings played `factor` times as fast: formants and pitch rise by as much."""
    out.mkdir(parents=True, exist_ok=True)
    files = [(source / f"{id}.wav", out / f"{id}.wav", factor) for id in ids]
    with get_context("fork").Pool(processes) as pool:
        pool.map(_warp, [f for f in files if f[0].exists()], chunksize=8)


def render_program(name: str, folder: Path, texts: dict[str, str]) -> None:
    """Speak with espeak-ng or flite as a person would call them."""
    folder.mkdir(parents=True, exist_ok=True)
    for id, text in texts.items():
        out = folder / f"{id}.wav"
        command = {
            "espeak-ng": ["espeak-ng", "-v", "en-us", "-w", str(out), text],
            "flite": ["flite", "-t", text, "-o", str(out)],
        }[name]
        subprocess.run(command, check=True, capture_output=True)
