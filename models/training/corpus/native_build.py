# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the small C programs of this package."""

from __future__ import annotations

import subprocess
from pathlib import Path

_SOURCES = Path(__file__).parent / "native"


def build(name: str, libraries: list[str], folder: Path) -> Path:
    """Compile native/<name>.c into `folder` unless a newer program is there."""
    folder.mkdir(parents=True, exist_ok=True)
    source, program = _SOURCES / f"{name}.c", folder / name
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        command = ["gcc", "-O2", "-o", str(program), str(source), *(f"-l{lib}" for lib in libraries)]
        subprocess.run(command, check=True)
    return program
