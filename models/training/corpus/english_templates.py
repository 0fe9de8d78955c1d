# SPDX-License-Identifier: GPL-3.0-or-later
"""Spelled-out numbers in carrier sentences, and short phrases of random words."""

from __future__ import annotations

import random

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()

_CARRIERS = (
    "The total comes to {} dollars and {} cents.",
    "Call {} {} {} after {} o'clock.",
    "Chapter {}, page {}.",
    "It was {} degrees in {} hours.",
    "He counted {}, {}, and {}.",
    "Is it {} or {}?",
    "In the year {} there were {} of them.",
    "Room number {}!",
    "About {} percent.",
    "She is {} years old, and he is {}.",
    "Take the train at {} from platform {}.",
    "Did you say {}, or was it {}?",
    "That makes {} out of {}; not bad!",
    "{} people came, and {} of them stayed.",
    "Turn to page {}: there are {} of them.",
)


def number_words(n: int) -> str:
    """The English words of 0..99,999."""
    if n < 20:
        return _ONES[n]
    if n < 100:
        return _TENS[n // 10 - 2] + (" " + _ONES[n % 10] if n % 10 else "")
    if n < 1000:
        rest = " and " + number_words(n % 100) if n % 100 else ""
        return f"{_ONES[n // 100]} hundred{rest}"
    rest = " " + number_words(n % 1000) if n % 1000 else ""
    return f"{number_words(n // 1000)} thousand{rest}"


def number_sentences(count: int, rng: random.Random) -> list[str]:
    """Carrier sentences filled with small, medium and large numbers."""
    sentences = []
    for _ in range(count):
        carrier = rng.choice(_CARRIERS)
        ranges = ((0, 99), (100, 9999), (0, 20))
        fill = [number_words(rng.randint(*rng.choice(ranges))) for _ in range(carrier.count("{}"))]
        sentence = carrier.format(*fill)
        sentence = sentence[0].upper() + sentence[1:]
        if len(sentence) <= 120:
            sentences.append(sentence)
    return sentences


def word_phrases(words: list[str], count: int, rng: random.Random) -> list[str]:
    """One to four random dictionary words with any closing mark: rare words in short utterances."""
    usable = [w for w in words if w.isalpha() and 3 <= len(w) <= 11]
    phrases: list[str] = []
    while len(phrases) < count:
        chosen = rng.sample(usable, rng.randint(1, 4))
        phrase = (", " if rng.random() < 0.3 else " ").join(chosen)
        phrase = phrase[0].upper() + phrase[1:] + rng.choice("..!?")
        if len(phrase) >= 12:
            phrases.append(phrase)
    return phrases
