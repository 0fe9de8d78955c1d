# SPDX-License-Identifier: GPL-3.0-or-later
"""Word and character error rates with bootstrap intervals, and their paired comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .distance import edit_distance
from .text import normalise

DRAWS = 4000
"""Bootstrap draws (Efron 1979; over sentences, as Bisani & Ney 2004 do for word error rates)."""


@dataclass(frozen=True)
class Score:
    """One sentence: errors and lengths."""

    id: str
    reference: str
    hypothesis: str
    word_errors: int
    words: int
    character_errors: int
    characters: int


@dataclass(frozen=True)
class Interval:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"

    def percent(self) -> str:
        """The figure as percent, as `17.2 (14.9 to 19.4)`."""
        return f"{100 * self.value:.1f} ({100 * self.low:.1f} to {100 * self.high:.1f})"


def score(id: str, text: str, heard: str) -> Score:
    """Compare what was heard with the text; characters are compared without spaces."""
    wanted, got = normalise(text), normalise(heard)
    letters, heard_letters = "".join(wanted), "".join(got)
    return Score(
        id,
        " ".join(wanted),
        " ".join(got),
        edit_distance(wanted, got),
        len(wanted),
        edit_distance(letters, heard_letters),
        len(letters),
    )


def scores_of(texts: Mapping[str, str], heard: Mapping[str, str]) -> list[Score]:
    """Scores of all sentences that were heard."""
    return [score(id, text, heard[id]) for id, text in texts.items() if id in heard]


def _draws(sentences: int) -> NDArray[np.intp]:
    """Indices of the resampled sentences, (draws, sentences); the same for every system."""
    return np.random.default_rng(1979).integers(0, sentences, (DRAWS, sentences))


def _rates(errors: NDArray[np.float64], lengths: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Errors a unit over all sentences, and over each draw."""
    picks = _draws(len(errors))
    return float(errors.sum() / lengths.sum()), errors[picks].sum(1) / lengths[picks].sum(1)


def _interval(value: float, drawn: NDArray[np.float64]) -> Interval:
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Interval(value, float(low), float(high))


def _word_columns(scores: list[Score]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.array([s.word_errors for s in scores], float), np.array([s.words for s in scores], float)


def word_error_rate(scores: list[Score]) -> Interval:
    """Share of words wrong, 0..1 and above."""
    return _interval(*_rates(*_word_columns(scores)))


def character_error_rate(scores: list[Score]) -> Interval:
    """Share of letters wrong, 0..1 and above."""
    errors = np.array([s.character_errors for s in scores], float)
    return _interval(*_rates(errors, np.array([s.characters for s in scores], float)))


def common(a: list[Score], b: list[Score]) -> tuple[list[Score], list[Score]]:
    """The sentences that both have, in the same order."""
    others = {s.id: s for s in b}
    both = [s for s in a if s.id in others]
    return both, [others[s.id] for s in both]


def ratio(a: list[Score], b: list[Score]) -> Interval:
    """Word error rate of `a` over that of `b`, on their common sentences, resampled in pairs."""
    return mean_ratio([a], [b])


def difference(a: list[Score], b: list[Score]) -> Interval:
    """Word error rate of `a` minus that of `b`, on their common sentences, resampled in pairs."""
    a, b = common(a, b)
    (one, ones), (two, twos) = _rates(*_word_columns(a)), _rates(*_word_columns(b))
    return _interval(one - two, ones - twos)


def mean_ratio(ours: list[list[Score]], theirs: list[list[Score]]) -> Interval:
    """Mean word error rate of several systems over the mean of their counterparts.

    All systems are compared on the sentences that all of them have, and the same ones are drawn for all, so that
    what is hard for every system does not widen the interval.
    """
    ids = sorted(set.intersection(*({s.id for s in scores} for scores in ours + theirs)))
    if not ids:
        raise ValueError("the systems share no sentence")

    def mean(systems: list[list[Score]]) -> tuple[float, NDArray[np.float64]]:
        rates = []
        for scores in systems:
            known = {s.id: s for s in scores}
            rates.append(_rates(*_word_columns([known[id] for id in ids])))
        return float(np.mean([r[0] for r in rates])), np.mean([r[1] for r in rates], axis=0)

    (top, tops), (bottom, bottoms) = mean(ours), mean(theirs)
    smallest = 1e-9
    return _interval(top / max(bottom, smallest), tops / np.maximum(bottoms, smallest))
