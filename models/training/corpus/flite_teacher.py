# SPDX-License-Identifier: GPL-3.0-or-later
"""flite voices, through a small C program on libflite that knows the exact end of every segment."""

from __future__ import annotations

import subprocess
from pathlib import Path

from .english_phones import ENGLISH
from .native_build import build
from .plan import Task
from .records import read_records, to_utterance
from .text_marks import speakable
from .writer import SpeakerFolder

STATISTICAL = ("slt", "rms", "awb")
"""Voices that predict spectral frames; kal16 joins recorded diphones."""
_LIBRARIES = ["flite_cmu_us_slt", "flite_cmu_us_rms", "flite_cmu_us_awb", "flite_cmu_us_kal16"]
_LIBRARIES += ["flite_usenglish", "flite_cmulex", "flite", "m"]


def voice_constants(program: Path, voice: str) -> dict[str, object]:
    """The constants that a vocoder needs to follow the voice's own frames."""
    output = subprocess.run([program, voice, "--info"], check=True, capture_output=True, text=True).stdout
    constants: dict[str, object] = {}
    filters = []
    for line in output.splitlines():
        name, *values = line.split()
        if name == "filter":
            filters.append([float(v) for v in values])
        else:
            constants[name] = float(values[0])
    if not constants.pop("statistical"):
        return {}
    channels = int(float(str(constants["trackChannels"])))
    bands = int(float(str(constants["strengthChannels"])))
    constants |= {
        "melCepstrumOrder": channels - 2,
        "channels": [{"name": "f0", "unit": "Hz, 0 unvoiced", "first": 0, "count": 1},
                     {"name": "melCepstrum", "unit": "log amplitude, before the beta post-filter", "first": 1,
                      "count": channels - 1},
                     {"name": "pulseStrength", "unit": "0 noise .. 1 pulse", "first": channels, "count": bands}],
        "excitationFilters": filters,
        "frames": "frame i lies at i * frameAdvance seconds; the voice glides linearly between frames",
    }  # fmt: skip
    return {"cg": constants}


def speak(folder: SpeakerFolder, voice: str, tasks: list[Task], build_folder: Path) -> dict[str, object]:
    """Speak what is missing; returns the constants of the voice."""
    program = build("flite_dump", _LIBRARIES, build_folder)
    todo = {t.id: t for t in folder.missing(tasks)}
    lines = [f"{t.id}\t{'a' if t.audio else '-'}\t{speakable(t.text)}\n" for t in todo.values()]
    request = folder.path / "request.tsv"
    request.write_text("".join(lines), encoding="ascii")
    with request.open() as source:
        process = subprocess.Popen([program, voice, folder.path], stdin=source, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        for record in read_records(process.stdout):
            utterance = to_utterance(record, todo[record.id], "en-us", ENGLISH)
            if isinstance(utterance, str):
                folder.drop(record.id, utterance)
            else:
                folder.add(utterance, record.seconds)
        if process.wait() != 0:
            raise RuntimeError(f"flite stopped with code {process.returncode}")
    request.unlink()
    return voice_constants(program, voice)
