"""The grids that every stage shares: frame rate, sample rate, mel bins, aperiodicity bands."""

import numpy as np

HOP = 0.010
"""Seconds per frame."""
FS = 24000
"""Hz of everything the voice says."""
BINS = 72
FMAX = 12000.0
BANDS = 5
BAND_EDGES = (0, 1000, 2000, 4000, 6000, 8000)
BAND_CENTRES = np.array([500.0, 1500.0, 3000.0, 5000.0, 7000.0])
FLOOR = -18.0
"""Smallest log power density kept (natural log)."""


def mel(hz: np.ndarray | float) -> np.ndarray:
    """O'Shaughnessy mel scale (natural log form)."""
    return 1127.0 * np.log1p(np.asarray(hz, float) / 700.0)


def hertz(m: np.ndarray | float) -> np.ndarray:
    return 700.0 * np.expm1(np.asarray(m, float) / 1127.0)


MEL_GRID = np.linspace(0.0, float(mel(FMAX)), BINS)
BIN_HZ = hertz(MEL_GRID)
LOW = np.where(BIN_HZ <= 7350)[0]
"""Bins that a 16 kHz teacher fills."""
HIGH = np.where(BIN_HZ > 7350)[0]


def warp(envelope: np.ndarray, factor: float) -> np.ndarray:
    """Moves formants by `factor` (above 1: up). envelope: (frames, BINS)."""
    if factor == 1.0:
        return envelope
    position = np.minimum(mel(np.minimum(BIN_HZ / factor, FMAX)) / (MEL_GRID[1] - MEL_GRID[0]), BINS - 1.001)
    j = position.astype(int)
    a = (position - j).astype(envelope.dtype)
    return envelope[:, j] * (1 - a) + envelope[:, j + 1] * a
