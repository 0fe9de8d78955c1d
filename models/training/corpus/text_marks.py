# SPDX-License-Identifier: GPL-3.0-or-later
"""Splits a text into the pieces a teacher reads, with the punctuation that follows each."""

from __future__ import annotations

import re

from .labels import MARKS

_ALIASES = {"...": "…", "–": "-", "—": "-", "、": ",", "。": ".", "？": "?", "！": "!", "¡": "", "¿": ""}


def trailing_mark(piece: str) -> str:
    """The strongest mark at the end of a piece, as one of `MARKS`."""
    tail = re.search(r"[^\w]*$", piece)
    ending = tail.group(0) if tail else ""
    for alias, mark in _ALIASES.items():
        ending = ending.replace(alias, mark)
    found = [c for c in ending if c in MARKS]
    for mark in ("?", "!", "…"):
        if mark in found:
            return mark
    return found[-1] if found else ""


def pieces(text: str) -> list[tuple[str, str]]:
    """(piece, mark) for each white-space separated piece; a dash that stands alone marks the piece before it."""
    result: list[tuple[str, str]] = []
    for piece in text.split():
        if re.search(r"\w", piece):
            result.append((piece, trailing_mark(piece)))
        elif result:
            result[-1] = (result[-1][0], trailing_mark(piece) or result[-1][1])
    return result


def speakable(text: str) -> str:
    """The text in marks that every teacher knows: dashes and inner dots of suspense pause like a comma."""
    text = re.sub(r"\s+[-–—]\s+", ", ", text)
    text = re.sub(r"(?:…|\.\.\.)(?=\s*\S)", ",", text)
    return re.sub(r"(?:…|\.\.\.)\s*$", ".", text)
