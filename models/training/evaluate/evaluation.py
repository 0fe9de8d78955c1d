# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m evaluate.evaluation`: measures every voice of a pack beside its teachers, espeak-ng and flite.

Writes evaluation.json and EVALUATION.md into the pack, spectrogram sheets into the work folder, and ends with 1 when
the pack misses its bars.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from .card import write_card
from .copies import write_copies
from .errors import Score, character_error_rate, mean_ratio, ratio, word_error_rate
from .measures import distance, measure, phone_counts, takes_of
from .pack import ENGLISH, Pack, Voice, read_pack
from .recogniser import Recogniser
from .render import ROOT, render_program, render_voices, render_warped
from .report import markdown
from .sheets import sheet
from .text import read_texts, spoken
from .wer import hear_folder

MEAN_LIMIT = 1.05
"""Most that the base speakers' mean word error rate may be, over that of their teachers."""
WORST_LIMIT = 1.2
"""Most that a base speaker's word error rate may be, over that of its teacher."""
TRACT_TOLERANCE = 0.03
"""Voices whose vocal tract is warped by more are compared with teachers warped as much."""
MEASURED = 80
"""Sentences for pitch, rhythm and spectrum: they settle sooner than error rates."""


@dataclass(frozen=True)
class Reference:
    """What a voice is compared with. `kind`: teacher, converted (a teacher's speech turned into this voice), warped."""

    kind: str
    speaker: str
    folder: Path


class Evaluation:
    """One run: renders, hears and measures, and remembers per folder what it found."""

    def __init__(self, pack_folder: Path, work: Path, texts: dict[str, str], jobs: int) -> None:
        self.pack_folder = pack_folder
        self.texts = texts
        self.jobs = jobs
        self.corpus = work / "corpus"
        self.dataset = work / "dataset.pkl"
        self.out = work / "evaluation"
        self.recogniser = Recogniser(jobs, self.out / "heard.jsonl")
        self.scores: dict[Path, list[Score]] = {}
        labels = next((p for n in ENGLISH if (p := self.corpus / n / "labels.jsonl").exists()), None)
        self.phones = phone_counts(labels) if labels else {}
        self.copies: dict[str, Path] = {}

    def render(self, pack: Pack, voices: list[Voice]) -> None:
        """All recordings that the measures need, but the teachers' own."""
        for name in ("ours", "house", "copies", "warped"):
            shutil.rmtree(self.out / name, ignore_errors=True)
        wanted = {v.id for v in voices}
        folders = {self.out / "ours" / v.id: v for v in pack.speakers if v.id in wanted}
        folders |= {self.out / "house" / v.id: v for v in pack.house if v.id in wanted}
        for kind in ("ours", "house"):
            render_voices(
                self.pack_folder, {f: v for f, v in folders.items() if f.parent.name == kind}, self.texts, self.jobs
            )
        mains = {v.main_speaker for v in folders.values()} - {None}
        self.copies = write_copies(self.dataset, self.out / "copies", sorted(str(m) for m in mains), set(self.texts))
        for program in ("espeak-ng", "flite"):
            render_program(program, self.out / program, self.texts)

    def reference(self, voice: Voice) -> Reference | None:
        """The teacher of a voice's main speaker, warped as much as the voice; None where nothing compares."""
        speaker = voice.main_speaker
        if speaker is None:
            return None
        if speaker in ENGLISH and (self.corpus / speaker).is_dir():
            plain = Reference("teacher", speaker, self.corpus / speaker)
        elif speaker == "esp":
            plain = Reference("teacher", "espeak-ng", self.out / "espeak-ng")
        elif speaker in self.copies:
            plain = Reference("converted", speaker, self.copies[speaker])
        else:
            return None
        if abs(voice.tract - 1.0) <= TRACT_TOLERANCE:
            return plain
        folder = self.out / "warped" / f"{speaker}-{voice.tract:g}"
        if not folder.exists():
            render_warped(plain.folder, folder, voice.tract, list(self.texts), self.jobs)
        return Reference("warped", speaker, folder)

    def heard(self, folder: Path) -> list[Score]:
        """Scores of a folder."""
        if folder not in self.scores:
            began = time.monotonic()
            self.scores[folder] = hear_folder(folder, self.texts, self.recogniser)
            rate = word_error_rate(self.scores[folder])
            seconds = time.monotonic() - began
            print(f"  {folder.parent.name}/{folder.name}: WER {rate.percent()} %, {seconds:.0f} s", flush=True)
        return self.scores[folder]

    def figures(self, folder: Path, against: Path | None = None) -> dict[str, object]:
        """Everything that is measured of one folder."""
        scores = self.heard(folder)
        few = dict(list(spoken(self.texts, folder).items())[:MEASURED])
        takes = takes_of(folder, few, self.jobs)
        found: dict[str, object] = {
            "sentences": len(scores),
            "wordErrorRate": asdict(word_error_rate(scores)),
            "characterErrorRate": asdict(character_error_rate(scores)),
            "measures": asdict(measure(takes, self.phones)),
        }
        if against is not None:
            others = takes_of(against, spoken(few, against), self.jobs)
            found["distance"] = asdict(distance(takes, others, self.jobs))
        return found

    def voice(self, voice: Voice, kind: str) -> dict[str, object]:
        """Everything that is measured of one of our voices."""
        folder = self.out / kind / voice.id
        reference = self.reference(voice)
        near = reference.folder if reference and kind == "ours" else None
        found: dict[str, object] = {"name": voice.name, **self.figures(folder, near)}
        if reference:
            found["reference"] = {"kind": reference.kind, "speaker": reference.speaker}
            found["referenceWordErrorRate"] = asdict(word_error_rate(self.heard(reference.folder)))
            found["ratio"] = asdict(ratio(self.heard(folder), self.heard(reference.folder)))
        if kind == "ours" and voice.id in self.copies:
            found["copy"] = self.figures(self.copies[voice.id], near)
        return found

    def bars(self, pack: Pack, base: dict[str, dict[str, object]]) -> dict[str, object]:
        """Whether the base speakers reach what is asked of them."""
        pairs = [(v, self.reference(v)) for v in pack.speakers if v.id in base]
        compared = [(v.id, r) for v, r in pairs if r]

        def mean(kinds: tuple[str, ...]) -> dict[str, float] | None:
            chosen = [(self.heard(self.out / "ours" / id), self.heard(r.folder)) for id, r in compared if r.kind in kinds]
            return asdict(mean_ratio([c[0] for c in chosen], [c[1] for c in chosen])) if chosen else None

        ratios = {id: ratio(self.heard(self.out / "ours" / id), self.heard(r.folder)).value for id, r in compared}
        worst = max(ratios, key=lambda id: ratios[id], default=None)
        own = mean(("teacher",))
        overall = mean(("teacher", "converted"))
        passed = own is not None and own["value"] <= MEAN_LIMIT and max(ratios.values(), default=9.0) <= WORST_LIMIT
        return {
            "mean": own,
            "meanLimit": MEAN_LIMIT,
            "meanWithConverted": overall,
            "worst": {"speaker": worst, "ratio": ratios[worst]} if worst else None,
            "worstLimit": WORST_LIMIT,
            "passed": passed,
        }

    def sheets(self, voices: list[Voice], kind: str) -> None:
        """A page for each voice: its reference over it, two sentences."""
        ids = list(self.texts)[:2]
        for voice in voices:
            reference, folder = self.reference(voice), self.out / kind / voice.id
            rows = {f"{reference.kind} {reference.speaker}": reference.folder} if reference else {}
            if kind == "ours" and voice.id in self.copies:
                rows["copy synthesis"] = self.copies[voice.id]
            rows[f"{kind} {voice.id}"] = folder
            sheet(self.out / "sheets" / f"{kind}-{voice.id}.png", rows, {id: self.texts[id] for id in ids})


def run(pack_folder: Path, work: Path, sentences: int, names: list[str] | None, jobs: int, draw: bool) -> dict[str, object]:
    """Evaluate; `names` limits base speakers and house voices."""
    held = read_texts(work / "corpus" / "texts" / "held.txt")
    texts = dict(list(held.items())[:sentences])
    pack = read_pack(pack_folder)
    speakers = [v for v in pack.speakers if names is None or v.id in names]
    house = [v for v in pack.house if names is None or v.id in names]
    evaluation = Evaluation(pack_folder, work, texts, jobs)
    began = time.monotonic()
    evaluation.render(pack, speakers + house)
    print(f"rendered in {time.monotonic() - began:.0f} s", flush=True)
    base = {v.id: evaluation.voice(v, "ours") for v in speakers}
    cast = {v.id: evaluation.voice(v, "house") for v in house}
    teachers = {
        n: evaluation.figures(evaluation.corpus / n)
        for n in ENGLISH
        if (names is None or n in names) and (evaluation.corpus / n).is_dir()
    }
    programs = {n: evaluation.figures(evaluation.out / n) for n in ("espeak-ng", "flite")}
    bars = evaluation.bars(pack, base)
    if draw:
        evaluation.sheets(speakers, "ours")
        evaluation.sheets(house, "house")
    return {
        "pack": {"id": pack.id, "version": pack.version},
        "recogniser": "pocketsphinx 5.1.1 with its US English model",
        "sentences": len(texts),
        "complete": names is None and len(texts) >= 200,
        "bars": bars,
        "base": base,
        "house": cast,
        "teachers": teachers,
        "programs": programs,
    }


def main() -> None:
    """Command line."""
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=here.parent / "work", help="folder of the training")
    parser.add_argument("--pack", type=Path, default=ROOT / "models" / "starter")
    parser.add_argument("--sentences", type=int, default=200, help="held-out sentences, at most 250")
    parser.add_argument("--voices", help="only these base speakers and house voices, comma-separated")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--no-sheets", action="store_true", help="draw no spectrograms")
    parser.add_argument("--out", type=Path, help="folder for evaluation.json and EVALUATION.md; the pack by default")
    args = parser.parse_args()
    names = args.voices.split(",") if args.voices else None
    result = run(args.pack, args.work, min(args.sentences, 250), names, args.jobs, not args.no_sheets)
    # A part of the voices or sentences says nothing for the pack: its files stay as they are.
    out = args.out or (args.pack if result["complete"] else args.work / "evaluation")
    out.mkdir(parents=True, exist_ok=True)
    (out / "evaluation.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    text = markdown(result)
    (out / "EVALUATION.md").write_text(text, encoding="utf-8")
    print(f"\n{text}\n-> {out / 'EVALUATION.md'}")
    if (out / "pack.json").exists():
        write_card(out)
    if not result["bars"]["passed"]:  # type: ignore[index]
        raise SystemExit(1)


if __name__ == "__main__":
    main()
