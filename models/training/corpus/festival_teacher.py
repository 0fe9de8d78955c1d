# SPDX-License-Identifier: GPL-3.0-or-later
"""festival voices: one run of the interpreter for a batch of sentences, records as the flite program writes them."""

from __future__ import annotations

import subprocess
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from .labels import Phone, Utterance
from .plan import Task
from .records import read_records, to_utterance
from .syllables import starts
from .text_marks import speakable
from .writer import SpeakerFolder

_DUMPER = Path(__file__).parent / "native" / "festival_dump.scm"
BATCH = 200
"""Sentences an interpreter run; a crash costs at most the rest of one batch."""


@dataclass(frozen=True)
class FestivalVoice:
    """A voice: the scheme expression that selects it, its text encoding and its phone set."""

    select: str
    language: str
    phones: Mapping[str, str]
    encoding: str = "ascii"
    stress_levels: tuple[int, int, int] = (0, 1, 2)
    """What the voice's stress 0, 1 and 2 mean here."""
    first_syllable_stress: bool = False
    """The voice knows neither stress nor syllables; the language stresses the first syllable of a word."""


def _quoted(text: str) -> str:
    """A string for the scheme reader."""
    return '"' + text.replace("\\", "").replace('"', "") + '"'


def _encodable(text: str, encoding: str) -> str:
    """Typographic quotes and other strangers replaced by what the voice's encoding holds."""
    text = text.replace("’", "'")
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = unicodedata.normalize("NFKC", text)
    return text


def _with_missing_diphones(errors: str) -> set[str]:
    """Ids of sentences in which the voice put silence for a diphone that it does not have."""
    found, current = set(), ""
    for line in errors.splitlines():
        if line.startswith("dramatis "):
            current = line.split(" ", 1)[1]
        elif "default diphone" in line:
            found.add(current)
    return found


def _first_syllable_stressed(word: list[Phone]) -> list[Phone]:
    """A word that the voice takes for one syllable, cut into syllables and stressed on the first."""
    begins = starts([p.ipa for p in word])
    number, phones = -1, []
    for index, phone in enumerate(word):
        number += index in begins
        brk = phone.brk if number + 1 == len(begins) else 0
        phones.append(replace(phone, stress=int(number == 0), ss=int(index in begins), brk=brk))
    return phones


def _stressed(utterance: Utterance, voice: FestivalVoice) -> Utterance:
    """The utterance with the voice's stress levels as ours."""
    phones: list[Phone] = []
    for word, run in groupby(utterance.phones, key=lambda p: p.word):
        if word >= 0 and voice.first_syllable_stress:
            phones += _first_syllable_stressed(list(run))
        else:
            phones += [replace(p, stress=voice.stress_levels[p.stress] if word >= 0 else 0) for p in run]
    return replace(utterance, phones=phones)


def _run_batch(folder: SpeakerFolder, voice: FestivalVoice, batch: list[Task]) -> None:
    out = folder.path / "records.txt"
    script = folder.path / "batch.scm"
    lines = [f"(load {_quoted(str(_DUMPER))})", voice.select, f'(set! out (fopen {_quoted(str(out))} "w"))']
    for task in batch:
        text = _quoted(_encodable(speakable(task.text), voice.encoding))
        lines.append(f"(dramatis_speak {_quoted(task.id)} {text} {_quoted(str(folder.path))} out)")
    script.write_text("\n".join([*lines, "(fclose out)", ""]), encoding=voice.encoding, errors="replace")
    result = subprocess.run(["festival", "-b", script], capture_output=True, check=False)
    gaps = _with_missing_diphones(result.stderr.decode(voice.encoding, errors="replace"))
    todo = {t.id: t for t in batch}
    with out.open(encoding=voice.encoding, errors="replace") as records:
        for record in read_records(records):
            task = todo.pop(record.id)
            utterance = to_utterance(record, task, voice.language, voice.phones)
            if isinstance(utterance, str):
                folder.drop(task.id, utterance)
            elif task.id in gaps:
                folder.drop(task.id, "missing diphone")
            else:
                folder.add(_stressed(utterance, voice), record.seconds)
    if result.returncode and len(todo) == len(batch):
        raise RuntimeError(f"festival failed: {result.stderr.decode(errors='replace')[-400:]}")
    if todo:
        # The interpreter stopped at the first sentence left over; the next run goes on after it.
        folder.drop(next(iter(todo)), "interpreter stopped")
    out.unlink()
    script.unlink()


def speak(folder: SpeakerFolder, voice: FestivalVoice, tasks: list[Task]) -> None:
    """Speak what is missing."""
    while todo := folder.missing(tasks):
        _run_batch(folder, voice, todo[:BATCH])
