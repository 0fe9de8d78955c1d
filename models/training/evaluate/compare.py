# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m evaluate.compare A B`: the word error rate of A beside that of B, sentence by sentence.

A and B are folders of <id>.wav files (then --texts says what they speak) or files that `evaluate.wer --json` wrote.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from .errors import Score, common, difference, ratio, word_error_rate
from .recogniser import Recogniser
from .text import read_texts, spoken
from .wer import hear_folder


def load(source: Path, texts: dict[str, str] | None, recogniser: Recogniser) -> list[Score]:
    """Scores of a folder or of a score file."""
    if source.is_file():
        return [Score(**entry) for entry in json.loads(source.read_text(encoding="utf-8"))["scores"]]
    if texts is None:
        raise SystemExit(f"{source} is a folder: --texts must say what its files speak")
    return hear_folder(source, texts, recogniser)


def worst(a: list[Score], b: list[Score], count: int) -> list[tuple[Score, Score]]:
    """The sentences in which `a` has most errors more than `b`."""
    pairs = sorted(zip(a, b, strict=True), key=lambda p: p[1].word_errors - p[0].word_errors)
    return pairs[:count]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("a", type=Path)
    parser.add_argument("b", type=Path)
    parser.add_argument("--texts", type=Path, help=".txt (line n is h%%03d), .tsv or .jsonl")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--limit", type=int, help="only the first so many sentences that both have")
    parser.add_argument("--memory", type=Path, help="remember in this file what was heard")
    parser.add_argument("--show", type=int, default=0, help="print so many sentences that A loses most in")
    args = parser.parse_args()
    texts = read_texts(args.texts) if args.texts else None
    for folder in (args.a, args.b):
        if texts is not None and folder.is_dir():
            texts = spoken(texts, folder)
    if texts is not None and args.limit:
        texts = dict(list(texts.items())[: args.limit])
    recogniser = Recogniser(args.jobs, args.memory)
    a, b = common(load(args.a, texts, recogniser), load(args.b, texts, recogniser))
    print(f"{len(a)} sentences, {sum(s.words for s in a)} words")
    print(f"A {args.a}: WER {word_error_rate(a).percent()} %")
    print(f"B {args.b}: WER {word_error_rate(b).percent()} %")
    print(f"A / B {ratio(a, b)}")
    print(f"A - B {difference(a, b).percent()} points")
    for ours, theirs in worst(a, b, args.show):
        print(f"{ours.id}  text: {ours.reference}\n      A:    {ours.hypothesis}\n      B:    {theirs.hypothesis}")


if __name__ == "__main__":
    main()
