# SPDX-License-Identifier: GPL-3.0-or-later
"""English sentences for the teachers: dictionary quotes, fortunes, dialogue, numbers and word phrases.

Sources (Debian main, used and never shipped): the example quotes of `wordnet-base`
(/usr/share/wordnet/data.*), the English files of `fortunes` and `fortunes-min`, and the word list of
`wamerican`.  Everything is seeded: the same packages give the same lists.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .english_dialogue import dialogue_sentences
from .english_templates import number_sentences, word_phrases

WORDNET = Path("/usr/share/wordnet")
WORD_LIST = Path("/usr/share/dict/american-english")
FORTUNE_PACKAGES = ("fortunes", "fortunes-min")

SHORTEST, LONGEST = 12, 120
"""Bounds of an ordinary sentence, characters."""
JOINED_SHORTEST, JOINED_LONGEST = 121, 250
"""Bounds of a sentence joined from several, characters."""
HELD_SHORTEST, HELD_LONGEST = 35, 90
"""Bounds of a held-out sentence, characters."""
HELD_COUNT = 260
NGRAM = 6
"""Training shares no word sequence of this length with the held-out sentences."""


@dataclass(frozen=True)
class EnglishText:
    """The two disjoint lists of English sentences."""

    train: list[str]
    held: list[str]


def load_words(path: Path = WORD_LIST) -> set[str]:
    """The lower-cased ASCII words of the word list."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return {w.strip().lower() for w in lines if w.strip() and w.strip().isascii()}


def is_speakable(sentence: str, words: set[str]) -> bool:
    """Whether every token is an English word that a text front end reads without guessing."""
    if not re.fullmatch(r"[A-Za-z ,.?!;:'\-]+", sentence):
        return False
    if re.search(r"[,.;:?!]{2}|[,.;:?!][A-Za-z]|--", sentence):
        return False
    tokens = re.findall(r"[A-Za-z']+", sentence)
    if not tokens or any(len(t) > 1 and t.isupper() for t in tokens):
        return False
    return all(t.lower() in words or t.lower().rstrip("'s") in words for t in tokens)


def tidy(sentence: str) -> str:
    """One space between words, a capital at the start and a full stop where nothing ends it."""
    sentence = re.sub(r"\s+", " ", sentence.replace("`", "'").replace("--", ", ")).strip()
    sentence = sentence.replace(" ,", ",").replace(" ;", ";").replace(" .", ".")
    sentence = sentence.rstrip(",;:- ")
    if sentence and sentence[0].islower():
        sentence = sentence[0].upper() + sentence[1:]
    if sentence and sentence[-1] not in ".?!":
        sentence += "."
    return sentence


def wordnet_quotes(words: set[str], folder: Path = WORDNET) -> list[str]:
    """Example quotes of the dictionary's glosses, sorted."""
    found: set[str] = set()
    for file in sorted(folder.glob("data.*")):
        for line in file.read_text(encoding="latin-1").split("\n"):
            gloss = line.split("|", 1)[-1] if "|" in line else ""
            for quote in re.findall(r'"([^"]+)"', gloss):
                sentence = tidy(quote)
                if SHORTEST <= len(sentence) <= 110 and is_speakable(sentence, words):
                    found.add(sentence)
    return sorted(found)


def fortune_files(packages: Iterable[str] = FORTUNE_PACKAGES) -> list[Path]:
    """The text files of the fortune packages, by the package manager's own lists."""
    files: set[Path] = set()
    for package in packages:
        listing = subprocess.run(["dpkg", "-L", package], check=True, capture_output=True, text=True)
        for name in listing.stdout.split("\n"):
            path = Path(name)
            if name.startswith("/usr/share/games/fortunes/") and path.suffix == "" and path.is_file():
                files.add(path)
    return sorted(files)


def fortune_sentences(words: set[str], files: Iterable[Path]) -> list[str]:
    """Sentences of the fortune cookies, sorted."""
    found: set[str] = set()
    for file in files:
        for record in re.split(r"\n%\n", file.read_text(encoding="utf-8", errors="ignore")):
            flat = re.sub(r"\s+", " ", record)
            for raw in re.findall(r"[A-Z][^.?!]+[.?!]", flat):
                sentence = tidy(raw)
                if 15 <= len(sentence) <= LONGEST and is_speakable(sentence, words):
                    found.add(sentence)
    return sorted(found)


def tokens_of(sentence: str) -> list[str]:
    """Lower-cased words of a sentence, for comparing texts."""
    return re.findall(r"[a-z']+", sentence.lower())


def ngrams(sentence: str, size: int = NGRAM) -> set[tuple[str, ...]]:
    """All word sequences of `size`; the whole sentence where it is shorter."""
    tokens = tokens_of(sentence)
    if len(tokens) < size:
        return {tuple(tokens)}
    return {tuple(tokens[i : i + size]) for i in range(len(tokens) - size + 1)}


def without_overlap(sentences: Iterable[str], taken: set[tuple[str, ...]]) -> list[str]:
    """The sentences that share no n-gram with `taken`, in order and each once."""
    seen: set[tuple[str, ...]] = set()
    kept = []
    for sentence in sentences:
        key = tuple(tokens_of(sentence))
        if key in seen or ngrams(sentence) & taken:
            continue
        seen.add(key)
        kept.append(sentence)
    return kept


def join_sentences(sentences: list[str], count: int, rng: random.Random) -> list[str]:
    """Long texts of two to four sentences each."""
    joined: list[str] = []
    while len(joined) < count:
        text = " ".join(rng.sample(sentences, rng.randint(2, 4)))
        if JOINED_SHORTEST <= len(text) <= JOINED_LONGEST:
            joined.append(text)
    return joined


def _held_out(quotes: list[str], fortunes: list[str], rng: random.Random) -> list[str]:
    """Held-out sentences: mostly statements, about a fifth questions and exclamations."""
    fits = [s for s in quotes if HELD_SHORTEST <= len(s) <= HELD_LONGEST and len(tokens_of(s)) >= NGRAM]
    plain = [s for s in fits if s.endswith(".")]
    asked = [s for s in fits + fortunes if s[-1] in "?!" and HELD_SHORTEST <= len(s) <= HELD_LONGEST]
    asked = [s for s in asked if len(tokens_of(s)) >= NGRAM]
    lively = min(HELD_COUNT // 5, len(asked) // 4)
    picks = rng.sample(sorted(set(asked)), lively) + rng.sample(plain, 4 * HELD_COUNT)
    held = without_overlap(picks, set())[:HELD_COUNT]
    rng.shuffle(held)
    return held


def make_english(seed: int = 1) -> EnglishText:
    """Build both lists; a new seed gives another choice of the same sources."""
    rng = random.Random(seed)
    words = load_words()
    quotes = wordnet_quotes(words)
    fortunes = fortune_sentences(words, fortune_files())
    held = _held_out(quotes, fortunes, rng)
    taken = set().union(*(ngrams(s) for s in held))

    def pick(pool: list[str], count: int) -> list[str]:
        free = without_overlap(pool, taken)
        rng.shuffle(free)
        return free[:count]

    lively = pick([s for s in quotes + fortunes if s[-1] in "?!"], 2000)
    plain = pick([s for s in quotes if s[-1] == "." and len(tokens_of(s)) >= 5], 4600)
    fragments = pick([s for s in quotes if s[-1] == "." and len(tokens_of(s)) < 5], 900)
    cookies = pick([s for s in fortunes if s[-1] == "."], 2200)
    train = lively + plain + fragments + cookies
    train += pick(dialogue_sentences(1100, rng), 950)
    train += pick(number_sentences(700, rng), 600)
    train += pick(word_phrases(sorted(words), 800, rng), 700)
    train = without_overlap(train, taken)
    train += without_overlap(join_sentences([s for s in train if len(s) > 30], 320, rng), taken)
    rng.shuffle(train)
    return EnglishText(train=train, held=held)
