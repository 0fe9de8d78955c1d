# SPDX-License-Identifier: GPL-3.0-or-later
"""Edit distance between sequences, and dynamic time warping between feature tracks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def edit_distance(reference: Sequence[object], hypothesis: Sequence[object]) -> int:
    """Least number of insertions, deletions and substitutions that turn one into the other (Levenshtein)."""
    row = list(range(len(hypothesis) + 1))
    for i, wanted in enumerate(reference, 1):
        diagonal, row[0] = row[0], i
        for j, got in enumerate(hypothesis, 1):
            best = min(row[j] + 1, row[j - 1] + 1, diagonal + (wanted != got))
            diagonal, row[j] = row[j], best
    return row[-1]


def frame_costs(a: NDArray[np.floating], b: NDArray[np.floating]) -> NDArray[np.float64]:
    """Euclidean distances between the rows of two tracks: (frames a, frames b)."""
    squares = (a**2).sum(1)[:, None] + (b**2).sum(1)[None] - 2.0 * a @ b.T
    return np.sqrt(np.maximum(squares, 0.0)).astype(np.float64)


def warp_path(costs: NDArray[np.floating]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The cheapest monotone path through a cost matrix, from the first pair to the last (Sakoe & Chiba 1978).

    Steps are (1,1), (1,0) and (0,1); a diagonal step costs its cell once, a straight step as well.  Runs along
    anti-diagonals, so that each is one vector operation.
    """
    rows, columns = costs.shape
    if rows == 0 or columns == 0:
        raise ValueError("a track has no frames")
    total = np.full((rows + 1, columns + 1), np.inf)
    total[0, 0] = 0.0
    for d in range(2, rows + columns + 1):
        i = np.arange(max(1, d - columns), min(rows, d - 1) + 1)
        j = d - i
        best = np.minimum(total[i - 1, j - 1], np.minimum(total[i - 1, j], total[i, j - 1]))
        total[i, j] = best + costs[i - 1, j - 1]
    i, j = rows, columns
    path = [(i - 1, j - 1)]
    while i > 1 or j > 1:
        steps = ((i - 1, j - 1), (i - 1, j), (i, j - 1))
        i, j = min(steps, key=lambda s: total[s])
        path.append((i - 1, j - 1))
    pairs = np.array(path[::-1], dtype=np.intp)
    return pairs[:, 0], pairs[:, 1]
