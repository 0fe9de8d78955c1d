# SPDX-License-Identifier: GPL-3.0-or-later
"""Gives stop closures back to their stops: espeak-ng reports a stop at its burst, other teachers at its closure."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
import numpy.typing as npt

STOPS = frozenset("pbtdʈɖcɟkɡq")
SILENCE = 40
"""Highest sample of a closure, 16 bit."""
LONGEST = 0.110
"""Longest closure, seconds."""
_KEPT = 0.012
"""What the phone before keeps at least, seconds."""

Samples = npt.NDArray[np.int16]


def read_wave(path: Path) -> Samples:
    """The samples of a 16 bit mono wave file."""
    with wave.open(str(path), "rb") as file:
        return np.frombuffer(file.readframes(file.getnframes()), dtype="<i2")


def closure_start(samples: Samples, rate: int, before: float, burst: float) -> float:
    """Where the silence that leads to a burst begins, seconds; `before` is the start of the phone before it."""
    low = int(max(before + _KEPT, burst - LONGEST) * rate)
    high = int(burst * rate)
    # The burst itself may begin a few samples early.
    quiet = np.abs(samples[low : max(low, high - rate // 500)].astype(np.int32)) <= SILENCE
    loud = np.flatnonzero(~quiet)
    start = low + (int(loud[-1]) + 1 if loud.size else 0)
    return start / rate if high - start > rate // 100 else burst
