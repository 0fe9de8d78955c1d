# SPDX-License-Identifier: GPL-3.0-or-later
"""voice-design-1: a text encoder, a denoiser and a judge.

- The encoder reads a description word by word (hashed n-gram embeddings, three convolutions so that "not" reaches what it
  negates, one attention query for each attribute) into a vector that says, for each band of each attribute, between -1
  and 1 whether the description rules it out or allows it. That vector conditions the denoiser.
- The denoiser is a diffusion model in the space of voices (T. Karras et al., "Elucidating the Design Space of
  Diffusion-Based Generative Models", 2022, with sigma_data 1), conditioned by FiLM (Perez et al., 2018) on the
  description and the language. Both conditions are left out at random in training, for classifier-free guidance
  (Ho and Salimans, 2022).
- The judge says which bands a point of that space is heard in. It learned that from measurements alone.
- The ear foretells what is measured on the sound of a point, in steps that are plainly heard: how far two voices are apart.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from .grammar import ATTRIBUTES
from .tokens import BUCKETS

LANGUAGES = ["", "en", "en-US", "en-GB", "en-GB-x-rp", "en-GB-scotland", "en-AU", "en-IE", "en-IN", "*"]
"""Language conditions: none, the known ones, any other."""
BANDS = [(a, b) for a, bands in ATTRIBUTES.items() for b in bands]
EMBEDDING, WORD, QUERY, TEXT = 32, 64, 20, len(BANDS)
HIDDEN, CONDITION, BLOCKS = 144, 96, 3
HEARD = 48
"""What the ear foretells (fit.py): F0, tract, pace, harmony, roughness, brightness, level, voicing, 40 bands of spectrum."""


class Encoder(nn.Module):
    """Words to a vector and to the logits of the bands that the description allows."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(BUCKETS, EMBEDDING, padding_idx=0)
        nn.init.normal_(self.table.weight, std=0.5)
        with torch.no_grad():
            self.table.weight[0] = 0
        self.enter = nn.Linear(EMBEDDING, WORD)
        self.convs = nn.ModuleList([nn.Conv1d(WORD, 2 * WORD, 5, padding=2) for _ in range(3)])
        self.norms = nn.ModuleList([nn.LayerNorm(WORD) for _ in range(3)])
        queries = len(ATTRIBUTES)
        self.attention = nn.Linear(WORD, queries)
        self.value = nn.Linear(WORD, QUERY)
        self.heads = nn.Linear(queries * QUERY, len(BANDS))

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """`ids` is (batch, words, buckets); 0 pads both ways."""
        used = (ids > 0).to(torch.float32)
        count = used.sum(-1, keepdim=True)
        word = (count > 0).to(torch.float32)
        x = self.table(ids).sum(2) / torch.sqrt(count.clamp(min=1.0))
        x = torch.nn.functional.silu(self.enter(x)) * word
        for conv, norm in zip(self.convs, self.norms, strict=True):
            y, gate = conv(norm(x).mul(word).transpose(1, 2)).transpose(1, 2).chunk(2, -1)
            x = (x + y * torch.sigmoid(gate)) * word
        scores = self.attention(x) - 1e4 * (1 - word)
        weights = torch.softmax(scores, 1)
        pooled = torch.einsum("bwq,bwv->bqv", weights, torch.tanh(self.value(x))).flatten(1)
        logits = self.heads(pooled)
        return torch.tanh(logits / 2), logits


class Denoiser(nn.Module):
    """D(x; sigma): the voice that a noisy one most likely was."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.language = nn.Embedding(len(LANGUAGES), 16)
        self.nothing = nn.Parameter(torch.zeros(TEXT))
        self.condition = nn.Linear(TEXT + 16 + 16, CONDITION)
        self.enter = nn.Linear(width, HIDDEN)
        self.film = nn.ModuleList([nn.Linear(CONDITION, 2 * HIDDEN) for _ in range(BLOCKS)])
        self.norm = nn.ModuleList([nn.LayerNorm(HIDDEN) for _ in range(BLOCKS)])
        self.first = nn.ModuleList([nn.Linear(HIDDEN, HIDDEN) for _ in range(BLOCKS)])
        self.second = nn.ModuleList([nn.Linear(HIDDEN, HIDDEN) for _ in range(BLOCKS)])
        self.leave = nn.Linear(HIDDEN, width)
        for layer in [*self.second, self.leave]:
            nn.init.zeros_(layer.weight)

    def forward(self, x: Tensor, sigma: Tensor, text: Tensor, with_text: Tensor, language: Tensor) -> Tensor:
        """`with_text` is 1 where the description counts and 0 where it is left out; `sigma` is (batch, 1)."""
        noise = torch.log(sigma) / 4
        steps = torch.arange(8, dtype=torch.float32)
        waves = noise * torch.exp(steps * 0.5)
        waves = torch.cat([torch.sin(waves), torch.cos(waves)], -1)
        said = with_text * text + (1 - with_text) * self.nothing
        c = torch.nn.functional.silu(self.condition(torch.cat([said, self.language(language), waves], -1)))
        skip = 1 / (1 + sigma**2)
        h = self.enter(x * torch.sqrt(skip))
        for film, norm, first, second in zip(self.film, self.norm, self.first, self.second, strict=True):
            gain, shift = film(c).chunk(2, -1)
            h = h + second(torch.nn.functional.silu(first(norm(h) * (1 + gain) + shift)))
        return skip * x + sigma * torch.sqrt(skip) * self.leave(torch.nn.functional.silu(h))


class Judge(nn.Module):
    """Logits of the bands in which a point is heard, each attribute's by softmax."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(width, 96), nn.SiLU(), nn.Linear(96, 96), nn.SiLU(), nn.Linear(96, len(BANDS))
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.net(x)


class Ear(nn.Module):
    """What is heard of a point, whatever it reads."""

    def __init__(self, width: int, texts: int) -> None:
        super().__init__()
        self.enter = nn.Linear(width, 96)
        self.text = nn.Parameter(torch.zeros(texts, 96))
        self.net = nn.Sequential(nn.SiLU(), nn.Linear(96, 96), nn.SiLU(), nn.Linear(96, HEARD))
        self.centre = nn.Parameter(torch.zeros(HEARD), requires_grad=False)
        self.spread = nn.Parameter(torch.ones(HEARD), requires_grad=False)

    def forward(self, x: Tensor, text: Tensor | None = None) -> Tensor:
        """`text` has the line that each reads; each has a pace and a brightness of its own."""
        line = self.text.mean(0) if text is None else self.text[text]
        return self.centre + self.spread * self.net(self.enter(x) + line)


class Critic(nn.Module):
    """Judge and ear, as they are run."""

    def __init__(self, judge: Judge, ear: Ear) -> None:
        super().__init__()
        self.judge, self.ear = judge, ear

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return self.judge(x), self.ear(x)
