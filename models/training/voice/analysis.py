"""Analysis of a teacher's audio: F0, spectral envelope, band aperiodicity, one value every 10 ms.

F0: autocorrelation candidates (Boersma 1993) and a Viterbi path. Envelope: CheapTrick (Morise 2015) on a mel grid.
Aperiodicity: correlation of each band with itself one period later, after Kawahara's and Morise's band measures.
"""

import wave
from pathlib import Path

import numpy as np
import scipy.signal as ss

try:
    from numba import njit
except ImportError:  # the path search then runs as plain Python, a hundred times slower

    def njit(**_options):
        return lambda f: f


from .grid import BAND_EDGES, BANDS, BIN_HZ, BINS, HOP, MEL_GRID, mel


def read_wav(path: str | Path) -> tuple[np.ndarray, int]:
    """Mono 16-bit PCM as float64 in [-1, 1), and its rate in Hz."""
    with wave.open(str(path)) as w:
        x = np.frombuffer(w.readframes(w.getnframes()), np.int16).astype(np.float64) / 32768
        return x, w.getframerate()


def write_wav(path: str | Path, x: np.ndarray, fs: int) -> None:
    with wave.open(str(path), "wb") as w:
        w.setnchannels(1)
        w.setsampwidth(2)
        w.setframerate(int(fs))
        w.writeframes((np.clip(x, -1, 1) * 32767).astype(np.int16).tobytes())


def _frames(x: np.ndarray, centres: np.ndarray, half: int) -> np.ndarray:
    return np.pad(x, (half, half))[centres[:, None] + np.arange(2 * half + 1)[None]]


@njit(cache=True)
def _viterbi(freq: np.ndarray, score: np.ndarray, hop: float) -> np.ndarray:
    frames, k = freq.shape
    d = np.zeros((frames, k))
    back = np.zeros((frames, k), np.int32)
    d[0] = score[0]
    jump, voicing = 0.35 * (0.01 / hop), 0.14 * (0.01 / hop)
    for t in range(1, frames):
        for b in range(k):
            best, arg = -1e9, 0
            for a in range(k):
                fa, fb = freq[t - 1, a], freq[t, b]
                if fa == 0 and fb == 0:
                    p = 0.0
                elif fa == 0 or fb == 0:
                    p = voicing
                else:
                    p = jump * abs(np.log2(fa / fb))
                s = d[t - 1, a] - p
                if s > best:
                    best, arg = s, a
            d[t, b] = best + score[t, b]
            back[t, b] = arg
    out = np.zeros(frames)
    i = np.argmax(d[frames - 1])
    for t in range(frames - 1, -1, -1):
        out[t] = freq[t, i]
        i = back[t, i]
    return out


def track_f0(x: np.ndarray, fs: int, low: float = 65.0, high: float = 450.0, voicing: float = 0.45) -> np.ndarray:
    """F0 in Hz per frame, 0 where unvoiced. `low`, `high`: search range in Hz."""
    rate = 8000
    y = ss.resample_poly(x, rate, fs) if fs != rate else x
    n = int(np.floor(len(x) / fs / HOP)) + 1
    centres = np.minimum(np.round(np.arange(n) * HOP * rate).astype(int), len(y) - 1)
    half = int(1.5 / low * rate)
    fr = _frames(y, centres, half)
    window = np.hanning(2 * half + 3)[1:-1]
    local, peak = np.abs(fr).max(1), np.abs(y).max() + 1e-9
    fr = (fr - fr.mean(1, keepdims=True)) * window
    size = 1024
    ac = np.fft.irfft(np.abs(np.fft.rfft(fr, size)) ** 2)[:, : size // 2]
    rw = np.fft.irfft(np.abs(np.fft.rfft(window, size)) ** 2)[: size // 2]
    r = ac / (ac[:, :1] + 1e-9) / np.maximum(rw / rw[0], 0.05)
    l0, l1 = int(rate / high), min(int(rate / low) + 1, size // 2 - 2)
    region = r[:, l0:l1]
    is_peak = (region > r[:, l0 - 1 : l1 - 1]) & (region >= r[:, l0 + 1 : l1 + 1])
    lag = np.arange(l0, l1)
    strength = np.where(is_peak, region, -1) - 0.01 * np.log2(low * lag / rate)
    k = 6
    idx = np.argsort(-strength, 1)[:, : k - 1]
    row = np.arange(n)[:, None]
    lags = lag[idx]
    a, b, c = r[row, lags - 1], r[row, lags], r[row, lags + 1]
    den = a - 2 * b + c
    delta = np.clip(np.where(np.abs(den) > 1e-12, 0.5 * (a - c) / np.where(den == 0, 1, den), 0), -0.5, 0.5)
    freq, score = np.zeros((n, k)), np.full((n, k), -1e3)
    good = strength[row, idx] > 0
    freq[:, : k - 1] = np.where(good, rate / (lags + delta), 0)
    score[:, : k - 1] = np.where(
        good, np.clip(b - 0.25 * (a - c) * delta, -1, 1) - 0.01 * np.log2(low * lags / rate), -1e3
    )
    score[:, k - 1] = voicing + np.maximum(0, 2 - (local / peak) / (0.03 / (1 + voicing)))
    return _viterbi(freq, score, HOP)


_mel_cache: dict[tuple[int, int], tuple[np.ndarray, np.ndarray]] = {}


def mel_weights(fs: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Triangular weights (BINS, size/2+1) from an FFT's power bins to the mel grid; and which bins lie below Nyquist."""
    key = (fs, size)
    if key in _mel_cache:
        return _mel_cache[key]
    f = np.arange(size // 2 + 1) * fs / size
    step = MEL_GRID[1] - MEL_GRID[0]
    w = np.maximum(0, 1 - np.abs(mel(f)[None] - MEL_GRID[:, None]) / step)
    for i in range(BINS):
        total = w[i].sum()
        if np.count_nonzero(w[i]) < 3:  # low bins are narrower than the FFT's: interpolate between two
            w[i] = 0
            p = BIN_HZ[i] / fs * size
            j = int(min(np.floor(p), size // 2 - 1))
            w[i, j], w[i, j + 1] = 1 - (p - j), p - j
            total = 1.0
        w[i] /= max(total, 1e-9)
    _mel_cache[key] = (w, BIN_HZ <= fs / 2 + 1)
    return _mel_cache[key]


def envelope(x: np.ndarray, fs: int, f0: np.ndarray, q1: float = -0.15) -> np.ndarray:
    """CheapTrick envelope as natural log power density, (frames, BINS); NaN above the Nyquist frequency."""
    rng = np.random.default_rng(0)
    n, size = len(f0), 1024 if fs <= 16000 else 2048
    f = np.maximum(np.where(f0 > 0, f0, 200.0), 3 * fs / (size - 3) + 1)
    centres = np.minimum(np.round(np.arange(n) * HOP * fs).astype(int), len(x) - 1)
    half = size // 2 - 1
    fr = _frames(x, centres, half) + rng.standard_normal((n, 2 * half + 1)) * 1e-6
    phase = np.arange(-half, half + 1)[None] / fs * f[:, None] / 1.5
    w = np.where(np.abs(phase) <= 1, 0.5 + 0.5 * np.cos(np.pi * phase), 0)
    w /= np.sqrt((w**2).sum(1, keepdims=True))
    s = fr * w
    s -= w * (s.sum(1, keepdims=True) / w.sum(1, keepdims=True))
    power = np.abs(np.fft.rfft(s, size)) ** 2
    df = fs / size
    axis = np.arange(size // 2 + 1) * df
    for i in range(n):  # DC correction: what lies below F0 is mirrored
        k = int(f[i] / df) + 1
        power[i, :k] += np.interp(f[i] - axis[:k], axis[: k + 2], power[i, : k + 2])
    ext = size // 4
    wide = np.concatenate([power[:, ext:0:-1], power, power[:, -2 : -ext - 2 : -1]], 1)
    total = np.cumsum(wide, 1) * df
    base, width, row = np.arange(size // 2 + 1) + ext, f / 3 / df, np.arange(n)[:, None]

    def at(position: np.ndarray) -> np.ndarray:
        j = np.floor(position).astype(int)
        a = position - j
        return total[row, j] * (1 - a) + total[row, j + 1] * a

    smooth = (at(base[None] + width[:, None] - 0.5) - at(base[None] - width[:, None] - 0.5)) / (2 * f[:, None] / 3)
    cepstrum = np.fft.irfft(np.log(smooth + 1e-12))[:, : size // 2 + 1]
    z = f[:, None] * np.arange(size // 2 + 1)[None] / fs
    cepstrum *= np.sinc(z) * ((1 - 2 * q1) + 2 * q1 * np.cos(2 * np.pi * z))
    log_s = np.fft.rfft(np.concatenate([cepstrum, cepstrum[:, -2:0:-1]], 1)).real
    weights, valid = mel_weights(fs, size)
    out = np.log(np.maximum(np.exp(np.minimum(log_s, 30)) @ weights.T, 1e-14))
    out[:, ~valid] = np.nan
    return out


def aperiodicity(x: np.ndarray, fs: int, f0: np.ndarray) -> np.ndarray:
    """Share of aperiodic power in each band, (frames, BANDS) in 0..1; 1 where unvoiced."""
    out = np.ones((len(f0), BANDS))
    voiced = np.where(f0 > 0)[0]
    if len(voiced) == 0:
        return out
    spectrum, axis = np.fft.fft(x), np.fft.fftfreq(len(x), 1 / fs)
    period, centre = 1 / f0[voiced], voiced * HOP
    length = np.maximum(2.0 * period, 0.014)
    points = 64
    u = (np.arange(points) / points - 0.5)[None] * length[:, None]
    for b in range(BANDS):
        lo, hi = BAND_EDGES[b], BAND_EDGES[b + 1]
        gate = np.clip((axis - lo) / 100 + 0.5, 0, 1) * np.clip((hi - axis) / 100 + 0.5, 0, 1)
        if lo == 0:
            gate = gate * (axis > 40)
        z = np.fft.ifft(spectrum * gate * 2) * np.exp(-2j * np.pi * (lo + hi) / 2 * np.arange(len(x)) / fs)

        def at(t: np.ndarray, z: np.ndarray = z) -> np.ndarray:
            p = np.clip(t * fs, 0, len(x) - 2)
            j = p.astype(int)
            a = p - j
            return z[j] * (1 - a) + z[j + 1] * a

        early, late = at(centre[:, None] + u - period[:, None] / 2), at(centre[:, None] + u + period[:, None] / 2)
        power = (np.abs(early) ** 2).sum(1) * (np.abs(late) ** 2).sum(1)
        r = np.abs((early * late.conj()).sum(1)) / np.sqrt(power + 1e-16)
        freedom = np.maximum((hi - lo) * length, 2)
        r2 = np.maximum(0, (r**2 - 1 / freedom) / (1 - 1 / freedom))
        out[voiced, b] = np.clip(1 - np.sqrt(r2), 0.0005, 1)
    return out
