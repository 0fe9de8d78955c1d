# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m evaluate.sheets --out FILE.png --rows NAME=DIR ... --texts FILE`: spectrograms one above the other."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .audio import Samples, read_wav
from .pitch import track_f0
from .text import read_texts, spoken

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HIGHEST = 12000
RANGE = 70.0
"""Shown below the loudest point of each recording, dB."""


def spectrogram(samples: Samples, rate: int) -> tuple[np.ndarray, np.ndarray]:
    """Power in dB, (frequencies, frames of 2.5 ms), with 20 ms windows, and the frequencies in Hz."""
    size, hop = rate // 50, rate // 400
    width = 1 << (2 * size - 1).bit_length()
    padded = np.pad(samples, (size // 2, size // 2))
    frames = np.lib.stride_tricks.sliding_window_view(padded, size)[::hop]
    power = np.abs(np.fft.rfft(frames * np.hanning(size), width)) ** 2
    return 10.0 * np.log10(power.T + 1e-12), np.fft.rfftfreq(width, 1.0 / rate)


def draw(axes: Axes, samples: Samples, rate: int, title: str) -> None:
    """One recording: spectrogram up to HIGHEST, F0 (times ten, so that it can be seen) as a line."""
    power, hertz = spectrogram(samples, rate)
    seconds = len(samples) / rate
    top = power.max()
    axes.imshow(
        power, origin="lower", aspect="auto", cmap="magma", vmin=top - RANGE, vmax=top,
        extent=(0.0, seconds, 0.0, hertz[-1]), interpolation="nearest",
    )  # fmt: skip
    f0 = track_f0(samples, rate)
    times = np.arange(len(f0)) / 100.0
    axes.plot(times, np.where(f0 > 0, f0 * 10.0, np.nan), color="cyan", linewidth=1.0)
    axes.set_facecolor("black")
    axes.set_ylim(0, HIGHEST)
    axes.set_yticks(range(0, HIGHEST + 1, 2000), [f"{f // 1000} kHz" for f in range(0, HIGHEST + 1, 2000)])
    axes.set_xlim(0, seconds)
    axes.tick_params(labelsize=7)
    axes.set_title(title, fontsize=9, loc="left")


def sheet(out: Path, rows: dict[str, Path], texts: dict[str, str]) -> None:
    """A page: for each text a column, for each folder a row; folders without the file leave a gap."""
    # Here alone, so that whoever measures without drawing needs no matplotlib.
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, grid = plt.subplots(
        len(rows), len(texts), figsize=(7.0 * len(texts), 2.6 * len(rows) + 0.4), squeeze=False, layout="constrained"
    )
    for row, (name, folder) in enumerate(rows.items()):
        for column, (id, text) in enumerate(texts.items()):
            axes, path = grid[row, column], folder / f"{id}.wav"
            if not path.exists():
                axes.set_axis_off()
                continue
            samples, rate = read_wav(path)
            draw(axes, samples, rate, f"{name}: {text}" if row == 0 else name)
    figure.supxlabel("seconds; cyan: ten times F0", fontsize=8)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=100)
    plt.close(figure)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rows", nargs="+", required=True, metavar="NAME=DIR")
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--ids", nargs="*", help="default: the first two that the first folder has")
    args = parser.parse_args()
    rows = {name: Path(folder) for name, folder in (row.split("=", 1) for row in args.rows)}
    texts = spoken(read_texts(args.texts), next(iter(rows.values())))
    ids = args.ids or list(texts)[:2]
    sheet(args.out, rows, {id: texts[id] for id in ids})


if __name__ == "__main__":
    main()
