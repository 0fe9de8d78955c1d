# SPDX-License-Identifier: GPL-3.0-or-later
"""The corpus package: phone tables, label format, text splitting, syllables and the held-out split."""

from __future__ import annotations

import random
import unicodedata

import pytest

from corpus.donor_phones import CATALAN, CZECH, FINNISH, ITALIAN, RUSSIAN
from corpus.english_dialogue import dialogue_sentences
from corpus.english_phones import ENGLISH
from corpus.english_templates import number_words
from corpus.english_text import EnglishText, ngrams, without_overlap
from corpus.espeak_ipa import split
from corpus.festival_teacher import FestivalVoice
from corpus.labels import PAUSE, Phone, Track, Utterance, Word, fault, fit_last_pause, from_line, to_line
from corpus.plan import AUDIO, COMMON, Task, core_sentences, english_tasks
from corpus.records import read_records, to_utterance
from corpus.syllables import pinyin_starts, starts
from corpus.text_marks import pieces, speakable

IPA_LETTERS = set("abcdefhijklmnoprstuvwxyzæɑɐɒɔəɛɝɨɪɫɡɣɦɱŋɲɕøɾʃʂʊʋʌʎʐʒʔθðœɟɹ")
IPA_MARKS = set("ːʲʰ\u031d\u030a")


@pytest.mark.parametrize("table", [ENGLISH, CATALAN, CZECH, FINNISH, ITALIAN, RUSSIAN])
def test_phone_tables_hold_ipa_only(table: dict[str, str]) -> None:
    assert PAUSE in table.values()
    for ipa in table.values():
        letters = unicodedata.normalize("NFD", ipa) if ipa != PAUSE else ""
        assert all(c in IPA_LETTERS or c in IPA_MARKS for c in letters), ipa


def _utterance(**changes: object) -> Utterance:
    phones = [
        Phone(PAUSE, 0.1),
        Phone("h", 0.2, 1, 0, 0, 1, 1, 4),
        Phone("aɪ", 0.4, 1, 0, 0, 0, 0, 4),
        Phone(PAUSE, 0.5),
    ]
    base: dict[str, object] = {"id": "t1", "split": "train", "audio": True, "text": "Hi…", "language": "en-us"}
    base |= {"words": [Word("hi", "…")], "phones": phones, "cg": Track("t1.cg", 100, 31)}
    return Utterance(**(base | changes))  # type: ignore[arg-type]


def test_label_round_trip() -> None:
    utterance = _utterance()
    assert "\n" not in to_line(utterance)
    assert from_line(to_line(utterance)) == utterance
    assert '"cg"' not in to_line(_utterance(cg=None))
    assert from_line(to_line(_utterance(cg=None))).cg is None


def test_faults_are_named() -> None:
    assert fault(_utterance(), 0.5) is None
    assert fault(_utterance(), 0.6) == "end differs from audio"
    assert fault(_utterance(phones=[Phone("a", 0.3, word=0), Phone("b", 0.2, word=0)]), 0.2) == "not monotone"
    assert fault(_utterance(phones=[Phone("a", 0.3, word=0), Phone("b", 0.3, word=0)]), 0.3) == "phone too short"
    assert fault(_utterance(words=[]), 0.5) == "empty"


def test_last_pause_ends_with_the_audio() -> None:
    phones = [Phone("a", 0.3, word=0), Phone(PAUSE, 0.8)]
    assert fit_last_pause(phones, 0.5)[-1].end == 0.5
    assert fit_last_pause(phones, 0.9) == phones
    assert fit_last_pause(phones, 0.2) == phones


def test_pieces_keep_the_marks() -> None:
    assert pieces("Well… wait - no, John!") == [("Well…", "…"), ("wait", "-"), ("no,", ","), ("John!", "!")]
    assert speakable("Well… wait - no…") == "Well, wait, no."


def test_records_become_utterances() -> None:
    lines = ["U t1 16000 16000 200 31", "W 0 go", "W 0 ,", "W 1 her", "S pau 0.2 0 -1 0 0 0", "S g 0.4 1 0 1 1 3"]
    lines += [
        "S ow 0.5 1 0 0 0 3",
        "S hh 0.6 1 2 1 1 4",
        "S er 0.7 1 2 0 0 4",
        "S r 0.8 0 -1 0 0 0",
        "S pau 1.0 0 -1 0 0 0",
    ]
    (record,) = read_records([*lines, "E"])
    utterance = to_utterance(record, Task("t1", "train", "Go, her!"), "en-us", ENGLISH)
    assert isinstance(utterance, Utterance)
    assert [p.ipa for p in utterance.phones] == [PAUSE, "ɡ", "oʊ", "h", "ɝ", PAUSE]
    assert [p.word for p in utterance.phones] == [-1, 0, 0, 1, 1, -1]
    assert utterance.phones[4].end == 0.8
    assert utterance.words == [Word("go", ","), Word("her", "!")]
    assert fault(utterance, record.seconds) is None


def test_espeak_events_split_into_phones() -> None:
    assert split("tʃ") == ["tʃ"]
    assert split("aʊ") == ["aʊ"]
    assert split("ɔːɹ") == ["ɔː", "ɹ"]
    assert split("uei") == ["w", "ei"]
    assert split("onɡ") == ["o", "ŋ"]
    assert split("ts.h") == ["ʈʂʰ"]
    assert split("ˈ") == []


def test_syllables() -> None:
    assert starts(list("banana")) == [0, 2, 4]
    assert starts(["ʃ", "a", "ɾ", "t", "a"]) == [0, 3]
    assert pinyin_starts(["n", "i", "ŋ", "n", "i"], "ning2ni3") == [0, 3]
    assert pinyin_starts(["n", "i"], "ning2ni3") is None


def test_held_out_sentences_share_no_ngram_with_training() -> None:
    held = ["The young man stooped to pick up the purse."]
    taken = set().union(*(ngrams(s) for s in held))
    train = ["The young man stooped to pick up flowers.", "The young man stooped.", "The young man stooped!"]
    assert without_overlap(train, taken) == ["The young man stooped."]
    assert without_overlap(held, taken) == []


def test_every_english_speaker_says_the_common_sentences() -> None:
    text = EnglishText(
        [f"Sentence number {number_words(i)} of the training list." for i in range(8000)], ["Held."] * 260
    )
    common = {f"t{i:05d}" for i in core_sentences(text)[:COMMON]}
    for speaker, amount in AUDIO.items():
        tasks = english_tasks(speaker, text, statistical=speaker == "slt")
        ids = [t.id for t in tasks if t.split == "train"]
        assert common <= set(ids)
        assert len(ids) == len(set(ids))
        assert sum(t.audio for t in tasks if t.split == "train") == amount
        assert sum(t.split == "held" for t in tasks) == 260


def test_dialogue_is_deterministic_and_bounded() -> None:
    lines = dialogue_sentences(50, random.Random(2))
    assert lines == dialogue_sentences(50, random.Random(2))
    assert all(12 <= len(line) <= 120 for line in lines)


def test_a_voice_has_ordinary_stress_by_default() -> None:
    assert FestivalVoice("(voice_x)", "en-us", ENGLISH).stress_levels == (0, 1, 2)
