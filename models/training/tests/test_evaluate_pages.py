# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages that are written from the figures, and which voices are compared with what."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evaluate.audio import read_wav, write_wav
from evaluate.card import card
from evaluate.errors import Score
from evaluate.evaluation import Evaluation
from evaluate.pack import Voice, read_pack
from evaluate.report import markdown


def _interval(value: float) -> dict[str, float]:
    return {"value": value, "low": value * 0.9, "high": value * 1.1}


def _figures(rate: float) -> dict[str, Any]:
    measures = {"f0_median": 172.0, "f0_range": 6.5, "phones_per_second": 12.6, "words_per_second": 3.2,
                "cepstral_spread": 1.4}  # fmt: skip
    return {"wordErrorRate": _interval(rate), "characterErrorRate": _interval(rate / 2), "measures": measures}


@pytest.fixture
def result() -> dict[str, Any]:
    slt = {
        "name": "slt", **_figures(0.21), "reference": {"kind": "teacher", "speaker": "slt"},
        "referenceWordErrorRate": _interval(0.2), "ratio": _interval(1.04), "distance": {"cepstral": 5.4},
        "copy": {**_figures(0.2), "distance": {"cepstral": 2.5}},
    }  # fmt: skip
    pia = {"name": "Pia", **_figures(0.4), "reference": {"kind": "warped", "speaker": "slt"},
           "referenceWordErrorRate": _interval(0.44), "ratio": _interval(0.91)}  # fmt: skip
    bars = {"mean": _interval(1.05), "meanLimit": 1.05, "meanWithConverted": None,
            "worst": {"speaker": "slt", "ratio": 1.05}, "worstLimit": 1.2, "passed": True}  # fmt: skip
    return {
        "recogniser": "a recogniser", "sentences": 200, "bars": bars, "base": {"slt": slt, "new": {"name": "new", **_figures(0.3)}},
        "house": {"pia": pia}, "teachers": {"slt": _figures(0.2)},
        "programs": {"espeak-ng": _figures(0.6), "flite": _figures(0.5)},
    }  # fmt: skip


def test_page_holds_every_voice_and_its_reference(result: dict[str, Any]) -> None:
    page = markdown(result)
    assert "| slt | slt: 20.0 (18.0 to 22.0) | 20.0 (18.0 to 22.0) | 21.0 (18.9 to 23.1) | 1.04 (0.94 to 1.14) |" in page
    assert "5.4 (2.5)" in page
    assert "| new | – | – | 30.0 (27.0 to 33.0) | – |" in page
    assert "| Pia (`pia`) | slt warped: 44.0 (39.6 to 48.4) | 40.0" in page
    assert "| espeak-ng | 60.0" in page
    assert "- Reached." in page
    assert "Not reached" not in page


def test_page_says_when_a_bar_is_missed(result: dict[str, Any]) -> None:
    result["bars"]["passed"] = False
    assert "- Not reached." in markdown(result)


def test_tables_have_as_many_cells_as_heads(result: dict[str, Any]) -> None:
    for block in markdown(result).split("\n\n"):
        rows = [line for line in block.splitlines() if line.startswith("|")]
        assert len({line.count("|") for line in rows}) <= 1, block


def test_card_takes_what_is_known_and_says_that_speech_is_synthetic(result: dict[str, Any]) -> None:
    pack = {"id": "starter", "name": "Starter", "version": "1.0.0", "sampleRate": 24000, "licence": "GPL-3.0-or-later",
            "files": {"a.onnx": {"bytes": 2_000_000}, "b.onnx": {"bytes": 3_000_000}}}  # fmt: skip
    facts = {"steps": ["Listened.", "Spoke."], "hours": 3.5, "hardware": "two cores",
             "models": [{"name": "acoustic", "parameters": 2_500_000, "megabytes": 10.0}],
             "speech": [{"speaker": "slt", "sentences": 2200, "hours": 2.03}], "limits": ["It cannot sing."]}  # fmt: skip
    page = card(pack, result, facts)
    for wanted in ("5.0 MB", "synthetic speech", "1. Listened.", "3.5 hours on two cores", "2.50 M", "| slt | 2200 | 2.03 |",
                   "It cannot sing.", "CMU permissive", "between 40.0 and 40.0 %", "espeak-ng 60.0"):  # fmt: skip
        assert wanted in page, wanted
    bare = card(pack, result, {})
    assert "It took" not in bare
    assert "models/training/" in bare


def _evaluation(tmp_path: Path) -> Evaluation:
    for name in ("slt", "rms"):
        folder = tmp_path / "corpus" / name
        folder.mkdir(parents=True)
        write_wav(folder / "h000.wav", 0.1 * np.sin(np.arange(16000) * 0.3), 16000)
    return Evaluation(tmp_path / "pack", tmp_path, {"h000": "A text."}, jobs=1)


def _voice(mix: dict[str, float], tract: float = 1.0) -> Voice:
    return Voice("x", "X", {"speaker": {"mix": mix}, "tract": tract})


def test_voices_are_compared_with_their_main_speaker(tmp_path: Path) -> None:
    run = _evaluation(tmp_path)
    own = run.reference(_voice({"slt": 0.4, "rms": 0.6}))
    assert own and (own.kind, own.speaker, own.folder) == ("teacher", "rms", tmp_path / "corpus" / "rms")
    assert run.reference(_voice({"dita": 1.0})) is None
    run.copies["dita"] = tmp_path / "copies" / "dita"
    converted = run.reference(_voice({"dita": 1.0}))
    assert converted and converted.kind == "converted"
    assert run.reference(Voice("e", "E", {"speaker": {"embedding": [0.1]}})) is None


def test_warped_voices_are_compared_with_warped_teachers(tmp_path: Path) -> None:
    warped = _evaluation(tmp_path).reference(_voice({"slt": 1.0}, tract=1.25))
    assert warped and warped.kind == "warped"
    samples, rate = read_wav(warped.folder / "h000.wav")
    assert (len(samples), rate) == (pytest.approx(16000 / 1.25, abs=2), 16000)


def test_bars_hold_the_mean_and_each_speaker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = _evaluation(tmp_path)
    errors = {"ours/slt": 22, "corpus/slt": 20, "ours/rms": 19, "corpus/rms": 20}

    def heard(folder: Path) -> list[Score]:
        wrong = errors[f"{folder.parent.name}/{folder.name}"]
        return [Score(f"h{i:03d}", "", "", wrong, 100, wrong, 300) for i in range(20)]

    monkeypatch.setattr(run, "heard", heard)
    (tmp_path / "pack").mkdir()
    files = {"pack.json": {"id": "p", "version": "1"}, "voices.json": [],
             "tables.json": {"speakers": [{"name": "slt"}, {"name": "rms"}]}}  # fmt: skip
    for name, content in files.items():
        (tmp_path / "pack" / name).write_text(json.dumps(content))
    pack = read_pack(tmp_path / "pack")
    base: dict[str, dict[str, object]] = {"slt": {}, "rms": {}}
    bars = run.bars(pack, base)
    assert bars["mean"]["value"] == pytest.approx(41 / 40)  # type: ignore[index]
    assert bars["passed"] is True
    assert bars["worst"] == {"speaker": "slt", "ratio": pytest.approx(1.1)}
    errors |= {"ours/rms": 15, "ours/slt": 25}
    assert run.bars(pack, base)["passed"] is False, "one speaker is farther off than it may be"
    errors |= {"ours/rms": 22, "ours/slt": 22}
    assert run.bars(pack, base)["passed"] is False, "the mean is"


def test_measuring_needs_no_drawing() -> None:
    """numpy and scipy are enough to measure; only a sheet of spectrograms needs matplotlib."""
    program = "import sys; sys.modules['matplotlib'] = None; import evaluate.evaluation, evaluate.sheets"
    subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[1], check=True)
