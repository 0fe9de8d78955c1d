"""Speech of one speaker turned into another's: vocal-tract warp and envelope offsets per phone.

For each phone that both speakers say, the mean envelopes of its middle frames are compared; the warp is the factor that
brings them closest in shape, and what is left is an offset per phone, shrunk towards its phone class and that towards
the mean of all (few examples of a phone are not trusted). No parallel sentences are needed.
"""

from collections.abc import Iterable

import numpy as np
from scipy.sparse import csr_matrix

from .dataset import Utterance
from .grid import BINS, FLOOR, LOW, warp
from .phones import Inventory

SHRINK_PHONE, SHRINK_CLASS = 150.0, 300.0


_cache: dict[tuple[int, int], tuple[np.ndarray, np.ndarray]] = {}


def cached_envelopes(us: list[Utterance], phones: int) -> tuple[np.ndarray, np.ndarray]:
    """`phone_envelopes` of a list that lives as long as the program (a source of several conversions)."""
    key = (id(us), phones)
    if key not in _cache:
        _cache[key] = phone_envelopes(us, phones)
    return _cache[key]


def phone_envelopes(us: Iterable[Utterance], phones: int) -> tuple[np.ndarray, np.ndarray]:
    """Sum of middle-frame envelopes per phone (phones, BINS), and frame counts (phones,)."""
    total, count = np.zeros((phones, BINS)), np.zeros(phones)
    for u in us:
        if u.E is None:
            continue
        ends = np.cumsum(u.durations)
        starts = ends - u.durations
        middle = np.zeros(len(u.E), bool)
        for s, e in zip(starts, ends):
            q = (e - s) // 4
            middle[s + q : max(e - q, s + q + 1)] = True
        ids = np.repeat(u.ids, u.durations)[middle]
        pick = csr_matrix((np.ones(len(ids)), (ids, np.arange(len(ids)))), shape=(phones, len(ids)))
        total += pick @ u.E[middle].astype(np.float64)
        count += np.bincount(ids, minlength=phones)
    return total, count


class Conversion:
    """Learned from `source` and `target` utterances; `apply` gives a copy of an utterance in the target's voice."""

    def __init__(self, source: list[Utterance], target: list[Utterance], inventory: Inventory, name: str):
        n = len(inventory)
        (ts, cs), (tt, ct) = cached_envelopes(source, n), phone_envelopes(target, n)
        both = np.where((cs > 40) & (ct > 40))[0]
        ms, mt = ts[both] / cs[both, None], tt[both] / ct[both, None]
        weight = np.minimum(np.minimum(cs[both], ct[both]), 2000.0)
        weight[both == 0] = 0
        best = (np.inf, 1.0)
        for w in np.arange(0.8, 1.31, 0.025):
            d = (mt - warp(ms, w))[:, LOW]
            d = d - d.mean(1, keepdims=True)
            d = d - (weight[:, None] * d).sum(0) / weight.sum()
            score = float((weight * np.sqrt((d**2).mean(1))).sum() / weight.sum())
            best = min(best, (score, float(w)))
        self.name, self.factor = name, best[1]
        diff = np.zeros((n, BINS))
        diff[both] = mt - warp(ms, self.factor)
        w_phone = np.zeros(n)
        w_phone[both] = weight
        overall = (w_phone[:, None] * diff).sum(0) / w_phone.sum()
        classes = inventory.classes
        by_class = np.stack(
            [
                ((w_phone[classes == k, None] * diff[classes == k]).sum(0) + SHRINK_CLASS * overall) / (w_phone[classes == k].sum() + SHRINK_CLASS)
                for k in range(12)
            ]
        )
        kernel = np.hanning(7)[1:-1] / np.hanning(7)[1:-1].sum()
        offsets = (w_phone[:, None] * diff + SHRINK_PHONE * by_class[classes]) / (w_phone + SHRINK_PHONE)[:, None]
        offsets[0] = by_class[0] if w_phone[0] else overall
        self.offsets = np.apply_along_axis(lambda r: np.convolve(np.pad(r, 2, "edge"), kernel, "valid"), 1, offsets)
        print(f"convert {source[0].speaker} -> {name}: warp {self.factor:.3f}, distance {best[0] * 4.343:.2f} dB over {len(both)} phones", flush=True)

    def apply(self, u: Utterance) -> Utterance:
        """A copy of `u` with the target's envelope; F0 stays, since it is stored relative to the speaker's mean."""
        assert u.E is not None
        o = self.offsets[np.repeat(u.ids, u.durations)]
        kernel = np.hanning(7)[1:-1] / np.hanning(7)[1:-1].sum()
        o = np.apply_along_axis(lambda r: np.convolve(np.pad(r, 2, "edge"), kernel, "valid"), 0, o) if len(o) > 5 else o
        e = np.maximum(warp(u.E.astype(np.float32), self.factor) + o, FLOOR).astype(np.float16)
        return Utterance(**{**u.__dict__, "speaker": self.name, "E": e, "converted": True})
