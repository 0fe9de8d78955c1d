# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the corpus: `python -m corpus.generate --work DIR [--speakers a,b] [--install]`, run in models/training.

A run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from . import espeak_teacher, festival_teacher, flite_teacher
from .english_text import EnglishText, make_english
from .foreign_text import foreign_sentences
from .install import install
from .plan import Task, core_tasks, english_tasks, held_tasks
from .speakers import ENGLISH_SPEAKERS, ESPEAK_ENGLISH, SPEAKERS, Speaker
from .writer import SpeakerFolder

DEFAULT_WORK = Path(__file__).parent.parent / "work" / "corpus"
ESPEAK_SENTENCES = 350
FOREIGN_HELD = 12


def foreign_tasks(language: str, count: int) -> list[Task]:
    """Held-out and training sentences of a language; ids carry the language."""
    sentences = foreign_sentences(language, count + FOREIGN_HELD)
    tasks = [Task(f"h{i:04d}_{language}", "held", s) for i, s in enumerate(sentences[:FOREIGN_HELD])]
    return tasks + [Task(f"t{i:04d}_{language}", "train", s) for i, s in enumerate(sentences[FOREIGN_HELD:])]


def espeak_tasks(language: str, text: EnglishText) -> list[Task]:
    """espeak's sentences; the English ones are those that the English speakers share."""
    if language in ESPEAK_ENGLISH:
        tasks = held_tasks(text)[:FOREIGN_HELD] + core_tasks(text)
        return [Task(f"{t.id}_{language}", t.split, t.text) for t in tasks]
    return foreign_tasks(language, ESPEAK_SENTENCES)


def describe(speaker: Speaker, folder: SpeakerFolder, constants: dict[str, object]) -> None:
    """Write speaker.json."""
    utterances = folder.utterances()
    spoken = [u for u in utterances if u.audio]
    folder.write_description(
        {
            "speaker": speaker.name,
            "engine": speaker.engine,
            "kind": speaker.kind,
            "sex": speaker.sex,
            "languages": speaker.languages,
            "package": speaker.package,
            "licence": speaker.licence,
            "note": speaker.note,
            "utterances": {"audio": len(spoken), "prosodyOnly": len(utterances) - len(spoken)},
            "hours": {
                "audio": round(sum(u.seconds for u in spoken) / 3600, 3),
                "prosodyOnly": round(sum(u.seconds for u in utterances if not u.audio) / 3600, 3),
            },
            "dropped": dict(folder.drop_counts()),
            **constants,
        }
    )


def share(tasks: list[Task], limit: int | None) -> list[Task]:
    """All tasks, or the first `limit` of each split: enough to try the recipe."""
    if limit is None:
        return tasks
    splits = {task.split for task in tasks}
    return [task for split in sorted(splits) for task in [t for t in tasks if t.split == split][:limit]]


def speak(speaker: Speaker, work: Path, text: EnglishText, limit: int | None = None) -> None:
    """Everything one teacher has to say."""
    folder = SpeakerFolder(work, speaker.name)
    programs = work / ".build"
    constants: dict[str, object] = {}
    if speaker.engine == "flite":
        tasks = english_tasks(speaker.name, text, speaker.name in flite_teacher.STATISTICAL)
        constants = flite_teacher.speak(folder, speaker.name, share(tasks, limit), programs)
    elif speaker.engine == "espeak":
        for language in speaker.languages:
            espeak_teacher.speak(folder, language, share(espeak_tasks(language, text), limit), programs)
    elif speaker.voice is not None:
        if speaker.name in ENGLISH_SPEAKERS:
            tasks = english_tasks(speaker.name, text, statistical=False)
        else:
            tasks = foreign_tasks(speaker.voice.language, speaker.sentences)
        festival_teacher.speak(folder, speaker.voice, share(tasks, limit))
    describe(speaker, folder, constants)
    print(f"{speaker.name}: {len(folder.utterances())} utterances, dropped {dict(folder.drop_counts())}", flush=True)


def write_texts(work: Path, text: EnglishText) -> None:
    """texts/train.txt and texts/held.txt, one sentence a line; line numbers (from 0) are the ids."""
    folder = work / "texts"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "train.txt").write_text("\n".join(text.train) + "\n", encoding="utf-8")
    (folder / "held.txt").write_text("\n".join(text.held) + "\n", encoding="utf-8")


def write_inventory(work: Path) -> None:
    """inventory.json: how often each speaker says each symbol."""
    table = {}
    for name in SPEAKERS:
        if (work / name / "labels.jsonl").exists():
            counts = Counter(p.ipa for u in SpeakerFolder(work, name).utterances() for p in u.phones)
            table[name] = dict(counts.most_common())
    (work / "inventory.json").write_text(json.dumps(table, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=DEFAULT_WORK, help="folder for texts, waves and labels")
    parser.add_argument("--speakers", default=",".join(SPEAKERS), help="comma-separated, all by default")
    parser.add_argument("--install", action="store_true", help="install the teachers from Debian first (root)")
    parser.add_argument("--limit", type=int, help="sentences of each split and language, to try the recipe")
    arguments = parser.parse_args()
    names = arguments.speakers.split(",")
    unknown = [n for n in names if n not in SPEAKERS]
    if unknown:
        parser.error(f"unknown speakers: {', '.join(unknown)}")
    if arguments.install:
        install()
    work = arguments.work.resolve()
    text = make_english()
    write_texts(work, text)
    for name in names:
        speak(SPEAKERS[name], work, text, arguments.limit)
    write_inventory(work)


if __name__ == "__main__":
    main()
