# SPDX-License-Identifier: GPL-3.0-or-later
"""The evaluation as Markdown tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Row = Mapping[str, Any]

INTRODUCTION = """# Evaluation of the starter voices

Word error rates (WER) are those of a recogniser, {recogniser}, on {sentences} held-out English sentences no part of
which was trained on; lower is better. It was trained on people and is far from perfect: it errs on a fifth of what the
teachers say, so a figure means something only beside the teacher's. Brackets hold 95 % intervals (bootstrap over
sentences); ratios are of the same sentences. All systems were rendered, brought to one level and heard in one run.
`npm run eval:voice` makes this page anew.
"""

LEGEND = """
- *Reference*: the teacher's own speech; `converted`: English speech of another teacher turned into the speaker's voice,
  through our vocoder, for teachers that speak no English; `warped`: the main speaker's reference played as much faster
  or slower as the voice's vocal tract is warped, because the recogniser loses such voices whoever speaks.
- *Copy*: the reference analysed and put through the vocoder: what the models could reach at best.
- *Ours*: end to end, from text, through the engine of the product, with its own prosody.
- *F0*: median, and range in semitones between the 5th and the 95th percentile. *Rate*: phones a second, pauses included.
- *Distance*: mel-cepstral distance to the reference after dynamic time warping, dB (of the copy in brackets).
- *Spread*: standard deviation of the mel cepstra, dB (of the reference in brackets); smoothing lowers it.
"""


def percent(interval: Row | None) -> str:
    """`17.2 (14.9 to 19.4)`."""
    if interval is None:
        return "–"
    return f"{100 * interval['value']:.1f} ({100 * interval['low']:.1f} to {100 * interval['high']:.1f})"


def factor(interval: Row | None) -> str:
    """`1.04 (0.95 to 1.13)`."""
    return f"{interval['value']:.2f} ({interval['low']:.2f} to {interval['high']:.2f})" if interval else "–"


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table whose first column is text and the others figures."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + "--:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def _reference(row: Row) -> str:
    reference = row.get("reference")
    if not reference:
        return "–"
    kind = "" if reference["kind"] == "teacher" else f" {reference['kind']}"
    return f"{reference['speaker']}{kind}: {percent(row['referenceWordErrorRate'])}"


def _pitch(row: Row) -> str:
    m = row["measures"]
    return f"{m['f0_median']:.0f} Hz, {m['f0_range']:.1f} st"


def _rate(row: Row) -> str:
    m = row["measures"]
    return f"{m['phones_per_second']:.1f}" if m["phones_per_second"] else f"{m['words_per_second']:.1f} words"


def _base_rows(result: Row) -> list[list[str]]:
    rows = []
    for name, row in result["base"].items():
        copy, teacher = row.get("copy"), result["teachers"].get(name)
        own = row.get("distance")
        spread = teacher["measures"]["cepstral_spread"] if teacher else (copy and copy["measures"]["cepstral_spread"])
        copied = f" ({copy['distance']['cepstral']:.1f})" if copy and "distance" in copy else ""
        rows.append([
            name, _reference(row), percent(copy["wordErrorRate"]) if copy else "–", percent(row["wordErrorRate"]),
            factor(row.get("ratio")), _pitch(row), _rate(row), f"{own['cepstral']:.1f}{copied}" if own else "–",
            f"{row['measures']['cepstral_spread']:.2f}" + (f" ({spread:.2f})" if spread else ""),
        ])  # fmt: skip
    return rows


def _house_rows(result: Row) -> list[list[str]]:
    return [
        [f"{row['name']} (`{id}`)", _reference(row), percent(row["wordErrorRate"]), factor(row.get("ratio")),
         _pitch(row), _rate(row)]
        for id, row in result["house"].items()
    ]  # fmt: skip


def _other_rows(result: Row) -> list[list[str]]:
    named = [(f"{n} (teacher)", row) for n, row in result["teachers"].items()] + list(result["programs"].items())
    return [
        [name, percent(row["wordErrorRate"]), percent(row["characterErrorRate"]), _pitch(row), _rate(row)]
        for name, row in named
    ]


def verdict(bars: Row) -> str:
    """What was asked, what was reached."""
    worst = bars["worst"]
    lines = [
        f"- Mean word error rate of the base speakers over that of their teachers: {factor(bars['mean'])};"
        f" asked: at most {bars['meanLimit']}.",
        f"- The same with the speakers whose English is converted: {factor(bars['meanWithConverted'])}.",
        f"- Farthest from its own reference: {worst['speaker']}, {worst['ratio']:.2f}; asked: at most {bars['worstLimit']}."
        if worst
        else "- No base speaker has a reference.",
        f"- {'Reached.' if bars['passed'] else 'Not reached.'}",
    ]
    return "\n".join(lines) + "\n"


def markdown(result: Row) -> str:
    """The whole page."""
    introduction = INTRODUCTION.format(recogniser=result["recogniser"], sentences=result["sentences"])
    parts = [introduction, verdict(result["bars"])]
    if result["base"]:
        head = ["Base speaker", "Reference WER %", "Copy WER %", "Ours WER %", "Ratio", "F0", "Rate", "Distance", "Spread"]
        parts += ["## Base speakers\n", table(head, _base_rows(result))]
    if result["house"]:
        head = ["House voice", "Reference WER %", "Ours WER %", "Ratio", "F0", "Rate"]
        parts += ["## House voices\n", table(head, _house_rows(result))]
    parts += ["## Teachers and other programs\n", table(["", "WER %", "CER %", "F0", "Rate"], _other_rows(result))]
    return "\n".join([*parts, "## How to read it", LEGEND])
