# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m evaluate.listen`: one recogniser for many questions. A line of standard input is {"id", "wav", "text"}; the
line of the same number in the output is {"id", "words", "errors"}. Ends with its input."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from .errors import score
from .recogniser import prepare, recognise


def main() -> None:
    """Command line."""
    for line in sys.stdin:
        asked = json.loads(line)
        heard = score(asked["id"], asked["text"], recognise(prepare(Path(asked["wav"]))))
        print(json.dumps({"id": heard.id, "words": heard.words, "errors": heard.word_errors}), flush=True)


if __name__ == "__main__":
    main()
