# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentences in other languages: fortunes, translated manual pages and program messages, word lists, made-up syllables.

All sources are Debian packages (see install.py); texts are used and never shipped.
"""

from __future__ import annotations

import gettext
import gzip
import random
import re
from collections.abc import Iterable
from pathlib import Path

from .foreign_syllables import kana_sentences, pinyin_sentences

_FORTUNES = Path("/usr/share/games/fortunes")
_MANUALS = Path("/usr/share/man")
_LOCALES = Path("/usr/share/locale")
_WORDS = Path("/usr/share/dict")
_MESSAGES = ("apt", "dpkg", "bash", "coreutils", "findutils", "tar", "sed", "grep", "wget", "gnupg2")
_ENGLISH = re.compile(r"\b(?:the|of|and|with|is|for)\b", re.IGNORECASE)
"""Words that give away an untranslated sentence."""
SHORTEST, LONGEST = 18, 95
"""Bounds of a sentence, characters."""

_ALPHABETS = {
    "de": "A-Za-zÄÖÜäöüß",
    "es": "A-Za-zÁÉÍÓÚáéíóúñü¿¡",
    "fr": "A-Za-zéèêëàâçùûüôöîïœÉÀÇ'’",
    "it": "A-Za-zàèéìòùÈ'",
    "pt-br": "A-Za-záâãàçéêíóôõúÁÉÓ",
    "ca": "A-Za-zàçèéíïòóúüÀÉÍ'·",
    "cs": "A-Za-záčďéěíňóřšťúůýžÁČĎÉÍŇŘŠŤÚŽ",
    "fi": "A-Za-zäöåÄÖ",
    "ru": "А-Яа-яЁё",
}
_FORTUNE_FILES = {
    "de": ("de",),
    "es": ("es",),
    "it": ("formiche", "italia", "it", "leggi", "luttazzi"),
    "pt-br": ("brasil",),
    "cs": ("cs", "cz"),
    "ru": ("ru",),
}
_MANUAL_FOLDERS = {"fr": "fr", "pt-br": "pt_BR", "fi": "fi", "it": "it", "cs": "cs", "ru": "ru", "de": "de", "es": "es"}
_WORD_FILES = {"ca": "catalan", "it": "italian"}


def _sentences(text: str) -> list[str]:
    flat = re.sub(r"\s+", " ", text)
    return [s.strip() for s in re.findall(r"[A-ZÀ-ÖØ-ÞČĎŇŘŠŤŮŽА-ЯЁ¿¡][^.?!%]+[.?!]", flat)]


def _is_rotated(data: bytes) -> bool:
    """Whether a file hides its text by rotating the alphabet by 13, as offensive fortunes do."""
    return data.count(b" qr ") + data.count(b" yn ") > data.count(b" de ") + data.count(b" la ")


def _fortunes(language: str) -> Iterable[str]:
    for name in _FORTUNE_FILES.get(language, ()):
        path = _FORTUNES / name
        files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in files:
            if file.suffix in (".dat", ".u8") or file.name.endswith("-sk") or not file.exists():
                continue
            data = file.read_bytes()
            if _is_rotated(data):
                continue
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError:
                text = data.decode("latin-1")
            for entry in re.split(r"\n%\n", text):
                yield from _sentences(entry)


def _manuals(language: str) -> Iterable[str]:
    folder = _MANUAL_FOLDERS.get(language)
    for file in sorted((_MANUALS / folder).glob("man*/*.gz")) if folder else ():
        with gzip.open(file, "rt", encoding="utf-8", errors="ignore") as page:
            text = re.sub(r"^[.'].*$", "\n", page.read(), flags=re.MULTILINE)
        yield from _sentences(re.sub(r"\\f\(..|\\f.|\\[&|^]|\\", "", text))


def _messages(language: str) -> Iterable[str]:
    for domain in _MESSAGES:
        file = _LOCALES / language.replace("-br", "_BR") / "LC_MESSAGES" / f"{domain}.mo"
        if file.exists():
            with file.open("rb") as catalogue:
                translations = gettext.GNUTranslations(catalogue)
            entries = getattr(translations, "_catalog", {})
            for entry in entries.values():
                if isinstance(entry, str) and "%" not in entry:
                    yield from _sentences(entry.strip().rstrip(".") + ".")


def _word_phrases(language: str, count: int, rng: random.Random) -> list[str]:
    name = _WORD_FILES.get(language)
    if not name or not (_WORDS / name).exists():
        return []
    words = [w for w in (_WORDS / name).read_text(encoding="utf-8").split("\n") if w.isalpha() and w.islower()]
    words = sorted(w for w in words if 3 <= len(w) <= 11)
    phrases = []
    for _ in range(count):
        text = (", " if rng.random() < 0.2 else " ").join(rng.sample(words, rng.randint(3, 6)))
        phrases.append(text[0].upper() + text[1:] + rng.choice("...?!"))
    return phrases


def _enliven(sentences: list[str], rng: random.Random) -> list[str]:
    """Some full stops become question and exclamation marks: teachers know these melodies, manuals do not use them."""
    result = []
    for sentence in sentences:
        chance = rng.random()
        if sentence.endswith(".") and chance < 0.22:
            sentence = sentence[:-1] + ("?" if chance < 0.14 else "!")
        result.append(sentence)
    return result


def natural_sentences(language: str, count: int, rng: random.Random) -> list[str]:
    """Sentences of a language with texts in Debian; fortunes come first, then manuals, messages and phrases."""
    alphabet = _ALPHABETS[language]
    pattern = re.compile(rf"[{alphabet}][{alphabet} ,;:?!.\-]*")
    chosen: dict[str, None] = {}
    for source in (_fortunes(language), _manuals(language), _messages(language)):
        fitting = {s for s in source if SHORTEST <= len(s) <= LONGEST and pattern.fullmatch(s)}
        fitting = {s for s in fitting if not _ENGLISH.search(s)}
        fitting = {s for s in fitting if " " in s and not re.search(r"[A-ZА-Я]{2}|[,;:.]\S|-\s|\s-|--|\s[,;:.]", s)}
        pool = sorted(fitting)
        rng.shuffle(pool)
        for sentence in pool:
            chosen.setdefault(sentence)
    kept = list(chosen)[:count]
    if len(kept) < count:
        kept += _word_phrases(language, count - len(kept), rng)
    kept = _enliven(kept, rng)
    rng.shuffle(kept)
    return kept


def foreign_sentences(language: str, count: int, seed: int = 3) -> list[str]:
    """`count` distinct sentences of a language (fewer only where its sources hold fewer)."""
    rng = random.Random(f"{seed} {language}")
    if language == "ja":
        return kana_sentences(count, rng)
    if language == "cmn-latn-pinyin":
        return pinyin_sentences(count, rng)
    return natural_sentences(language, count, rng)
