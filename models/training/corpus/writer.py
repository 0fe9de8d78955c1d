# SPDX-License-Identifier: GPL-3.0-or-later
"""Collects the utterances of one speaker: labels.jsonl grows, unusable ones are counted in dropped.jsonl."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from .labels import Utterance, fault, read_labels, to_line, trim_unfinished
from .plan import Task


class SpeakerFolder:
    """DIR/<speaker>: waves, frames and labels; knows what an earlier run finished."""

    def __init__(self, work: Path, speaker: str) -> None:
        self.path = work / speaker
        self.path.mkdir(parents=True, exist_ok=True)
        self._labels = self.path / "labels.jsonl"
        self._dropped = self.path / "dropped.jsonl"
        trim_unfinished(self._labels)
        trim_unfinished(self._dropped)
        self._done = {u.id for u in read_labels(self._labels)}
        if self._dropped.exists():
            self._done |= {json.loads(line)["id"] for line in self._dropped.read_text("utf-8").splitlines()}

    def missing(self, tasks: list[Task]) -> list[Task]:
        """The tasks that are neither written nor dropped yet."""
        return [t for t in tasks if t.id not in self._done]

    def add(self, utterance: Utterance, audio_seconds: float) -> None:
        """Write an utterance, or drop it with its fault."""
        reason = fault(utterance, audio_seconds)
        if reason:
            self.drop(utterance.id, reason)
            return
        with self._labels.open("a", encoding="utf-8") as file:
            file.write(to_line(utterance) + "\n")
        self._done.add(utterance.id)

    def drop(self, id: str, reason: str) -> None:
        """Count an unusable utterance and remove what it left."""
        for suffix in (".wav", ".cg"):
            (self.path / f"{id}{suffix}").unlink(missing_ok=True)
        with self._dropped.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"id": id, "reason": reason}, ensure_ascii=False) + "\n")
        self._done.add(id)

    def write_description(self, description: dict[str, object]) -> None:
        """speaker.json: who speaks, under which licence, and the constants of the voice."""
        text = json.dumps(description, ensure_ascii=False, indent=1)
        (self.path / "speaker.json").write_text(text + "\n", encoding="utf-8")

    def utterances(self) -> list[Utterance]:
        """All written utterances."""
        return list(read_labels(self._labels))

    def drop_counts(self) -> Counter[str]:
        """How many utterances were dropped, by reason."""
        if not self._dropped.exists():
            return Counter()
        return Counter(json.loads(line)["reason"] for line in self._dropped.read_text("utf-8").splitlines())
