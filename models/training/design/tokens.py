# SPDX-License-Identifier: GPL-3.0-or-later
"""Descriptions as numbers: each word is the set of hash buckets of itself and of its character n-grams, so that a word
that training never saw is known by its parts (Bojanowski et al., "Enriching Word Vectors with Subword Information",
2017). Mirrored by `engine/design/tokens.ts`; `test/fixtures/design-parity.json` holds both together."""

from __future__ import annotations

import re
from functools import lru_cache

BUCKETS = 32768
"""Bucket 0 is padding."""
WIDTH = 12
"""Buckets of one word at most: itself first, then n-grams of 3 to 5 characters."""
LONGEST = 320
"""Words of a description that are read."""

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|(?:(?![\u3040-\u30ff\u3400-\u9fff])[^\W\d_])+|\d+|[,;:.!?…()—–\-、，。；]")
_NOT = re.compile(r"n['’]t\b")


def words(text: str) -> list[str]:
    """Lower-case words, numbers and marks; a Chinese or Japanese character is a word."""
    plain = _NOT.sub(" not ", text.lower()).replace("’", "'").replace("'s", " ")
    found = [_mark(w) for w in _WORD.findall(plain)]
    return found[:LONGEST]


def _mark(word: str) -> str:
    if word in "-—–":
        return "-"
    return "," if word in ",;:()、，；" else "." if word in ".!?…。" else word


def bucket(piece: str) -> int:
    """FNV-1a over UTF-16 code units, never bucket 0."""
    value = 0x811C9DC5
    data = piece.encode("utf-16-le")
    for i in range(0, len(data), 2):
        value = ((value ^ (data[i] | data[i + 1] << 8)) * 0x01000193) & 0xFFFFFFFF
    return 1 + value % (BUCKETS - 1)


@lru_cache(maxsize=200_000)
def buckets(word: str) -> tuple[int, ...]:
    """The buckets of a word, padded with 0 to WIDTH. A number is known by its first digit and its length too."""
    found = [bucket("=" + word)]
    if word.isdecimal():
        found.append(bucket(f"#{len(word)}{word[0]}"))
    if len(word) > 2 and word.isalpha():
        framed = f"<{word}>"
        grams = [framed[i : i + n] for n in (4, 3, 5) for i in range(len(framed) - n + 1)]
        found += [bucket(gram) for gram in grams]
    found = found[:WIDTH]
    return tuple(found + [0] * (WIDTH - len(found)))
