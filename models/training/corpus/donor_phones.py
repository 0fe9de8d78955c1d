# SPDX-License-Identifier: GPL-3.0-or-later
"""Phone sets of the foreign festival voices in IPA, after the phone-set definitions of their packages."""

from __future__ import annotations

from .labels import PAUSE


def _same(symbols: str) -> dict[str, str]:
    return {s: s for s in symbols.split()}


_CATALAN_BASE = _same("a e i u o b d f j k l m n p s t w z") | {
    "ax": "ə", "E": "ɛ", "O": "ɔ", "J": "ɲ", "L": "ʎ", "S": "ʃ", "Z": "ʒ", "g": "ɡ", "r": "ɾ", "rr": "r",
}  # fmt: skip
CATALAN = (
    _CATALAN_BASE
    | {f"{v}1": _CATALAN_BASE[v] for v in "a e E i o O u".split()}
    | {"pau": PAUSE, "_": PAUSE, "#": PAUSE}
)

_ITALIAN_BASE = _same("a e i o u j w p t k b d f s v z ts dz m n l r") | {
    "E": "ɛ", "O": "ɔ", "g": "ɡ", "S": "ʃ", "Z": "ʒ", "tS": "tʃ", "dZ": "dʒ", "J": "ɲ", "ng": "ŋ", "nf": "ɱ", "L": "ʎ",
}  # fmt: skip
ITALIAN = _ITALIAN_BASE | {f"{v}1": _ITALIAN_BASE[v] for v in "a e E i o O u".split()} | {"#": PAUSE}

CZECH = _same("a o u b d f j k l m n p r s t v z") | {
    "a:": "aː", "o:": "oː", "u:": "uː", "e": "ɛ", "e:": "ɛː", "i": "ɪ", "i:": "iː", "c": "ts", "c~": "tʃ", "ch": "x",
    "d~": "ɟ", "dz": "dz", "dz~": "dʒ", "g": "ɡ", "h": "ɦ", "n*": "ŋ", "n~": "ɲ", "r~": "r̝", "r~*": "r̝̊", "s~": "ʃ",
    "t~": "c", "z~": "ʒ", "_": "ʔ", "#": PAUSE,
}  # fmt: skip

_FINNISH_BASE = _same("e i o u y p t k b d f s h m n l r j w z") | {
    "a": "ɑ", "@": "æ", "7": "ø", "&": "ə", "g": "ɡ", "T": "θ", "D": "ð", "S": "ʃ", "Z": "ʒ", "v": "ʋ", "N": "ŋ", "L": "ɫ",
}  # fmt: skip
FINNISH = _FINNISH_BASE | {f"{p}:": f"{ipa}ː" for p, ipa in _FINNISH_BASE.items()} | {"#": PAUSE, "##": PAUSE}

_RUSSIAN_PALATAL = {
    "pp": "p", "bb": "b", "tt": "t", "dd": "d", "kk": "k", "gg": "ɡ", "ff": "f", "vv": "v", "ss": "s", "zz": "z",
    "hh": "x", "mm": "m", "nn": "n", "ll": "l", "rr": "r",
}  # fmt: skip
RUSSIAN = (
    _same("p b t d k f v s z m n r j")
    | {p: f"{ipa}ʲ" for p, ipa in _RUSSIAN_PALATAL.items()}
    | {
        "ii": "i", "yy": "ɨ", "uu": "u", "ee": "ɛ", "oo": "o", "aa": "a", "a": "ɐ", "e": "e", "i": "ɪ", "y": "ɨ", "u": "u",
        "ae": "ə", "ay": "ə", "ur": "ʊ", "g": "ɡ", "c": "ts", "ch": "tɕ", "sh": "ʂ", "sch": "ɕː", "zh": "ʐ", "h": "x",
        "l": "ɫ", "pau": PAUSE,
    }
)  # fmt: skip
