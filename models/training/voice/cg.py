"""Exact parameters of flite's CLUSTERGEN voices: no analysis can be as good as what the synthesizer itself used.

A track has 5 ms frames of [F0, mel-cepstrum c0..c24, strengths of voicing in 5 bands]. flite filters mixed excitation
(pulses weighted by the strengths, noise by what is left) through an MLSA filter (Imai 1983) after a cepstral
post-filter; this module computes the same power spectrum.
"""

from pathlib import Path

import numpy as np

from .analysis import mel_weights
from .grid import BAND_EDGES, BINS

SIZE = 1024


def _to_b(c: np.ndarray, alpha: float) -> np.ndarray:
    """Mel-cepstrum to MLSA filter coefficients (SPTK mc2b)."""
    b = c.copy()
    for k in range(c.shape[1] - 2, -1, -1):
        b[:, k] = c[:, k] - alpha * b[:, k + 1]
    return b


def _to_cepstrum(b: np.ndarray, alpha: float) -> np.ndarray:
    """SPTK b2mc."""
    c = b.copy()
    for k in range(b.shape[1] - 2, -1, -1):
        c[:, k] = b[:, k] + alpha * b[:, k + 1]
    return c


def _log_amplitude(c: np.ndarray, alpha: float, size: int = SIZE) -> np.ndarray:
    """Natural log amplitude response, (frames, size/2+1)."""
    w = np.linspace(0, np.pi, size // 2 + 1)
    warped = w + 2 * np.arctan2(alpha * np.sin(w), 1 - alpha * np.cos(w))
    return c @ np.cos(np.arange(c.shape[1])[:, None] * warped[None])


def postfilter(c: np.ndarray, alpha: float, beta: float) -> np.ndarray:
    """Formant emphasis with constant energy, as flite's postfilter_mcp."""
    if beta <= 0:
        return c
    d = _to_b(c, alpha)
    d[:, 1] -= beta * alpha * d[:, 2]
    d[:, 2:] *= 1 + beta
    out = _to_cepstrum(d, alpha)
    before = np.exp(2 * _log_amplitude(c, alpha)).mean(1)
    after = np.exp(2 * _log_amplitude(out, alpha)).mean(1)
    out[:, 0] += 0.5 * np.log(before / after)
    return out


def read_track(path: str | Path, channels: int) -> np.ndarray:
    """(frames, channels) float32; 5 ms a frame."""
    return np.fromfile(path, np.float32).reshape(-1, channels)


def features(track: np.ndarray, taps: np.ndarray, alpha: float, beta: float, frames: int, fs: int = 16000, order: int = 24) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """taps: (bands, order) of the excitation filters. Returns F0 (Hz), envelope (natural log power density, NaN above Nyquist) and band aperiodicity at 10 ms for `frames` frames."""
    pick = np.minimum(np.arange(frames) * 2, len(track) - 1)
    f0 = np.where(track[pick, 0] > 20, track[pick, 0], 0.0)
    c = postfilter(track[pick, 1 : order + 2].astype(np.float64), alpha, beta)
    power = np.exp(2 * _log_amplitude(c, alpha))
    strength = np.clip(track[pick, order + 2 : order + 7].astype(np.float64), 0, 1)
    response = np.fft.rfft(taps, SIZE)  # (bands, bins): linear phase, so the bands add as amplitudes
    pulses, noise = np.abs(strength @ response) ** 2, np.abs((1 - strength) @ response) ** 2
    voiced = (f0 > 0)[:, None]
    gain = np.where(voiced, pulses + noise, noise)
    share = np.where(voiced, noise / (pulses + noise + 1e-9), 1.0)
    hz = np.arange(SIZE // 2 + 1) * fs / SIZE
    a = np.stack(
        [share[:, (hz >= lo) & (hz < min(hi, fs / 2 - 200))].mean(1) for lo, hi in zip(BAND_EDGES[:-1], BAND_EDGES[1:])], 1
    ).clip(0.0005, 1)
    weights, valid = mel_weights(fs, SIZE)
    e = np.log(np.maximum((power * gain) @ weights.T, 1e-14))
    e[:, ~valid] = np.nan
    assert e.shape == (frames, BINS)
    return f0, e, a
