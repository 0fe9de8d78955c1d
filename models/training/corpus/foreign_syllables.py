# SPDX-License-Identifier: GPL-3.0-or-later
"""Made-up sentences for languages whose script the teacher reads only in transcription: kana and pinyin."""

from __future__ import annotations

import random

_KANA = "あいうえおかきくけこがぎぐげごさしすせそざじずぜぞたちつてとだでどなにぬねのはひふへほばびぶべぼぱぴぷぺぽまみむめもやゆよらりるれろわ"
_MORAE = "きょ しゃ ちゅ りょ にゃ ひょ ぎゅ じょ っか った っぱ ん ん ん おう えい ああ".split()
_WORDS = (
    "わたし あなた きょう あした きのう いま せんせい がくせい ともだち かぞく おかあさん おとうさん いえ まち えき でんしゃ くるま みち "
    "ほん しんぶん てがみ でんわ みず おちゃ ごはん やさい くだもの にく さかな あさ ひる よる はる なつ あき ふゆ あめ ゆき かぜ そら "
    "うみ やま かわ はな いぬ ねこ とり こども おとこ おんな ひと なまえ しごと じかん おかね いろ あか しろ くろ あたま て あし め くち"
).split()
_PARTICLES = "は を の が に で と も から まで".split()
_ENDINGS = "です ます ました でしょう ください ません たい しています いきます たべました みました おもいます".split()

_INITIALS = "b p m f d t n l g k h j q x zh ch sh r z c s".split()
_FINALS = {
    "bpm": "a o ai ei ao an en ang eng i ie iao ian in ing u".split(),
    "f": "a o ei ou an en ang eng u".split(),
    "dt": "a e ai ao ou an ang eng i ie iao ian ing u uo ui uan un ong".split(),
    "nl": "a e ai ei ao ou an ang eng i ie iao iu ian in iang ing u uo uan ong".split(),
    "gkh": "a e ai ei ao ou an en ang eng u ua uo uai ui uan un uang ong".split(),
    "jqx": "i ia ie iao iu ian in iang ing iong u ue uan un".split(),
    "zhchshr": "i e ao ou an en ang eng u uo ui uan un".split(),
    "zcs": "i a e ai ao ou an en ang eng u uo ui uan un ong".split(),
}
_WHOLE = "a ai an ao e en er ou wo wei wen wang wan yi ya yan yang yao ye yin ying yong you yu yuan yue yun wu".split()


def _kana_word(rng: random.Random) -> str:
    if rng.random() < 0.6:
        return rng.choice(_WORDS)
    parts = [rng.choice(_KANA) if rng.random() < 0.75 else rng.choice(_MORAE) for _ in range(rng.randint(2, 4))]
    return "".join(parts).lstrip("んっ") or "あさ"


def kana_sentences(count: int, rng: random.Random) -> list[str]:
    """Japanese-like sentences; spaces separate phrases, so that words can be told apart."""
    made: dict[str, None] = {}
    while len(made) < count:
        phrases = []
        for _ in range(rng.randint(1, 4)):
            phrases.append(_kana_word(rng) + rng.choice(_PARTICLES) + ("、" if rng.random() < 0.15 else ""))
        text = " ".join(phrases) + " " + _kana_word(rng) + rng.choice(_ENDINGS)
        made.setdefault(text + rng.choice(("。", "。", "。", "か？", "！")))
    return list(made)


def _pinyin_syllable(rng: random.Random) -> str:
    if rng.random() < 0.2:
        return rng.choice(_WHOLE)
    initial = rng.choice(_INITIALS)
    if len(initial) == 2 or initial == "r":
        group = "zhchshr"
    else:
        group = next(g for g in _FINALS if initial in g and g != "zhchshr")
    return initial + rng.choice(_FINALS[group])


def pinyin_sentences(count: int, rng: random.Random) -> list[str]:
    """Mandarin syllables with tone numbers, words of one to three syllables; tone 5 only inside words."""
    made: dict[str, None] = {}
    while len(made) < count:
        words = []
        for _ in range(rng.randint(2, 6)):
            syllables = []
            for position in range(rng.choice((1, 2, 2, 2, 3))):
                tone = 5 if position and rng.random() < 0.12 else rng.randint(1, 4)
                syllables.append(f"{_pinyin_syllable(rng)}{tone}")
            words.append("".join(syllables) + ("," if rng.random() < 0.1 else ""))
        made.setdefault(" ".join(words).rstrip(",") + rng.choice("...?!"))
    return list(made)
