# SPDX-License-Identifier: GPL-3.0-or-later
"""Fundamental frequency: normalised autocorrelation with a search for the best track.

After P. Boersma, "Accurate short-term analysis of the fundamental frequency and the harmonics-to-noise ratio of a
sampled sound", IFA Proceedings 17 (1993): candidates are the peaks of the autocorrelation of a windowed frame over
that of the window; Viterbi then weighs their strength against jumps.  Separate from the analysis that the training
uses, so that the measures do not repeat its errors.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .audio import Samples, resample

RATE = 16000
HOP = RATE // 100
"""Frames are 10 ms apart."""
LOWEST, HIGHEST = 50.0, 500.0
CANDIDATES = 6
_SILENCE = 0.03
_VOICING = 0.45
_OCTAVE = 0.02
_JUMP = 0.35
_CHANGE = 0.14


def _frames(samples: Samples, size: int) -> NDArray[np.float64]:
    count = 1 + len(samples) // HOP
    padded = np.pad(samples, (size // 2, size // 2 + HOP))
    return np.lib.stride_tricks.sliding_window_view(padded, size)[::HOP][:count]


def _candidates(samples: Samples) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Frequencies (0 where there is none) and strengths, (frames, CANDIDATES)."""
    size = int(3 * RATE / LOWEST)
    window = np.hanning(size)
    frames = _frames(samples, size)
    frames = frames - frames.mean(1, keepdims=True)
    peak = np.abs(frames).max(1) / max(np.abs(samples).max(), 1e-9)
    width = 1 << (2 * size - 1).bit_length()
    spectrum = np.abs(np.fft.rfft(frames * window, width)) ** 2
    own = np.fft.irfft(np.abs(np.fft.rfft(window, width)) ** 2, width)
    lags = np.arange(int(RATE / HIGHEST) - 1, int(RATE / LOWEST) + 2)
    correlation = np.fft.irfft(spectrum, width)
    energy = np.maximum(correlation[:, :1], 1e-12)
    r = correlation[:, lags] / energy / (own[lags] / own[0])
    inner = r[:, 1:-1]
    is_peak = (inner > r[:, :-2]) & (inner >= r[:, 2:]) & (inner > 0.3)
    bend = r[:, :-2] - 2 * inner + r[:, 2:]
    shift = np.where(is_peak, 0.5 * (r[:, :-2] - r[:, 2:]) / np.where(np.abs(bend) < 1e-9, -1e-9, bend), 0.0)
    frequency = RATE / (lags[1:-1] + np.clip(shift, -0.5, 0.5))
    strength = np.where(is_peak, inner - _OCTAVE * np.log2(LOWEST * (lags[1:-1] / RATE)), -np.inf)
    best = np.argsort(-strength, axis=1)[:, : CANDIDATES - 1]
    rows = np.arange(len(r))[:, None]
    found = strength[rows, best]
    chosen = np.where(np.isfinite(found), frequency[rows, best], 0.0)
    unvoiced = _VOICING + np.maximum(0.0, 2.0 - peak / _SILENCE)[:, None]
    return np.hstack([np.zeros((len(r), 1)), chosen]), np.hstack([unvoiced, found])


def track_f0(samples: Samples, rate: int) -> NDArray[np.float64]:
    """Hz every 10 ms, 0 where unvoiced."""
    frequencies, strengths = _candidates(resample(samples, rate, RATE))
    count = len(frequencies)
    voiced = frequencies > 0
    octaves = np.log2(np.where(voiced, frequencies, 1.0))
    total = strengths[0]
    back = np.zeros((count, CANDIDATES), int)
    for t in range(1, count):
        both = voiced[t - 1][:, None] & voiced[t][None]
        one = voiced[t - 1][:, None] ^ voiced[t][None]
        cost = both * _JUMP * np.abs(octaves[t - 1][:, None] - octaves[t][None]) + one * _CHANGE
        score = total[:, None] - cost
        back[t] = score.argmax(0)
        total = score.max(0) + strengths[t]
    best = int(total.argmax())
    f0 = np.zeros(count)
    for t in range(count - 1, -1, -1):
        f0[t] = frequencies[t, best]
        best = back[t, best]
    return f0
