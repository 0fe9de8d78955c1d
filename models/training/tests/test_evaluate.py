# SPDX-License-Identifier: GPL-3.0-or-later
"""The logic of the measures: texts, error rates, warping, pitch, distances."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from evaluate.audio import active_rms, read_wav, resample, stretch, write_wav
from evaluate.distance import edit_distance, frame_costs, warp_path
from evaluate.errors import character_error_rate, difference, mean_ratio, ratio, score, scores_of, word_error_rate
from evaluate.measures import Take, distance, measure, take
from evaluate.pitch import track_f0
from evaluate.recogniser import prepare
from evaluate.spectrum import align, log_mel, mel_distance
from evaluate.text import normalise, read_texts, spell_number, spoken


@pytest.mark.parametrize(
    ("value", "words"),
    [(0, "zero"), (13, "thirteen"), (40, "forty"), (99, "ninety nine"), (305, "three hundred five"),
     (12_000, "twelve thousand"), (1_234_567, "one million two hundred thirty four thousand five hundred sixty seven")],
)  # fmt: skip
def test_numbers_are_spelled(value: int, words: str) -> None:
    assert spell_number(value) == words


def test_numbers_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        spell_number(-1)


@pytest.mark.parametrize(
    ("text", "words"),
    [("The girl's purse?", ["the", "girls", "purse"]),
     ("’Tis twenty-one, 1,024; THE(2) end...", "tis twenty one one thousand twenty four the end".split()),
     ("cant(2) a(3)", ["cant", "a"]), ("  -- ", [])],
)  # fmt: skip
def test_texts_are_normalised(text: str, words: list[str]) -> None:
    assert normalise(text) == words


@pytest.mark.parametrize(
    ("a", "b", "errors"),
    [("", "", 0), ("abc", "", 3), ("", "ab", 2), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("abc", "abc", 0)],
)
def test_edit_distance(a: str, b: str, errors: int) -> None:
    assert edit_distance(a, b) == edit_distance(b, a) == errors


def test_scores_count_words_and_letters() -> None:
    one = score("h000", "The cat sat down.", "the cats at down")
    assert (one.word_errors, one.words) == (2, 4)
    assert (one.character_errors, one.characters) == (0, 13)


def _systems() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    texts = {f"h{i:03d}": "one two three four five six" for i in range(40)}
    good = {id: text if int(id[1:]) % 4 else "one two" for id, text in texts.items()}
    bad = {id: text if int(id[1:]) % 2 else "one two" for id, text in texts.items()}
    return texts, good, bad


def test_rates_lie_in_their_interval() -> None:
    texts, good, _ = _systems()
    rate = word_error_rate(scores_of(texts, good))
    assert rate.value == pytest.approx(4 / 6 / 4)
    assert 0.0 < rate.low < rate.value < rate.high < 0.35
    assert character_error_rate(scores_of(texts, texts)).high == 0.0


def test_paired_comparison_is_narrower_than_the_systems() -> None:
    texts, good, bad = _systems()
    a, b = scores_of(texts, bad), scores_of(texts, good)
    compared = ratio(a, b)
    assert compared.value == pytest.approx(2.0)
    assert 1.0 < compared.low < 2.0 < compared.high
    points = difference(a, b)
    alone = word_error_rate(a)
    assert points.value == pytest.approx(1 / 6)
    assert points.high - points.low < (alone.high - alone.low) + 1e-9
    assert ratio(a, a).low == ratio(a, a).high == 1.0


def test_mean_ratio_uses_common_sentences() -> None:
    texts, good, bad = _systems()
    short = {id: bad[id] for id in list(bad)[:20]}
    both = mean_ratio([scores_of(texts, short), scores_of(texts, good)], [scores_of(texts, good)] * 2)
    assert both.value == pytest.approx(1.5)
    with pytest.raises(ValueError, match="no sentence"):
        mean_ratio([scores_of(texts, good)], [scores_of({"x": "a"}, {"x": "a"})])


def test_texts_are_read_from_each_kind_of_file(tmp_path: Path) -> None:
    (tmp_path / "held.txt").write_text("First one.\nSecond one.\n")
    (tmp_path / "labels.jsonl").write_text(json.dumps({"id": "t1", "text": "A b.", "words": []}) + "\n")
    (tmp_path / "list.tsv").write_text("x1\tOne two\n")
    assert read_texts(tmp_path / "held.txt") == {"h000": "First one.", "h001": "Second one."}
    assert read_texts(tmp_path / "labels.jsonl") == {"t1": "A b."}
    assert read_texts(tmp_path / "list.tsv") == {"x1": "One two"}
    (tmp_path / "h001.wav").touch()
    assert spoken(read_texts(tmp_path / "held.txt"), tmp_path) == {"h001": "Second one."}


def test_warping_finds_a_stretched_copy() -> None:
    rng = np.random.default_rng(2)
    track = np.cumsum(rng.standard_normal((30, 4)), 0)
    slow = np.repeat(track, 2, 0)
    i, j = warp_path(frame_costs(track, slow))
    assert (i[0], j[0], i[-1], j[-1]) == (0, 0, 29, 59)
    assert (np.diff(i) >= 0).all() and (np.diff(j) >= 0).all()
    assert (i == j // 2).all()


def test_warping_costs_no_more_than_a_brute_force_search() -> None:
    costs = np.random.default_rng(3).random((5, 6))

    def cheapest(i: int, j: int) -> float:
        if i == j == 0:
            return float(costs[0, 0])
        before = [cheapest(a, b) for a, b in ((i - 1, j - 1), (i - 1, j), (i, j - 1)) if a >= 0 and b >= 0]
        return float(costs[i, j]) + min(before)

    i, j = warp_path(costs)
    assert costs[i, j].sum() == pytest.approx(cheapest(4, 5))
    with pytest.raises(ValueError, match="no frames"):
        warp_path(np.zeros((0, 3)))


def _voice(f0: float, seconds: float = 1.2, rate: int = 24000, formant: float = 700.0) -> np.ndarray:
    """A buzz whose pitch falls by a tenth, with one resonance, between two silences."""
    time = np.arange(int(seconds * rate)) / rate
    phase = 2 * np.pi * np.cumsum(f0 * (1.05 - 0.1 * time / seconds)) / rate
    buzz = sum(np.sin(k * phase) / (1 + ((k * f0 - formant) / 200.0) ** 2) for k in range(1, int(5000 / f0)))
    return np.pad(0.2 * np.asarray(buzz), rate // 5)


@pytest.mark.parametrize("f0", [82.0, 120.0, 210.0, 330.0])
def test_pitch_is_found(f0: float) -> None:
    track = track_f0(_voice(f0), 24000)
    voiced = track[track > 0]
    assert np.median(voiced) == pytest.approx(f0, rel=0.02)
    assert 110 <= len(voiced) <= 130
    assert voiced.max() / voiced.min() < 1.2


def test_noise_has_no_pitch() -> None:
    assert (track_f0(0.1 * np.random.default_rng(4).standard_normal(24000), 24000) > 0).mean() < 0.05


def test_resampling_keeps_a_tone_and_stops_aliases() -> None:
    time = np.arange(24000) / 24000
    low, high = np.sin(2 * np.pi * 3000 * time), np.sin(2 * np.pi * 9000 * time)
    assert active_rms(resample(low, 24000, 16000), 16000) == pytest.approx(0.5**0.5, rel=0.01)
    assert np.abs(resample(high, 24000, 16000)[2000:-2000]).max() < 1e-3
    raised = np.abs(np.fft.rfft(stretch(low, 1.2)[:16000]))
    assert raised.argmax() / 16000 * 24000 == pytest.approx(3600, rel=0.01)


def test_prepared_audio_has_one_level_and_no_silence(tmp_path: Path) -> None:
    quiet, loud = tmp_path / "a" / "h001.wav", tmp_path / "b" / "h001.wav"
    for path, gain in ((quiet, 0.05), (loud, 0.9)):
        path.parent.mkdir()
        write_wav(path, _voice(140.0) * gain, 24000)
    one, two = (np.frombuffer(prepare(path), "<i2").astype(float) for path in (quiet, loud))
    assert np.abs(one - two).max() < 0.02 * np.abs(two).max()
    assert 1.0 < one[:3000].std() < 30.0
    assert prepare(quiet) == prepare(quiet)


def test_wav_files_round_trip(tmp_path: Path) -> None:
    samples = _voice(140.0)
    write_wav(tmp_path / "x.wav", samples, 24000)
    again, rate = read_wav(tmp_path / "x.wav")
    assert rate == 24000
    assert np.abs(again - samples).max() < 1e-4


def test_distance_is_small_for_the_same_sound_and_grows_with_the_formant() -> None:
    one = log_mel(_voice(140.0), 24000)
    near, far = log_mel(_voice(140.0, 1.5, formant=720.0), 24000), log_mel(_voice(140.0, 1.5, formant=1400.0), 24000)

    def apart(other: np.ndarray) -> float:
        i, j = align(one, other)
        return mel_distance(one[i], other[j])[0]

    assert apart(one) == 0.0
    assert apart(near) < 2.0 < apart(far)
    assert mel_distance(one, one + np.log(4.0)) == pytest.approx((0.0, 0.0), abs=1e-9)


def test_measures_of_a_folder(tmp_path: Path) -> None:
    takes: dict[float, list[Take]] = {}
    for f0 in (120.0, 240.0):
        takes[f0] = []
        for n, seconds in enumerate((1.0, 1.4)):
            path = tmp_path / f"{f0}-{n}.wav"
            write_wav(path, _voice(f0, seconds), 24000)
            takes[f0].append(take((f"h{n:03d}", "five words are spoken here", path)))
    low, high = measure(takes[120.0], {"h000": 12, "h001": 12}), measure(takes[240.0])
    assert low.f0_median == pytest.approx(120.0, rel=0.02)
    assert high.f0_median == pytest.approx(240.0, rel=0.02)
    assert low.f0_range == pytest.approx(12 * np.log2(1.05 / 0.95) * 0.9, rel=0.15)
    assert low.words_per_second == pytest.approx(10 / 2.4, rel=0.05)
    assert low.phones_per_second == pytest.approx(10.0, rel=0.05)
    assert high.phones_per_second is None
    apart = distance(takes[240.0], takes[120.0], jobs=1)
    assert apart.sentences == 2
    assert apart.duration == pytest.approx(1.0, abs=0.02)
    assert apart.f0_correlation > 0.95


def test_a_pause_counts_as_one(tmp_path: Path) -> None:
    path = tmp_path / "h000.wav"
    write_wav(path, np.concatenate([_voice(120.0, 0.8), _voice(120.0, 0.8)]), 24000)
    found = measure([take(("h000", "one two", path))])
    assert found.pause_share == pytest.approx(0.4 / 2.0, abs=0.04)
