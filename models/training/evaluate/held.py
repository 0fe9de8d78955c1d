# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m evaluate.held --work DIR`: the held-out sentences and the teachers' recordings of them, where missing.

The corpus makes both deterministically, so they are those of the training; a later run of `corpus.generate` goes on
from here.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from corpus import festival_teacher, flite_teacher
from corpus.english_text import make_english
from corpus.generate import write_texts
from corpus.install import install
from corpus.plan import held_tasks
from corpus.speakers import SPEAKERS
from corpus.writer import SpeakerFolder

from .pack import ENGLISH


def missing(corpus: Path) -> list[str]:
    """English teachers that have not spoken the held-out sentences; all where there are no sentences."""
    if not (corpus / "texts" / "held.txt").exists():
        return list(ENGLISH)
    return [name for name in ENGLISH if not any((corpus / name).glob("h0*.wav"))]


def speak_held(corpus: Path, names: list[str]) -> None:
    """Write texts/ and have the teachers speak what is held out."""
    text = make_english()
    write_texts(corpus, text)
    tasks = held_tasks(text)
    for name in names:
        speaker, folder = SPEAKERS[name], SpeakerFolder(corpus, name)
        if speaker.engine == "flite":
            flite_teacher.speak(folder, name, tasks, corpus / ".build")
        elif speaker.voice is not None:
            festival_teacher.speak(folder, speaker.voice, tasks)
        print(f"{name}: {len(folder.utterances())} held-out sentences", flush=True)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path(__file__).resolve().parents[1] / "work")
    parser.add_argument("--install", action="store_true", help="install the teachers from Debian first (root)")
    args = parser.parse_args()
    corpus = args.work.resolve() / "corpus"
    names = missing(corpus)
    if not names:
        return
    if args.install:
        install()
    speak_held(corpus, names)


if __name__ == "__main__":
    main()
