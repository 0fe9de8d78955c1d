# SPDX-License-Identifier: GPL-3.0-or-later
"""Copy synthesis: what the training knows of a held-out sentence, straight through the vocoder.

It is the ceiling of the acoustic model.  For base speakers whose teachers do not speak English it is also the only
thing to compare with: their English is another speaker's, converted.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np

from .render import render_copies


def _pitch_shift(utterances: list[Any], log_mean: float) -> float:
    """Factor that brings converted speech, which has its source's F0, to the speaker's own; 1 for other speech."""
    if not utterances[0].converted:
        return 1.0
    f0 = np.concatenate([u.f0[u.f0 > 0] for u in utterances])
    return float(np.exp(log_mean - np.log(f0).mean()))


def write_copies(dataset: Path, out: Path, speakers: list[str], ids: set[str]) -> dict[str, Path]:
    """Copies of the speakers' held-out English sentences as OUT/<speaker>/<id>.wav; folders by speaker.

    `dataset` is the file that `voice.prepare` writes; without it there are no copies.
    """
    if not dataset.exists():
        return {}
    with dataset.open("rb") as file:
        data = pickle.load(file)
    stems: list[tuple[Path, Path]] = []
    folders: dict[str, Path] = {}
    for speaker in speakers:
        held = [u for u in data["data"] if u.speaker == speaker and u.held and u.E is not None and u.language == "en-us"]
        held = [u for u in held if u.id.split("_")[0] in ids]
        if not held:
            continue
        shift = _pitch_shift(held, data["speakers"][speaker].log_f0_mean)
        folder = folders[speaker] = out / speaker
        folder.mkdir(parents=True, exist_ok=True)
        for u in held:
            id = u.id.split("_")[0]
            stem = folder / id
            for name, values in (("f0", u.f0 * shift), ("env", u.E), ("ap", u.A)):
                Path(f"{stem}.{name}.f32").write_bytes(np.ascontiguousarray(values, "<f4").tobytes())
            stems.append((stem, folder / f"{id}.wav"))
    render_copies(stems)
    for stem, _ in stems:
        for name in ("f0", "env", "ap"):
            Path(f"{stem}.{name}.f32").unlink()
    return folders
