# SPDX-License-Identifier: GPL-3.0-or-later
"""The teachers: who they are, what drives them and under which licence they come."""

from __future__ import annotations

from dataclasses import dataclass

from .donor_phones import CATALAN, CZECH, FINNISH, ITALIAN, RUSSIAN
from .english_phones import ENGLISH
from .festival_teacher import FestivalVoice


@dataclass(frozen=True)
class Speaker:
    """A teacher: `engine` is flite, festival or espeak; `kind` how it makes sound."""

    name: str
    engine: str
    kind: str
    sex: str
    package: str
    licence: str
    languages: tuple[str, ...]
    voice: FestivalVoice | None = None
    note: str = ""
    sentences: int = 400
    """Training sentences of a foreign voice; voices that lack diphones lose some of them."""


_CMU = "CMU permissive (MIT-like)"
_EDINBURGH = "University of Edinburgh permissive (MIT-like)"


def _flite(name: str, kind: str, note: str = "") -> Speaker:
    sex = "woman" if name == "slt" else "man"
    return Speaker(name, "flite", kind, sex, "libflite1", _CMU, ("en-us",), None, note)


def _festival(
    name: str,
    sex: str,
    kind: str,
    package: str,
    licence: str,
    voice: FestivalVoice,
    sentences: int = 400,
    note: str = "",
) -> Speaker:
    return Speaker(name, "festival", kind, sex, package, licence, (voice.language,), voice, note, sentences)


def _czech(name: str, sex: str, licence: str) -> Speaker:
    voice = FestivalVoice(f"(voice_czech_{name})", "cs", CZECH, "iso-8859-2", first_syllable_stress=True)
    return _festival(name, sex, "diphone", f"festvox-czech-{name}", licence, voice)


def _finnish(name: str, select: str, sex: str, sentences: int = 400) -> Speaker:
    voice = FestivalVoice(select, "fi", FINNISH, "iso-8859-1", stress_levels=(0, 2, 1))
    return _festival(name, sex, "diphone", f"festvox-suopuhe-{name}", "LGPL-2.0-or-later", voice, sentences)


def _italian(name: str, sex: str, package: str) -> Speaker:
    voice = FestivalVoice(f"(voice_{name}_diphone)", "it", ITALIAN, "iso-8859-1")
    return _festival(name, sex, "diphone", package, "GPL-2.0-or-later", voice)


ESPEAK_ENGLISH = ("en-us", "en-gb", "en-gb-scotland")
ESPEAK_FOREIGN = ("de", "fr", "es", "it", "pt-br", "ja", "cmn-latn-pinyin")

_ALL = (
    _flite("slt", "statistical"),
    _flite("rms", "statistical"),
    _flite("awb", "statistical", "Scottish English"),
    _flite("kal16", "diphone"),
    _festival("hts", "woman", "hidden Markov model", "festvox-us-slt-hts", f"{_CMU}, BSD-3-Clause",
              FestivalVoice("(voice_cmu_us_slt_arctic_hts)", "en-us", ENGLISH), note="the person of slt"),
    _festival("ked", "man", "diphone", "festvox-kdlpc16k", _EDINBURGH,
              FestivalVoice("(voice_ked_diphone)", "en-us", ENGLISH)),
    _festival("ona", "woman", "hidden Markov model", "festvox-ca-ona-hts", "LGPL-2.1-or-later",
              FestivalVoice("(voice_upc_ca_ona_hts)", "ca", CATALAN, "iso-8859-1")),
    _czech("dita", "woman", "GPL-3.0-or-later"),
    _czech("krb", "child", "GPL-3.0-or-later"),
    _italian("lp", "woman", "festvox-italp16k"),
    _finnish("lj", "(voice_suo_fi_lj_diphone)", "woman", 850),
    _czech("machac", "man", "GPL-3.0-or-later"),
    _czech("ph", "man", "GPL-2.0-or-later"),
    _italian("pc", "man", "festvox-itapc16k"),
    _finnish("mv", "(voice_hy_fi_mv_diphone)", "man"),
    _festival("nsh", "man", "unit selection", "festvox-ru", "festvox permissive (MIT-like)",
              FestivalVoice("(voice_msu_ru_nsh_clunits)", "ru", RUSSIAN, "utf-8")),
    Speaker("esp", "espeak", "formant", "man", "espeak-ng", "GPL-3.0-or-later", ESPEAK_FOREIGN + ESPEAK_ENGLISH),
)  # fmt: skip

SPEAKERS: dict[str, Speaker] = {s.name: s for s in _ALL}
ENGLISH_SPEAKERS = ("slt", "rms", "awb", "hts", "kal16", "ked")
