# SPDX-License-Identifier: GPL-3.0-or-later
"""The recipe of the design model: what needs no torch."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from design import vocabulary
from design.cards import draw
from design.grammar import ATTRIBUTES, LEXICON, Caption, Record, describe, fits, other
from design.space import CONTROLS, to_card, to_point
from design.tokens import BUCKETS, WIDTH, buckets, words

BASES = json.loads((Path(__file__).parent.parent / "design" / "bases.json").read_text())


def record(**bands: str | None) -> Record:
    plain: Record = {name: None for name in ATTRIBUTES}
    plain.update(sex="male", age="elderly", pitch="low", pace="slow", breath="clear", roughness="rough", brightness="dark", level="normal", melody="normal", size="normal", accent="en-GB")  # fmt: skip
    return {**plain, **bands}


def random_record(rng: random.Random) -> Record:
    found: Record = {name: rng.choice([*bands, None]) for name, bands in ATTRIBUTES.items()}
    found["accent"] = rng.choice(ATTRIBUTES["accent"])
    if found["age"] == "child":
        found["sex"] = None
    else:
        found["childsex"] = None
    return found


def test_captions_say_only_what_is_true() -> None:
    rng = random.Random(1)
    for _ in range(400):
        voice = random_record(rng)
        text, said = describe(voice, rng)
        assert isinstance(text, str)
        for attribute, bands in said.items():
            assert voice[attribute] in bands, (text, attribute, bands, voice)


def test_what_is_marked_is_nearly_always_said() -> None:
    rng = random.Random(2)
    voice = record(breath="whisper", roughness=None)
    said = [describe(voice, rng)[1] for _ in range(200)]
    assert sum("breath" in needs for needs in said) > 170
    assert sum("level" in needs for needs in said) < 100


def test_a_negation_says_the_opposite() -> None:
    raspy = next(p for p in LEXICON["adj"] if "raspy" in p.forms)
    assert other(record(roughness="regular"), raspy) == {"roughness": frozenset(["regular"])}
    assert other(record(roughness="rough"), raspy) is None
    assert other(record(roughness=None), raspy) is None
    assert not fits(record(roughness=None), raspy.needs)


def test_captions_vary() -> None:
    rng = random.Random(3)
    assert len({describe(record(), rng)[0] for _ in range(200)}) > 195


def test_words_that_mean_nothing_are_strewn_in_and_claim_nothing() -> None:
    rng = random.Random(6)
    found = [(describe(voice, rng, ["xylograph"]), voice) for voice in (random_record(rng) for _ in range(300))]
    assert 60 < sum("xylograph" in text.lower() for (text, _), _ in found) < 200
    for (text, said), voice in found:
        for attribute, bands in said.items():
            assert voice[attribute] in bands, (text, attribute)


def test_who_speaks_of_a_woman_means_no_child() -> None:
    rng = random.Random(8)
    found = [describe(record(sex="female"), rng)[1] for _ in range(100)]
    assert all("child" not in said["age"] for said in found if "sex" in said)
    children = [describe(record(sex=None, childsex="female", age="child"), rng)[1] for _ in range(100)]
    assert all(said["age"] == {"child"} for said in children if "age" in said)


def test_pronouns_are_those_of_the_voice_and_say_its_sex_or_nothing() -> None:
    rng = random.Random(9)
    for sex, own in {"male": {"he", "his", "him", "himself"}, "female": {"she", "her", "herself"}}.items():
        for _ in range(50):
            caption = Caption(record(sex=sex), rng)
            text = caption._filled("{He} speaks as {he} likes, {his} way, to {him}, {himself}")
            assert "{" not in text
            assert bool(own & set(words(text))) == ("sex" in caption.said)


def test_the_opposite_of_a_phrase_says_what_the_voice_is() -> None:
    caption = Caption(record(pace="slow"), random.Random(10))
    fast = caption.opposed("adj", "pace")
    assert any(fast in p.forms and p.needs == {"pace": {"fast"}} for p in LEXICON["adj"])
    assert caption.said["pace"] == {"slow"}
    assert Caption(record(pace="normal"), random.Random(10)).opposite("pace") is None


def test_the_vocabulary_has_words_as_they_are_spelt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "CAPTIONS", 3000)
    found = vocabulary.vocabulary()
    assert {"voice", "woman", "gravelly"} <= set(found[:3000])
    assert found.index("voice") < found.index("gravelly")
    assert not {"vioce", "vocie", "woamn"} & set(found)


def test_brief_captions_are_short_and_say_only_what_is_true() -> None:
    rng = random.Random(11)
    lengths = []
    for _ in range(400):
        voice = random_record(rng)
        text, said = describe(voice, rng, brief=1)
        lengths.append(len(words(text)))
        assert text
        for attribute, bands in said.items():
            assert voice[attribute] in bands, (text, attribute)
    assert sorted(lengths)[200] < 15


def test_a_caption_finds_a_role() -> None:
    rng = random.Random(7)
    assert Caption(record(), rng).pick("role", None)


def test_cards_of_points_and_points_of_cards() -> None:
    rng = np.random.default_rng(4)
    for _ in range(100):
        card = to_card(draw(rng), BASES)
        assert sum(card["speaker"]["mix"].values()) == pytest.approx(1)
        again = to_card(to_point(card, BASES), BASES)
        assert again["accent"] == card["accent"]
        if min(card["speaker"]["mix"].values()) < 0.1:
            continue  # A share this small is dropped where it is rounded once more.
        assert again["speaker"] == card["speaker"]
        for control in ("rate", "tract", "breathiness", "roughness", "tilt", "energy"):
            assert again[control] == pytest.approx(card[control], abs=0.02), control
    wild = to_card(np.full(len(draw(rng)), 99.0), BASES)
    assert wild["breathiness"] <= 1 and wild["tract"] <= 1.5 and len(CONTROLS) == 8


def test_words_and_their_buckets() -> None:
    assert words("She isn't LOUD; 8-year-old…") == ["she", "is", "not", "loud", ",", "8", "-", "year", "-", "old", "."]
    assert words("低沉x") == ["低", "沉", "x"]
    assert all(0 <= b < BUCKETS for b in buckets("gravelly")) and len(buckets("gravelly")) == WIDTH
    # A number is itself, and how large it is about: 81 and 84 share that, 8 and 841 do not.
    assert buckets("8")[2:] == (0,) * (WIDTH - 2)
    assert buckets("81")[1] == buckets("84")[1] != 0 and buckets("81")[0] != buckets("84")[0]
    assert len({buckets(number)[1] for number in ("8", "81", "841", "31")}) == 4
    shared = set(buckets("gravelly")) & set(buckets("gravely"))
    assert len(shared - {0}) >= 3
