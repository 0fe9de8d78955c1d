# SPDX-License-Identifier: GPL-3.0-or-later
"""The one label format of every teacher: an utterance is one JSON object on one line of labels.jsonl.

Times are seconds from the start of the wave file.  A pause is the phone "_" with word -1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

PAUSE = "_"
MARKS = ("", ",", ";", ":", ".", "?", "!", "-", "…")
"""Punctuation that may follow a word."""
SHORTEST_PHONE = 0.001
"""A shorter phone means a broken alignment, seconds."""
END_TOLERANCE = 0.050
"""The last phone ends this close to the end of the audio, seconds."""


@dataclass(frozen=True)
class Word:
    """A spoken word and the punctuation that follows it in the text."""

    text: str
    mark: str = ""


@dataclass(frozen=True)
class Phone:
    """A phone; `ws` and `ss` are 1 on the first phone of its word and syllable, `brk` is its syllable's break."""

    ipa: str
    end: float
    stress: int = 0
    tone: int = 0
    word: int = -1
    ws: int = 0
    ss: int = 0
    brk: int = 0


@dataclass(frozen=True)
class Track:
    """Where the teacher's own frames lie: float32, row by row, next to the label file."""

    file: str
    frames: int
    channels: int


@dataclass(frozen=True)
class Utterance:
    """One spoken sentence."""

    id: str
    split: str
    audio: bool
    text: str
    language: str
    words: list[Word] = field(default_factory=list)
    phones: list[Phone] = field(default_factory=list)
    cg: Track | None = None

    @property
    def seconds(self) -> float:
        """Length by the labels, seconds."""
        return self.phones[-1].end if self.phones else 0.0


def to_line(utterance: Utterance) -> str:
    """The JSON line of an utterance, without its line feed."""
    record = asdict(utterance)
    for phone in record["phones"]:
        phone["end"] = round(phone["end"], 5)
    if utterance.cg is None:
        del record["cg"]
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def from_line(line: str) -> Utterance:
    """Read a line that `to_line` wrote."""
    record: dict[str, Any] = json.loads(line)
    record["words"] = [Word(**w) for w in record["words"]]
    record["phones"] = [Phone(**p) for p in record["phones"]]
    track = record.pop("cg", None)
    return Utterance(**record, cg=Track(**track) if track else None)


def read_labels(path: Path) -> Iterator[Utterance]:
    """The utterances of a label file; a line cut short by an interrupted run is skipped."""
    if not path.exists():
        return
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.endswith("\n"):
                yield from_line(line)


def trim_unfinished(path: Path) -> None:
    """Cut an unfinished last line off, so that the next run may append."""
    if path.exists():
        data = path.read_bytes()
        if data and not data.endswith(b"\n"):
            path.write_bytes(data[: data.rfind(b"\n") + 1])


def merge_pauses(phones: list[Phone]) -> list[Phone]:
    """Adjacent pauses become one."""
    merged: list[Phone] = []
    for phone in phones:
        if merged and phone.ipa == PAUSE and merged[-1].ipa == PAUSE:
            merged[-1] = phone
        else:
            merged.append(phone)
    return merged


def fit_last_pause(phones: list[Phone], audio_seconds: float) -> list[Phone]:
    """Cut the closing pause at the end of the audio: diphone teachers leave its second half out."""
    if len(phones) < 2 or phones[-1].ipa != PAUSE or audio_seconds >= phones[-1].end:
        return phones
    if audio_seconds - phones[-2].end < SHORTEST_PHONE:
        return phones
    return [*phones[:-1], replace(phones[-1], end=audio_seconds)]


def fault(utterance: Utterance, audio_seconds: float) -> str | None:
    """Why the alignment cannot be used, or None when it is sound."""
    spoken = [p for p in utterance.phones if p.ipa != PAUSE]
    if not spoken or not utterance.words:
        return "empty"
    start = 0.0
    for phone in utterance.phones:
        if phone.end < start:
            return "not monotone"
        if phone.end - start < SHORTEST_PHONE:
            return "phone too short"
        start = phone.end
    if abs(start - audio_seconds) > END_TOLERANCE:
        return "end differs from audio"
    if any(not -1 <= p.word < len(utterance.words) for p in utterance.phones):
        return "word index"
    if any(w.mark not in MARKS for w in utterance.words):
        return "mark"
    return None
