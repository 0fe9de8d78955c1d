# SPDX-License-Identifier: GPL-3.0-or-later
"""Cleans the IPA of espeak-ng phoneme events and splits clusters into single phones."""

from __future__ import annotations

import re
import unicodedata

VOWELS = set("iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻ")
_FRICATIVES = set("fvszʃʒʂʐɕʑçxθð")
_STOPS = set("pbtdʈɖcɟkɡ")
_GLIDES = {"i": "j", "u": "w", "y": "ɥ"}
_OPENING = {"i": "aɑɛəæoeɔ", "u": "aɑɛəæoeɔ", "y": "aɑɛəæoeɔu"}
"""A close vowel before one of these is a glide of its own."""
_MODIFIERS = set("ːˑʰʲʷᵝˠˤ˞")
_SPELLINGS = {
    "ts.": "ʈʂ",
    "s.": "ʂ",
    "z.": "ʐ",
    "ng": "ŋ",
    "g": "ɡ",
    "nɡ": "ŋ",
    "ᵻ": "ɪ",
    "i.": "ɨ",
    "??": "ʊɐ",
    "y#": "y",
    ":": "ː",
}
"""espeak's own ASCII leftovers in its IPA, and what they stand for."""


def clean(symbol: str) -> str:
    """IPA letters with their diacritics; stress, ties, tone digits and hyphens are gone."""
    text = unicodedata.normalize("NFD", symbol)
    for spelling, ipa in _SPELLINGS.items():
        text = text.replace(spelling, ipa)
    text = re.sub(r"[ˈˌ͜͡‿0-9\-.'\"#?!|*;]", "", text)
    if len(text) > 1 and text.endswith("h"):
        text = text[:-1] + "ʰ"
    return text


def is_vowel(ipa: str) -> bool:
    """Whether a phone is a syllable's nucleus: a vowel, or a consonant marked syllabic."""
    return bool(ipa) and (ipa[0] in VOWELS or "\u0329" in ipa)


def _letters(text: str) -> list[str]:
    """Base letters, each with the marks that follow it."""
    letters: list[str] = []
    for char in text:
        if letters and (unicodedata.combining(char) or char in _MODIFIERS):
            letters[-1] += char
        else:
            letters.append(char)
    return letters


def split(symbol: str) -> list[str]:
    """Single phones of an event: diphthongs and affricates stay whole, glides and other clusters come apart."""
    letters = _letters(clean(symbol))
    if letters and letters[0] == "ʲ":
        letters[0] = "j"
    phones: list[str] = []
    parts = 0
    for position, letter in enumerate(letters):
        following = letters[position + 1][0] if position + 1 < len(letters) else ""
        if letter in _GLIDES and following and following in _OPENING[letter]:
            letter = _GLIDES[letter]
        previous = phones[-1] if phones else ""
        both_vowels = parts == 1 and is_vowel(previous) and is_vowel(letter)
        affricate = parts == 1 and previous[-1] in _STOPS and letter[0] in _FRICATIVES
        if both_vowels or affricate:
            phones[-1] = previous + letter
            parts = 2
        else:
            phones.append(letter)
            parts = 1
    return phones


def first_share(phones: list[str]) -> float:
    """The share of a split event's time that its first phone gets: glides are short."""
    return 0.3 if phones[0] in _GLIDES.values() else 0.5
