"""The prosody model: autoregressive, one discrete token per phone (duration, F0 movement, energy).

Tokens are the centres of a k-means over normalised vectors (log duration minus the phone's mean, three F0 points,
energy). A convolutional encoder reads phones, context, language and speaker; a GRU draws tokens one by one.
"""

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .acoustic import Gated
from .phones import FEATURES

TOKENS = 512
MARKS = ("", ",", ";", ":", "-", "…", ".", "?", "!")
LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "ja", "cmn", "ca", "cs", "fi", "ru", "hi", "te", "mr", "other")
SPEAKER = 32
WEIGHTS = np.array([1.0, 1.6, 1.6, 1.6, 0.5])
CONTEXT = 5 + 6 + 4 + 5
"""flags (5); position in the sentence (6); mark of the phrase: none-like, comma-like, '?', '!' (4); tone 1-5 one-hot (5)"""


def language_index(tag: str) -> int:
    base = tag.lower().split("-")[0]
    return LANGUAGES.index(base) if base in LANGUAGES else LANGUAGES.index("other")


def context(flags: np.ndarray, pauses: np.ndarray, marks: list[str], tones: np.ndarray, breaks: np.ndarray) -> np.ndarray:
    """(n, CONTEXT) float32. pauses: (n,) bool; breaks: (n,) bool, a pause that ends a sentence. Mirrored in engine/prosody/context.ts.

    Positions count within the sentence: from the phone after the last sentence-ending pause to the next one.
    """
    n = len(pauses)
    ends = [i for i in range(n) if breaks[i]] or [n - 1]
    if ends[-1] != n - 1:
        ends.append(n - 1)
    position = np.zeros((n, 6), np.float32)
    start = 0
    for end in ends:
        size = end - start + 1
        for i in range(start, end + 1):
            k = i - start
            back = size - 1 - k
            position[i, :4] = (k / size, min(k, 20) / 20, min(back, 20) / 20, min(size, 80) / 80)
        start = end + 1
    since = 0
    for i in range(n):
        since = 0 if pauses[i] else since + 1
        position[i, 4] = min(since, 20) / 20
    until = 0
    for i in range(n - 1, -1, -1):
        until = 0 if pauses[i] else until + 1
        position[i, 5] = min(until, 20) / 20
    kinds = np.zeros((n, 4), np.float32)
    for i, m in enumerate(marks):
        kinds[i, 2 if m == "?" else 3 if m == "!" else 0 if m in ".…" and m else 1] = 1
    tone = np.zeros((n, 5), np.float32)
    for i, t in enumerate(tones):
        if t:
            tone[i, t - 1] = 1
    return np.concatenate([flags, position, kinds, tone], 1).astype(np.float32)


class Encoder(nn.Module):
    """(b, n, FEATURES), (b, n), (b, n, CONTEXT), (b,), (b, SPEAKER) -> (b, n, d)"""

    def __init__(self, phones: int, d: int = 160):
        super().__init__()
        self.features = nn.Linear(FEATURES + CONTEXT, d)
        self.phone = nn.Embedding(phones + 1, d)
        self.language = nn.Embedding(len(LANGUAGES), d)
        self.speaker = nn.Linear(SPEAKER, d)
        nn.init.normal_(self.phone.weight, 0, 0.1)
        nn.init.normal_(self.language.weight, 0, 0.1)
        self.blocks = nn.ModuleList([Gated(d, q, dropout=0.1) for q in (1, 2, 4, 8, 1)])

    def forward(self, features: Tensor, phone: Tensor, context: Tensor, language: Tensor, speaker: Tensor) -> Tensor:
        x = self.features(torch.cat([features, context], -1)) + self.phone(phone)
        x = (x + (self.language(language) + self.speaker(speaker))[:, None]).transpose(1, 2)
        for block in self.blocks:
            x = block(x)
        return x.transpose(1, 2)


class Step(nn.Module):
    """One GRU step a phone: (b, n, d) encodings, (b, n) previous tokens, (1, b, 256) state -> (b, n, TOKENS) logits, state."""

    def __init__(self, d: int = 160, hidden: int = 256):
        super().__init__()
        self.token = nn.Embedding(TOKENS + 1, 96)
        self.gru = nn.GRU(d + 96, hidden, 1, batch_first=True)
        self.inner = nn.Linear(hidden + d, 192)
        self.outer = nn.Linear(192, TOKENS)
        self.dropout = nn.Dropout(0.15)

    def forward(self, encoded: Tensor, previous: Tensor, state: Tensor | None = None) -> tuple[Tensor, Tensor]:
        y, state = self.gru(torch.cat([encoded, self.token(previous)], -1), state)
        return self.outer(F.gelu(self.inner(self.dropout(torch.cat([y, encoded], -1))))), state


class Prosody(nn.Module):
    def __init__(self, phones: int, speakers: int):
        super().__init__()
        self.encoder = Encoder(phones)
        self.step = Step()
        self.speakers = nn.Embedding(speakers, SPEAKER)
        nn.init.normal_(self.speakers.weight, 0, 0.3)
