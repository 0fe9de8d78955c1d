# SPDX-License-Identifier: GPL-3.0-or-later
"""Who speaks what: every English speaker's share of the sentences, seeded."""

from __future__ import annotations

import random
from dataclasses import dataclass

from .english_text import EnglishText

COMMON = 150
"""Sentences that every English speaker speaks."""
CORE = 300
"""Sentences that the four main speakers and the formant synthesizer share, the common ones among them."""
AUDIO = {"slt": 2200, "rms": 2200, "awb": 2200, "hts": 2200, "kal16": 1400, "ked": 1400}
"""Training sentences with audio, per English speaker."""
PROSODY_ONLY = 3500
"""Further sentences of the statistical voices: labels and frames, no audio."""


@dataclass(frozen=True)
class Task:
    """One sentence for one speaker."""

    id: str
    split: str
    text: str
    audio: bool = True


def core_sentences(text: EnglishText) -> list[int]:
    """Indices of the shared sentences; the first `COMMON` belong to every speaker."""
    fits = [i for i, s in enumerate(text.train) if 25 <= len(s) <= 90]
    return random.Random(11).sample(fits, CORE)


def held_tasks(text: EnglishText) -> list[Task]:
    """The held-out sentences, which every English speaker speaks."""
    return [Task(f"h{i:03d}", "held", s) for i, s in enumerate(text.held)]


def _train_task(text: EnglishText, index: int, audio: bool = True) -> Task:
    return Task(f"t{index:05d}", "train", text.train[index], audio)


def core_tasks(text: EnglishText) -> list[Task]:
    """The shared sentences as tasks."""
    return [_train_task(text, i) for i in core_sentences(text)]


def english_tasks(speaker: str, text: EnglishText, statistical: bool) -> list[Task]:
    """Held-out sentences, the shared ones, the speaker's own choice, then sentences without audio."""
    core = core_sentences(text)
    if speaker in ("kal16", "ked"):
        core = core[:COMMON]
    rest = [i for i in range(len(text.train)) if i not in set(core)]
    random.Random(f"plan {speaker}").shuffle(rest)
    own = AUDIO[speaker] - len(core)
    tasks = held_tasks(text) + [_train_task(text, i) for i in core + rest[:own]]
    if statistical:
        tasks += [_train_task(text, i, audio=False) for i in rest[own : own + PROSODY_ONLY]]
    return tasks
