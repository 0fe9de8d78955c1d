# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts as a recogniser hears them, and the files that hold them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = ((1_000_000_000, "billion"), (1_000_000, "million"), (1000, "thousand"), (100, "hundred"))


def spell_number(value: int) -> str:
    """A whole number below 10^12 in English words, without "and"."""
    if not 0 <= value < 10**12:
        raise ValueError(f"value is {value}; it must be 0 to 999999999999")
    if value < 20:
        return _ONES[value]
    for size, name in _SCALES:
        if value >= size:
            rest = f" {spell_number(value % size)}" if value % size else ""
            return f"{spell_number(value // size)} {name}{rest}"
    return _TENS[value // 10 - 2] + (f" {_ONES[value % 10]}" if value % 10 else "")


def normalise(text: str) -> list[str]:
    """Lower-case words of a reference or a hypothesis: punctuation off, numbers spelled.

    Apostrophes go too, for "girl's" and "girls" sound alike.  Pronunciation variants of the recogniser's
    dictionary, as `the(2)`, count as the word.
    """
    text = re.sub("['’‘]", "", text.lower())
    text = re.sub(r"(?<=[a-z])\(\d+\)", "", text)
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"\d{1,12}", lambda m: f" {spell_number(int(m[0]))} ", text)
    return re.sub(r"[^a-z]+", " ", text).split()


def read_texts(path: Path) -> dict[str, str]:
    """Texts by id, in the file's order.

    `.jsonl` has one object with `id` and `text` a line, `.tsv` has id, tab, text; any other file is one
    sentence a line and its line n (from 0) has the id `h%03d`.
    """
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    if path.suffix == ".jsonl":
        records = [json.loads(line) for line in lines]
        return {r["id"]: r["text"] for r in records}
    if path.suffix == ".tsv":
        pairs = [line.split("\t", 1) for line in lines]
        return {p[0]: p[1] for p in pairs}
    return {f"h{n:03d}": line.strip() for n, line in enumerate(lines)}


def spoken(texts: Mapping[str, str], folder: Path, limit: int | None = None) -> dict[str, str]:
    """The first `limit` texts whose `<id>.wav` lies in the folder."""
    found = {id: text for id, text in texts.items() if (folder / f"{id}.wav").exists()}
    return dict(list(found.items())[:limit])
