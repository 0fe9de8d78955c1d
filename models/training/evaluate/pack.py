# SPDX-License-Identifier: GPL-3.0-or-later
"""What the evaluation needs to know of a voice pack: its base speakers and its house voices."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ENGLISH = ("slt", "rms", "awb", "hts", "kal16", "ked")
"""Base speakers whose teachers speak English."""


@dataclass(frozen=True)
class Voice:
    """A voice card with its name; base speakers have the plainest card."""

    id: str
    name: str
    card: dict[str, Any]

    @property
    def tract(self) -> float:
        """Factor on the formants."""
        return float(self.card.get("tract", 1.0))

    @property
    def main_speaker(self) -> str | None:
        """The base speaker with the largest weight; None for a card that brings an embedding."""
        mix = self.card["speaker"].get("mix")
        return max(mix, key=lambda name: mix[name]) if mix else None


@dataclass(frozen=True)
class Pack:
    """Base speakers and house voices."""

    id: str
    version: str
    speakers: list[Voice]
    house: list[Voice]


def read_pack(folder: Path) -> Pack:
    """Read pack.json, tables.json and voices.json."""

    def read(name: str) -> Any:
        return json.loads((folder / name).read_text(encoding="utf-8"))

    manifest = read("pack.json")
    speakers = [
        Voice(s["name"], s["name"], {"pack": manifest["id"], "speaker": {"mix": {s["name"]: 1}}})
        for s in read("tables.json")["speakers"]
    ]
    house = [Voice(v["id"], v["name"], v["card"]) for v in read("voices.json")]
    return Pack(manifest["id"], manifest["version"], speakers, house)
