"""One inventory of phones for all languages: IPA symbols and their articulatory features.

A phone is a vowel (two targets, so that diphthongs are one phone), a consonant (place, manner, voice) or the pause `_`.
Features let the models say phones that they have seldom or never met under that name.
"""

import unicodedata

import numpy as np

PLACES = ("lab", "labdent", "dent", "alv", "postalv", "retro", "pal", "vel", "uvu", "glot")
MANNERS = ("stop", "fric", "affr", "nas", "appr", "lat", "tap", "trill")
# (height 0 close..1 open, back 0 front..1 back, round 0..1)
VOWELS = {
    "i": (0, 0, 0), "y": (0, 0, 1), "ɨ": (0, 0.5, 0), "ʉ": (0, 0.5, 1), "ɯ": (0, 0.9, 0), "u": (0, 0.9, 1),
    "ɪ": (0.2, 0.15, 0), "ʏ": (0.2, 0.15, 1), "ʊ": (0.2, 0.8, 1), "e": (0.35, 0.05, 0), "ø": (0.35, 0.05, 1),
    "ɘ": (0.4, 0.5, 0), "ɵ": (0.4, 0.5, 1), "ɤ": (0.4, 0.9, 0), "o": (0.4, 1, 1), "ə": (0.5, 0.5, 0),
    "ɛ": (0.6, 0.1, 0), "œ": (0.6, 0.15, 1), "ɜ": (0.6, 0.5, 0), "ɞ": (0.6, 0.5, 1), "ʌ": (0.7, 0.65, 0),
    "ɔ": (0.65, 1, 1), "æ": (0.85, 0.1, 0), "ɐ": (0.8, 0.5, 0), "a": (1, 0.4, 0), "ɶ": (1, 0.3, 1),
    "ɑ": (1, 0.8, 0), "ɒ": (1, 1, 1), "ɚ": (0.5, 0.5, 0.2), "ɝ": (0.5, 0.5, 0.2), "ᵻ": (0.2, 0.3, 0), "ᵿ": (0.2, 0.6, 0.5),
}  # fmt: skip
CONSONANTS = {
    "p": ("lab", "stop", 0), "b": ("lab", "stop", 1), "t": ("alv", "stop", 0), "d": ("alv", "stop", 1),
    "k": ("vel", "stop", 0), "ɡ": ("vel", "stop", 1), "q": ("uvu", "stop", 0), "ɢ": ("uvu", "stop", 1), "ʔ": ("glot", "stop", 0),
    "c": ("pal", "stop", 0), "ɟ": ("pal", "stop", 1), "ʈ": ("retro", "stop", 0), "ɖ": ("retro", "stop", 1),
    "m": ("lab", "nas", 1), "ɱ": ("labdent", "nas", 1), "n": ("alv", "nas", 1), "ɲ": ("pal", "nas", 1),
    "ŋ": ("vel", "nas", 1), "ɴ": ("uvu", "nas", 1), "ɳ": ("retro", "nas", 1), "r": ("alv", "trill", 1),
    "ʀ": ("uvu", "trill", 1), "ʙ": ("lab", "trill", 1), "ɾ": ("alv", "tap", 1), "ɽ": ("retro", "tap", 1), "ⱱ": ("labdent", "tap", 1),
    "ɸ": ("lab", "fric", 0), "β": ("lab", "fric", 1), "f": ("labdent", "fric", 0), "v": ("labdent", "fric", 1),
    "θ": ("dent", "fric", 0), "ð": ("dent", "fric", 1), "s": ("alv", "fric", 0), "z": ("alv", "fric", 1),
    "ʃ": ("postalv", "fric", 0), "ʒ": ("postalv", "fric", 1), "ʂ": ("retro", "fric", 0), "ʐ": ("retro", "fric", 1),
    "ɕ": ("pal+postalv", "fric", 0), "ʑ": ("pal+postalv", "fric", 1), "ç": ("pal", "fric", 0), "ʝ": ("pal", "fric", 1),
    "x": ("vel", "fric", 0), "ɣ": ("vel", "fric", 1), "χ": ("uvu", "fric", 0), "ʁ": ("uvu", "fric", 1), "ħ": ("uvu", "fric", 0),
    "ʕ": ("uvu", "fric", 1), "h": ("glot", "fric", 0), "ɦ": ("glot", "fric", 1), "ɧ": ("vel+postalv", "fric", 0), "ʍ": ("lab+vel", "fric", 0),
    "ɬ": ("alv+pal", "fric", 0), "ɮ": ("alv+pal", "fric", 1),
    "ʋ": ("labdent", "appr", 1), "ɹ": ("postalv", "appr", 1), "ɻ": ("retro", "appr", 1), "j": ("pal", "appr", 1),
    "ɥ": ("lab+pal", "appr", 1), "ɰ": ("vel", "appr", 1), "w": ("lab+vel", "appr", 1), "l": ("alv", "lat", 1),
    "ɫ": ("alv+vel", "lat", 1), "ʎ": ("pal", "lat", 1), "ɭ": ("retro", "lat", 1), "ʟ": ("vel", "lat", 1), "ɺ": ("alv", "lat", 1),
}  # fmt: skip
FEATURES = 3 + 10 + len(PLACES) + len(MANNERS) + 5
"""vowel, consonant, pause; two vowel targets of (height, back, round, length, rhotic); places; manners; voice, aspiration, rounding, nasality, palatalisation"""
PAUSE = "_"
_ASPIRATED_ENGLISH = set("ptk")


def canonical(ipa: str) -> str:
    """The one spelling of a phone: NFD, no stress marks or ties, `ɡ` for `g`."""
    s = unicodedata.normalize("NFD", ipa)
    for mark in ("ˈ", "ˌ", "\u0361", "\u035c", "-", "#", ".", "\u032f", "\u032a"):
        s = s.replace(mark, "")
    return s.replace("g", "ɡ").replace("ç", "ç").replace("c\u0327", "ç").replace("'", "").replace("\u02d0", "ː").replace(":", "ː") or PAUSE


def features(ipa: str) -> np.ndarray | None:
    """Articulatory features of a phone, (FEATURES,) float32, or None when there is no letter in it that we know."""
    s = canonical(ipa)
    out = np.zeros(FEATURES, np.float32)
    if s == PAUSE:
        out[2] = 1
        return out
    nasal, long_, aspirated = "\u0303" in s, "ː" in s, "ʰ" in s or "h" in s[1:]
    palatal, rhotic = "ʲ" in s, any(c in s for c in "ɚɝ˞")
    letters = [c for c in s if c in VOWELS or c in CONSONANTS]
    if not letters:
        return None
    if letters[0] in VOWELS:
        vowels = [c for c in letters if c in VOWELS]
        first, last = VOWELS[vowels[0]], VOWELS[vowels[-1]]
        tense = 1.0 if long_ or len(vowels) > 1 or vowels[0] in "ɑɔ" else -0.5 if vowels[0] in "əɐᵻ" else 0.5 if vowels[0] in "ieouayø" else 0.0
        r_start = 1.0 if rhotic else 0.5 if "ɹ" in letters else 0.0
        out[0] = 1
        out[3:8] = (*first, tense, r_start)
        out[8:13] = (*last, tense, 1.0 if r_start else 0.0)
        out[-5] = 1
        out[-2] = nasal
        return out
    place, manner, voice = CONSONANTS[letters[0]]
    if len(letters) > 1 and letters[1] in CONSONANTS and CONSONANTS[letters[1]][1] == "fric" and manner == "stop" and letters[1] != "h":
        place, manner = CONSONANTS[letters[1]][0], "affr"
    out[1] = 1
    for p in place.split("+") + (["pal"] if palatal else []):
        out[13 + PLACES.index(p)] = 1
    out[13 + len(PLACES) + MANNERS.index(manner)] = 1
    rounded = 1.0 if letters[0] in "wɥʍ" or "ʷ" in s else 0.5 if letters[0] in "ʃʒɹ" or (len(letters) > 1 and letters[1] in "ʃʒ") else 0.0
    out[-5:] = (voice, float(aspirated or letters[0] in _ASPIRATED_ENGLISH and len(letters) == 1), rounded, 1.0 if manner == "nas" else float(nasal), float(palatal))
    if long_:
        out[6] = 1
    return out


CLASSES = ("pause", "close front", "close back", "open front", "open back", "stop", "voiced fricative", "nasal", "approximant", "voiceless fricative", "affricate", "tap")
"""Phone classes of a clone's envelope transform (12)."""


def phone_class(f: np.ndarray) -> int:
    """Index into CLASSES of a feature vector."""
    if f[2]:
        return 0
    if f[0]:
        return 1 + int(f[3] > 0.45) * 2 + int(f[4] > 0.5)
    manner = MANNERS[int(np.argmax(f[13 + len(PLACES) : 13 + len(PLACES) + len(MANNERS)]))]
    if manner == "fric":
        return 6 if f[-5] else 9
    return {"stop": 5, "affr": 10, "nas": 7, "appr": 8, "lat": 8, "tap": 11, "trill": 11}[manner]


class Inventory:
    """Phones that have an id of their own. Id 0 is the pause; id len() is 'any phone': its features alone count."""

    def __init__(self, symbols: list[str]):
        self.symbols = [PAUSE] + sorted({canonical(s) for s in symbols} - {PAUSE})
        self.symbols = [s for s in self.symbols if features(s) is not None]
        self.index = {s: i for i, s in enumerate(self.symbols)}
        self.table = np.stack([features(s) for s in self.symbols])  # type: ignore[arg-type]

    def __len__(self) -> int:
        return len(self.symbols)

    @property
    def classes(self) -> np.ndarray:
        return np.array([phone_class(f) for f in self.table])
