# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m evaluate.wer --wavs DIR --texts FILE`: error rates of a folder of <id>.wav files."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from .errors import Score, character_error_rate, scores_of, word_error_rate
from .recogniser import Recogniser
from .text import read_texts, spoken


def hear_folder(folder: Path, texts: dict[str, str], recogniser: Recogniser) -> list[Score]:
    """Scores of every text whose file lies in the folder."""
    present = spoken(texts, folder)
    if not present:
        raise FileNotFoundError(f"{folder} holds none of the {len(texts)} texts' <id>.wav files")
    return scores_of(present, recogniser.hear({id: folder / f"{id}.wav" for id in present}))


def report(scores: list[Score]) -> dict[str, object]:
    """What `--json` writes: rates with intervals, and every sentence."""
    return {
        "sentences": len(scores),
        "words": sum(s.words for s in scores),
        "wordErrorRate": asdict(word_error_rate(scores)),
        "characterErrorRate": asdict(character_error_rate(scores)),
        "scores": [asdict(s) for s in scores],
    }


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wavs", type=Path, required=True, help="folder of <id>.wav files")
    parser.add_argument("--texts", type=Path, required=True, help=".txt (line n is h%%03d), .tsv or .jsonl")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--limit", type=int, help="only the first so many sentences")
    parser.add_argument("--json", type=Path, help="write all scores here")
    parser.add_argument("--memory", type=Path, help="remember in this file what was heard")
    args = parser.parse_args()
    texts = spoken(read_texts(args.texts), args.wavs, args.limit)
    scores = hear_folder(args.wavs, texts, Recogniser(args.jobs, args.memory))
    words = sum(s.words for s in scores)
    print(f"{args.wavs}: {len(scores)} sentences, {words} words")
    print(f"WER {word_error_rate(scores).percent()} %   CER {character_error_rate(scores).percent()} %")
    if args.json:
        args.json.write_text(json.dumps(report(scores), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
