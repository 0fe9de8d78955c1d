# SPDX-License-Identifier: GPL-3.0-or-later
"""Syllables of a word whose teacher does not tell them, and the tones of a pinyin word."""

from __future__ import annotations

import re
from itertools import pairwise

from .espeak_ipa import is_vowel

_GLIDES = set("lɫɹrɾʁjwɥɻ")
_OBSTRUENTS = set("pbtdkɡfvθɸβc")


def starts(phones: list[str]) -> list[int]:
    """Indices where syllables begin: one consonant goes to the next nucleus, or an obstruent with its glide."""
    nuclei = [i for i, p in enumerate(phones) if is_vowel(p)]
    begins = [0]
    for before, nucleus in pairwise(nuclei):
        begin = nucleus
        if nucleus - before > 1:
            begin = nucleus - 1
            if nucleus - before > 2 and phones[begin][0] in _GLIDES and phones[begin - 1][0] in _OBSTRUENTS:
                begin -= 1
        begins.append(begin)
    return begins


def pinyin_syllables(word: str) -> list[tuple[str, int]]:
    """(letters, tone) of each syllable of a numbered pinyin word."""
    return [(letters, int(tone)) for letters, tone in re.findall(r"([a-zü]+)([1-5])", word.lower())]


def pinyin_starts(phones: list[str], word: str) -> list[int] | None:
    """Indices where the syllables of a pinyin word begin, or None when the nuclei do not match its tones."""
    syllables = pinyin_syllables(word)
    nuclei = [i for i, p in enumerate(phones) if is_vowel(p)]
    if len(nuclei) != len(syllables):
        return None
    begins = [0]
    for index in range(1, len(nuclei)):
        between = nuclei[index] - nuclei[index - 1] - 1
        coda = 1 if between and syllables[index - 1][0][-1] in "ngr" else 0
        begins.append(nuclei[index - 1] + 1 + coda)
    return begins
