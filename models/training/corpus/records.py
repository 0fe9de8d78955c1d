# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the plain records that the flite and festival dumpers print, and turns them into utterances.

A record is one line `U id samples rate frames channels`, then `W token name` for each word,
`S name end stress word ws ss brk` for each segment, and `E`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from .labels import PAUSE, Phone, Track, Utterance, Word, fit_last_pause, merge_pauses
from .plan import Task
from .text_marks import pieces


@dataclass
class Record:
    """What a dumper said about one utterance."""

    id: str
    samples: int
    rate: int
    frames: int
    channels: int
    words: list[tuple[int, str]] = field(default_factory=list)
    segments: list[list[str]] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """Length of the audio, seconds."""
        return self.samples / self.rate


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """The complete records among a dumper's lines."""
    record: Record | None = None
    for line in lines:
        kind, *parts = line.rstrip("\n").split(" ")
        if kind == "U" and len(parts) == 5:
            samples, rate, frames, channels = (int(p) for p in parts[1:])
            record = Record(parts[0], samples, rate, frames, channels)
        elif record is None:
            continue
        elif kind == "W":
            record.words.append((int(parts[0]), " ".join(parts[1:])))
        elif kind == "S" and len(parts) == 7:
            record.segments.append(parts)
        elif kind == "E":
            yield record
            record = None


def _words(record: Record, text: str) -> tuple[list[Word], dict[int, int]] | None:
    """Words with the marks of the text's pieces, and where each of the teacher's words went.

    Punctuation that the teacher counts as words disappears.  None when teacher and text count other pieces.
    """
    parts = pieces(text)
    spoken = [(i, token, name) for i, (token, name) in enumerate(record.words) if re.search(r"\w", name)]
    if not spoken or spoken[-1][1] + 1 != len(parts):
        return None
    words: list[Word] = []
    places: dict[int, int] = {}
    for position, (index, token, name) in enumerate(spoken):
        last = position + 1 == len(spoken) or spoken[position + 1][1] != token
        places[index] = len(words)
        words.append(Word(name.lower(), parts[token][1] if last else ""))
    return words, places


def _number(text: str, highest: int) -> int:
    """A feature as a whole number within 0..highest; anything else is 0."""
    return min(int(text), highest) if text.isdigit() else 0


def _inserted(before: Phone, ipa: str, end: float) -> list[Phone]:
    """A phone that a post-lexical rule put after `before`: an r after ɝ is part of it, others join its syllable."""
    if (before.ipa, ipa) == ("ɝ", "ɹ"):
        return [replace(before, end=end)]
    return [before, replace(before, ipa=ipa, end=end, ws=0, ss=0)]


def to_utterance(record: Record, task: Task, language: str, table: Mapping[str, str]) -> Utterance | str:
    """The utterance of a record, or why there is none."""
    found = _words(record, task.text)
    if found is None:
        return "pieces differ from text"
    words, places = found
    phones: list[Phone] = []
    for name, end, stress, word, ws, ss, brk in record.segments:
        ipa = table.get(name)
        if ipa is None:
            return f"unknown symbol {name}"
        if ipa == PAUSE:
            phones.append(Phone(PAUSE, float(end)))
        elif int(word) not in places:
            if not phones or phones[-1].ipa == PAUSE:
                return "phone outside words"
            phones[-1:] = _inserted(phones[-1], ipa, float(end))
        else:
            flags = (_number(stress, 2), 0, places[int(word)], int(ws), int(ss), _number(brk, 4))
            phones.append(Phone(ipa, float(end), *flags))
    track = Track(f"{task.id}.cg", record.frames, record.channels) if record.frames else None
    phones = fit_last_pause(merge_pauses(phones), record.seconds)
    return Utterance(task.id, task.split, task.audio, task.text, language, words, phones, track)
