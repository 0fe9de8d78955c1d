# SPDX-License-Identifier: GPL-3.0-or-later
"""The numeric core of the voice recipe, without torch."""

import json
from pathlib import Path

import numpy as np
import pytest

from voice import cg, grid, phones
from voice.dataset import boundaries, breaks, phrase_marks, three_points

ROOT = Path(__file__).resolve().parents[3]


def test_warp_moves_a_formant_up() -> None:
    e = -np.abs(np.arange(grid.BINS) - 30.0)[None].astype(np.float32)
    moved = grid.warp(e, 1.2)
    hz = grid.BIN_HZ[int(moved.argmax())] / grid.BIN_HZ[30]
    assert 1.15 < hz < 1.25


def test_cepstral_filter_has_the_power_of_its_cepstrum() -> None:
    c = np.zeros((2, 25))
    c[:, 0] = (1.0, -2.0)
    assert np.allclose(cg._log_amplitude(c, 0.42), c[:, :1])


def test_postfilter_keeps_energy_and_sharpens() -> None:
    rng = np.random.default_rng(0)
    c = rng.standard_normal((4, 25)) * np.linspace(0.6, 0.05, 25)
    out = cg.postfilter(c, 0.42, 0.4)
    before, after = np.exp(2 * cg._log_amplitude(c, 0.42)).mean(1), np.exp(2 * cg._log_amplitude(out, 0.42)).mean(1)
    assert np.allclose(before, after, rtol=1e-6)
    assert cg._log_amplitude(out, 0.42).std() > cg._log_amplitude(c, 0.42).std()


def test_boundaries_give_each_phone_a_frame() -> None:
    e = boundaries(np.array([0.101, 0.102, 0.103, 0.3]), 30)
    assert e is not None and (np.diff(np.concatenate([[0], e])) >= 1).all() and e[-1] == 30
    assert boundaries(np.array([0.01] * 5), 3) is None


def test_marks_and_breaks_follow_pauses() -> None:
    d = json.loads((ROOT / "test/fixtures/voice-parity.json").read_text("utf8"))
    marks = phrase_marks(d["phones"], d["words"])
    assert marks[1] == "," and marks[5] == "?" and marks[-2] == "."
    b = breaks(d["phones"], marks)
    assert b[3] == 3 and b[12] == 4 and b[20] == 4 and b[7] == 0


def test_three_points_interpolate_unvoiced_frames() -> None:
    f0 = np.where(np.arange(40) % 10 < 5, 100.0, 0.0)
    f3 = three_points(f0, np.array([0, 20]), np.array([20, 40]), np.log(100.0))
    assert f3 is not None and np.abs(f3).max() < 1e-6


@pytest.mark.parametrize(("ipa", "feature", "value"), [("ã", -2, 1), ("tʰ", -4, 1), ("nʲ", -1, 1), ("b", -5, 1), ("s", -5, 0)])
def test_features(ipa: str, feature: int, value: float) -> None:
    f = phones.features(ipa)
    assert f is not None and f[feature] == value


def test_every_letter_has_features_and_a_class() -> None:
    for s in list(phones.VOWELS) + list(phones.CONSONANTS):
        f = phones.features(s)
        assert f is not None and 0 <= phones.phone_class(f) < 12
    assert phones.features("%") is None
