# SPDX-License-Identifier: GPL-3.0-or-later
"""espeak-ng: phoneme events with times; stress comes from its transcription, tones from the pinyin text."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from .closures import STOPS, Samples, closure_start, read_wave
from .espeak_ipa import clean, first_share, is_vowel, split
from .labels import PAUSE, Phone, Utterance, Word, merge_pauses
from .native_build import build
from .plan import Task
from .syllables import pinyin_starts, pinyin_syllables, starts
from .text_marks import pieces, speakable
from .writer import SpeakerFolder

RATE, PITCH = 165, 50
"""Words a minute; pitch of 0..99."""
_SHORTEST_PAUSE = 0.020
"""An empty event shorter than this belongs to the phone before it, seconds."""
_GLOTTAL = ("de", "en")
"""Languages whose empty event before a vowel is a glottal stop."""
VOICES = {"en-gb": "en"}
"""espeak's voice, where it is not called like the language."""
MANDARIN = "cmn-latn-pinyin"


@dataclass
class Event:
    """A phoneme event: symbol, time in samples, the piece of the text it belongs to, stress 0..2."""

    symbol: str
    start: int
    piece: int
    opens: bool
    stress: int = 0


@dataclass
class EspeakRecord:
    """What the dumper said about one utterance."""

    id: str = ""
    samples: int = 0
    rate: int = 1
    transcription: str = ""
    raw: list[tuple[str, int, str]] = field(default_factory=list)


def read_records(lines: Iterable[str]) -> Iterator[EspeakRecord]:
    """The complete records among the dumper's lines."""
    record = EspeakRecord()
    for line in lines:
        kind, _, rest = line.rstrip("\n").partition(" ")
        parts = rest.split(" ")
        if kind in ("W", "P"):
            record.raw.append((kind, int(parts[0]), parts[1] if len(parts) > 1 else ""))
        elif kind == "T":
            record.transcription = rest
        elif kind == "U":
            record.id, record.samples, record.rate = parts[0], int(parts[1]), int(parts[2])
        elif kind == "E":
            yield record
            record = EspeakRecord()


def _piece_offsets(text: str) -> list[int]:
    """1-based character at which each piece of the text begins."""
    offsets, position = [], 0
    for piece, _ in pieces(text):
        position = text.index(piece, position)
        offsets.append(position + 1)
        position += len(piece)
    return offsets


def _events(record: EspeakRecord, text: str) -> list[Event]:
    """Phoneme events with the piece they belong to; a phone that opens a word begins where the word begins."""
    offsets = _piece_offsets(text)
    piece, opens, word_start = 0, True, 0
    events: list[Event] = []
    for kind, sample, value in record.raw:
        if kind == "W":
            character = int(value)
            found = max((i for i, o in enumerate(offsets) if o <= character), default=0)
            opens = opens or found != piece
            piece, word_start = max(found, piece), sample
            continue
        at_word = bool(value) and opens and events and word_start >= events[-1].start
        start = word_start if at_word and events and events[-1].symbol else sample
        events.append(Event(value, start, piece, opens))
        opens = False
    return events


def _mark_stress(events: list[Event], transcription: str) -> None:
    """Carry the stress marks of the transcription over to the events."""
    marked = [s for part in transcription.split(" ") for s in part.split("_") if clean(s)]
    spoken = [e for e in events if clean(e.symbol)]
    matcher = SequenceMatcher(None, [clean(s) for s in marked], [clean(e.symbol) for e in spoken], autojunk=False)
    for a, b, size in matcher.get_matching_blocks():
        for i in range(size):
            symbol = marked[a + i]
            spoken[b + i].stress = 1 if "ˈ" in symbol else 2 if "ˌ" in symbol else 0


def _timed(events: list[Event], record: EspeakRecord, language: str) -> list[tuple[str, float, Event]]:
    """(ipa, end, event) of every phone; empty events become pauses, glottal stops, length, or vanish."""
    phones: list[tuple[str, float, Event]] = []
    for index, event in enumerate(events):
        stop = events[index + 1].start if index + 1 < len(events) else record.samples
        start, end = event.start / record.rate, stop / record.rate
        if stop <= event.start:
            continue
        parts = split(event.symbol)
        if language == "de":
            parts = ["ɐ" if p == "ɜ" else p for p in parts]
        if parts:
            first = first_share(parts) if len(parts) > 1 else 1.0
            for n, part in enumerate(parts):
                share = first + (1.0 - first) * n / max(1, len(parts) - 1)
                phones.append((part, start + (end - start) * share, event))
            continue
        following = events[index + 1] if index + 1 < len(events) else None
        next_symbol = following.symbol if following and following.piece == event.piece else ""
        inside = bool(next_symbol)
        if event.opens and inside and end - start < _SHORTEST_PAUSE * 2:
            if language.startswith(_GLOTTAL) and is_vowel(clean(next_symbol)):
                phones.append(("ʔ", end, event))
            continue
        if inside and event.opens:
            phones.append((PAUSE, end, event))
        elif inside and phones and phones[-1][2].piece == event.piece and is_vowel(phones[-1][0]):
            ipa = phones[-1][0]
            phones[-1] = (ipa if ipa.endswith("ː") else ipa + "ː", end, phones[-1][2])
        elif end - start >= _SHORTEST_PAUSE or not phones:
            phones.append((PAUSE, end, event))
        else:
            phones[-1] = (phones[-1][0], end, phones[-1][2])
    if events and events[0].start > 0.001 * record.rate:
        phones.insert(0, (PAUSE, events[0].start / record.rate, Event("", 0, 0, False)))
    return phones


def _groups(timed: list[tuple[str, float, Event]]) -> list[list[tuple[str, float, Event]]]:
    """Runs of phones of one piece, and pauses alone."""
    groups: list[list[tuple[str, float, Event]]] = []
    for item in timed:
        before = groups[-1][-1] if groups else None
        if before and PAUSE not in (item[0], before[0]) and before[2].piece == item[2].piece:
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


def _word_phones(
    group: list[tuple[str, float, Event]], piece: str, language: str, final_break: int, continued: bool
) -> list[Phone] | str:
    """The phones of one word with syllables, stress or tones, and breaks."""
    symbols = [ipa for ipa, _, _ in group]
    begins: list[int] | None = starts(symbols)
    tones: list[int] = []
    if language == MANDARIN:
        begins = pinyin_starts(symbols, piece)
        if begins is None:
            return "nuclei differ from tones"
        tones = [tone for _, tone in pinyin_syllables(piece)]
    assert begins is not None
    phones = []
    for number, begin in enumerate(begins):
        stop = begins[number + 1] if number + 1 < len(begins) else len(group)
        syllable = group[begin:stop]
        levels = [e.stress for _, _, e in syllable if e.stress and language != MANDARIN]
        stress, tone = (min(levels) if levels else 0), (tones[number] if tones else 0)
        brk = 0 if stop < len(group) else final_break
        for offset, (ipa, end, event) in enumerate(syllable):
            first = int(begin + offset == 0 and not continued)
            phones.append(Phone(ipa, end, stress, tone, event.piece, first, int(offset == 0), brk))
    return phones


def _with_closures(
    timed: list[tuple[str, float, Event]], samples: Samples, rate: int
) -> list[tuple[str, float, Event]]:
    """The phones with silent closures counted to the stops that they belong to."""
    moved = list(timed)
    for index in range(1, len(moved)):
        ipa, end, event = moved[index - 1]
        if ipa != PAUSE and moved[index][0][0] in STOPS:
            before = moved[index - 2][1] if index > 1 else 0.0
            moved[index - 1] = (ipa, closure_start(samples, rate, before, end), event)
    return moved


def to_utterance(record: EspeakRecord, task: Task, language: str, spoken: str, samples: Samples) -> Utterance | str:
    """The utterance of a record, or why there is none."""
    if any(value.startswith("(") for kind, _, value in record.raw if kind == "P"):
        return "language switch"
    parts = pieces(task.text)
    if len(pieces(spoken)) != len(parts):
        return "pieces differ from text"
    events = _events(record, spoken)
    _mark_stress(events, record.transcription)
    timed = _timed(events, record, language)
    groups = _groups(_with_closures(timed, samples, record.rate))
    phones: list[Phone] = []
    seen: set[int] = set()
    last = max((i for i, g in enumerate(groups) if g[0][0] != PAUSE), default=-1)
    for index, group in enumerate(groups):
        if group[0][0] == PAUSE:
            phones.append(Phone(PAUSE, group[0][1]))
            continue
        piece = group[0][2].piece
        before_pause = index + 1 < len(groups) and groups[index + 1][0][0] == PAUSE
        final_break = 4 if index == last else 3 if before_pause else 1
        word = _word_phones(group, parts[piece][0], language, final_break, piece in seen)
        if isinstance(word, str):
            return word
        seen.add(piece)
        phones += word
    words = [Word(text.strip(".,;:?!…¿¡、。？！\"'").lower(), mark) for text, mark in parts]
    return Utterance(task.id, task.split, task.audio, task.text, language, words, merge_pauses(phones))


def speak(folder: SpeakerFolder, language: str, tasks: list[Task], build_folder: Path) -> None:
    """Speak what is missing in one language."""
    program = build("espeak_dump", ["espeak-ng"], build_folder)
    todo = {t.id: t for t in folder.missing(tasks)}
    spoken = {t.id: speakable(t.text) for t in todo.values()}
    request = "".join(f"{id}\t{text}\n" for id, text in spoken.items()).encode()
    command = [str(program), VOICES.get(language, language), str(folder.path), str(RATE), str(PITCH)]
    output = subprocess.run(command, input=request, capture_output=True, check=True).stdout
    for record in read_records(output.decode("utf-8", errors="ignore").split("\n")):
        samples = read_wave(folder.path / f"{record.id}.wav")
        utterance = to_utterance(record, todo[record.id], language, spoken[record.id], samples)
        if isinstance(utterance, str):
            folder.drop(record.id, utterance)
        else:
            folder.add(utterance, record.samples / record.rate)
