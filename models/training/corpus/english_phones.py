# SPDX-License-Identifier: GPL-3.0-or-later
"""The phone set of the American English teachers in IPA; diphthongs and affricates are one phone."""

from __future__ import annotations

from .labels import PAUSE

_CHANGED = {
    "iy": "i", "ih": "ɪ", "eh": "ɛ", "ae": "æ", "aa": "ɑ", "ah": "ʌ", "ax": "ə", "ao": "ɔ", "uh": "ʊ", "uw": "u",
    "er": "ɝ", "ey": "eɪ", "ay": "aɪ", "oy": "ɔɪ", "aw": "aʊ", "ow": "oʊ", "hh": "h", "th": "θ", "dh": "ð",
    "sh": "ʃ", "zh": "ʒ", "ch": "tʃ", "jh": "dʒ", "ng": "ŋ", "r": "ɹ", "y": "j", "g": "ɡ",
    "axr": "ɝ", "pau": PAUSE, "h#": PAUSE, "brth": PAUSE, "ssil": PAUSE,
}  # fmt: skip

ENGLISH: dict[str, str] = _CHANGED | {p: p for p in "b d f k l m n p s t v w z".split()}
"""Teacher symbol to IPA."""
