# SPDX-License-Identifier: GPL-3.0-or-later
"""Sound files as float64 mono, resampling, levels."""

from __future__ import annotations

import wave
from math import gcd
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.signal import firwin, resample_poly

Samples = NDArray[np.float64]


def read_wav(path: Path) -> tuple[Samples, int]:
    """Samples in -1..1 (channels averaged) and the rate; 16-bit PCM only."""
    with wave.open(str(path), "rb") as file:
        if file.getsampwidth() != 2:
            raise ValueError(f"{path} has {8 * file.getsampwidth()} bits a sample; it must have 16")
        data = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(np.float64) / 32768.0
        return data.reshape(-1, file.getnchannels()).mean(1), file.getframerate()


def write_wav(path: Path, samples: Samples, rate: int) -> None:
    """Write 16-bit mono; what lies outside -1..1 is clipped."""
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes(to_int16(samples).tobytes())


def to_int16(samples: Samples) -> NDArray[np.int16]:
    """Rounded 16-bit samples, clipped."""
    return np.clip(np.round(samples * 32768.0), -32768, 32767).astype("<i2")


def resample(samples: Samples, rate: int, wanted: int) -> Samples:
    """Polyphase resampling with a 90 dB Kaiser low-pass; flat to 0.9 of the lower Nyquist frequency."""
    if rate == wanted:
        return samples
    up, down = wanted // gcd(rate, wanted), rate // gcd(rate, wanted)
    widest = max(up, down)
    low_pass = firwin(2 * 56 * widest + 1, 0.95 / widest, window=("kaiser", 9.0))
    return resample_poly(samples, up, down, window=low_pass)


def stretch(samples: Samples, factor: float) -> Samples:
    """Play at another speed: all frequencies times `factor`, the length divided by it, at the same rate.

    It is what warping a vocal tract (and the pitch) by `factor` does to sound, with the tempo changed as well.
    """
    return resample(samples, round(16000 * factor), 16000) if abs(factor - 1.0) > 1e-3 else samples


def active_rms(samples: Samples, rate: int) -> float:
    """Root mean square over the 20 ms frames within 40 dB of the loudest one; 0 for silence."""
    size = rate // 50
    frames = samples[: len(samples) // size * size].reshape(-1, size)
    if not len(frames):
        return 0.0
    power = (frames**2).mean(1)
    loud = power[power > power.max() * 1e-4]
    return float(np.sqrt(loud.mean())) if len(loud) else 0.0
