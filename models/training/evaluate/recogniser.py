# SPDX-License-Identifier: GPL-3.0-or-later
"""Speech recognition with pocketsphinx (PyPI 5.1.1; its US English model comes inside the package)."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from .audio import active_rms, read_wav, resample, to_int16

RATE = 16000
LEVEL = 0.06
"""Root mean square that every file is brought to, so that no system is heard better for being louder."""
NOISE = 3e-4
"""Root mean square of the noise added: digital silence upsets the recogniser's cepstra."""
PADDING = 0.2
"""Silence added on both sides, seconds."""
SETTINGS: dict[str, float | int | bool | str] = {"fwdflat": False, "maxhmmpf": 3000}
"""Decoder options that differ from the package's: a second pass made more errors on the teachers, and the limit of
active states costs none and saves a quarter of the time."""

_decoder = None
_known: dict[str, str] = {}
"""What was heard before, by cache key; worker processes inherit it."""


def prepare(path: Path) -> bytes:
    """A file as the recogniser gets it: 16 kHz, level, padding and a noise that depends on the name alone."""
    samples, rate = read_wav(path)
    samples = resample(samples, rate, RATE)
    level = active_rms(samples, RATE)
    if level > 0.0:
        samples = samples * (LEVEL / level)
    samples = np.pad(samples, int(PADDING * RATE))
    noise = np.random.default_rng(zlib.crc32(path.stem.encode()))
    return to_int16(samples + NOISE * noise.standard_normal(len(samples))).tobytes()


def cache_key(data: bytes) -> str:
    """Name of what the recogniser says to these bytes: equal bytes and settings give equal words."""
    return hashlib.sha256(repr(sorted(SETTINGS.items())).encode() + data).hexdigest()[:32]


def recognise(data: bytes) -> str:
    """The words of one prepared file."""
    global _decoder
    if _decoder is None:
        from pocketsphinx import Decoder

        _decoder = Decoder(loglevel="FATAL", **SETTINGS)
    _decoder.start_utt()
    _decoder.process_raw(data, no_search=False, full_utt=True)
    _decoder.end_utt()
    found = _decoder.hyp()
    return found.hypstr if found else ""


def _hear(job: tuple[str, Path]) -> tuple[str, str, str | None]:
    """Pool task: the id, the cache key and, where the key is new, the words."""
    id, path = job
    data = prepare(path)
    key = cache_key(data)
    return id, key, None if key in _known else recognise(data)


class Recogniser:
    """Hears folders of files with several processes; remembers in a file what it heard before."""

    def __init__(self, jobs: int = 2, memory: Path | None = None) -> None:
        self._jobs = jobs
        self._memory = memory
        if memory and memory.exists():
            for line in memory.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                _known[entry["key"]] = entry["words"]

    def hear(self, files: Mapping[str, Path]) -> dict[str, str]:
        """Words by id, in the order of `files`."""
        keys: dict[str, str] = {}
        for id, key, words in self._run(list(files.items())):
            keys[id] = key
            if words is not None:
                self._remember(key, words)
        return {id: _known[keys[id]] for id in files}

    def _run(self, files: list[tuple[str, Path]]) -> Iterator[tuple[str, str, str | None]]:
        if self._jobs <= 1:
            yield from map(_hear, files)
            return
        with get_context("fork").Pool(self._jobs) as pool:
            yield from pool.imap_unordered(_hear, files, chunksize=4)

    def _remember(self, key: str, words: str) -> None:
        _known[key] = words
        if self._memory:
            self._memory.parent.mkdir(parents=True, exist_ok=True)
            with self._memory.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "words": words}) + "\n")
