# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the teachers and the texts from Debian main."""

from __future__ import annotations

import os
import subprocess

from .speakers import SPEAKERS

TOOLS = "gcc libc6-dev flite1-dev libespeak-ng-dev espeak-ng festival festlex-cmu festlex-poslex".split()
TEXTS = (
    "wordnet-base wamerican fortunes fortunes-min fortunes-de fortunes-es fortunes-it fortunes-cs fortunes-ru "
    "fortunes-br manpages-fr manpages-de manpages-es manpages-it manpages-cs manpages-fi manpages-pt-br manpages-ru "
    "wcatalan witalian"
).split()


def packages() -> list[str]:
    """Every package that the corpus needs."""
    return sorted({*TOOLS, *TEXTS, *(s.package for s in SPEAKERS.values())})


def missing(names: list[str]) -> list[str]:
    """The packages that are not installed."""
    query = ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Package}\n", *names]
    listing = subprocess.run(query, capture_output=True, text=True, check=False).stdout.splitlines()
    present = {line.split(" ", 1)[1] for line in listing if line.startswith("installed ")}
    return [n for n in names if n not in present]


def install() -> None:
    """apt-get install of what is missing; needs root."""
    wanted = missing(packages())
    if not wanted:
        return
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], check=True, env=environment)
    subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", *wanted], check=True, env=environment)
