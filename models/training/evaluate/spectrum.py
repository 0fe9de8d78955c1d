# SPDX-License-Identifier: GPL-3.0-or-later
"""Mel spectra and cepstra, the long-term spectrum, and how far two recordings of one text lie apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.fft import dct

from .audio import Samples, resample
from .distance import frame_costs, warp_path

RATE = 16000
HOP = 160
SIZE = 512
BANDS = 40
ORDER = 24
"""Cepstral coefficients 1 to 24 are compared; 0, the level, is not."""
FLOOR = 1e-10
_DECIBELS = 10.0 / np.log(10.0)


def _mel(hertz: NDArray[np.float64] | float) -> NDArray[np.float64] | float:
    return 2595.0 * np.log10(1.0 + np.asarray(hertz) / 700.0)


def mel_filters(bands: int = BANDS, low: float = 60.0, high: float = 7600.0) -> NDArray[np.float64]:
    """Triangles of equal height over equal mel steps, (bands, SIZE / 2 + 1)."""
    edges = 700.0 * (10.0 ** (np.linspace(_mel(low), _mel(high), bands + 2) / 2595.0) - 1.0)
    hertz = np.fft.rfftfreq(SIZE, 1.0 / RATE)
    rising = (hertz - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - hertz) / (edges[2:] - edges[1:-1])[:, None]
    return np.maximum(0.0, np.minimum(rising, falling))


_FILTERS = mel_filters()


def power_frames(samples: Samples, rate: int) -> NDArray[np.float64]:
    """Power spectra of 32 ms frames every 10 ms at 16 kHz, (frames, SIZE / 2 + 1)."""
    samples = resample(samples, rate, RATE)
    padded = np.pad(samples, (SIZE // 2, SIZE // 2))
    frames = np.lib.stride_tricks.sliding_window_view(padded, SIZE)[::HOP]
    return np.abs(np.fft.rfft(frames * np.hanning(SIZE))) ** 2 / SIZE


def log_mel(samples: Samples, rate: int) -> NDArray[np.float64]:
    """Natural log of mel power, (frames, BANDS)."""
    return np.log(power_frames(samples, rate) @ _FILTERS.T + FLOOR)


def active(mel: NDArray[np.float64], below: float = 40.0) -> NDArray[np.bool_]:
    """Frames within `below` dB of the loudest one."""
    level = 10.0 * np.log10(np.exp(mel).sum(1))
    return level > level.max() - below


def cepstra(mel: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mel cepstra 0 to ORDER, (frames, ORDER + 1), scaled so that their squares sum to a mean square over the bands."""
    return dct(mel, type=2, norm="ortho", axis=1)[:, : ORDER + 1] / np.sqrt(BANDS)


def long_term(mels: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Mean power of the active frames in each mel band, dB relative to the mean over all bands."""
    power = np.concatenate([np.exp(m[active(m)]) for m in mels]).mean(0)
    decibels = 10.0 * np.log10(power)
    return decibels - decibels.mean()


def bounds(mel: NDArray[np.float64]) -> slice:
    """From the first to the last active frame."""
    at = np.flatnonzero(active(mel))
    return slice(int(at[0]), int(at[-1]) + 1)


def align(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of frames that say the same, by dynamic time warping of the cepstra; silence in either is left out."""
    ours, theirs = bounds(a), bounds(b)
    i, j = warp_path(frame_costs(cepstra(a[ours])[:, 1:], cepstra(b[theirs])[:, 1:]))
    i, j = i + ours.start, j + theirs.start
    loud = active(a)[i] & active(b)[j]
    return i[loud], j[loud]


def mel_distance(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[float, float]:
    """Mel-cepstral distance and mean absolute envelope distance of aligned frames, both in dB.

    The first is the root mean square difference of the smoothed log spectra (Kubichek, "Mel-cepstral distance
    measure for objective speech quality assessment", 1993).  A difference in mean level counts in neither.
    """
    ca, cb = cepstra(a)[:, 1:], cepstra(b)[:, 1:]
    cepstral = _DECIBELS * np.sqrt(((ca - cb) ** 2).sum(1)).mean()
    apart = a - b
    return float(cepstral), float(_DECIBELS * np.abs(apart - apart.mean()).mean())
