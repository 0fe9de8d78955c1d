"""The acoustic model: phones and prosody in, envelope, aperiodicity and voicing out, one frame every 10 ms.

Not autoregressive. A convolutional encoder over phones, a gated residual convolutional decoder over frames (as in
WaveNet's gated units), the speaker as a bias in each layer. The decoder sees LOOKAHEAD frames each way and no more, so
windows with that much context give the same frames as the whole.
"""

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .grid import BANDS, BIN_HZ, BINS
from .phones import FEATURES

CONTEXT = 7
"""flags (5), log duration / 3, energy / 2"""
FRAME_FEATURES = 10
DILATIONS = (1, 2, 4, 1, 2, 4, 1, 1)
LOOKAHEAD = sum(DILATIONS)
SPEAKER = 48
BIN_WEIGHTS = torch.from_numpy(np.where(BIN_HZ <= 7350, 1.1, 0.6).astype(np.float32))
"""The band that most teachers only have by prediction counts less."""


class Gated(nn.Module):
    """Residual block: layer norm, dilated convolution, gate, projection. x: (batch, d, time)."""

    def __init__(self, d: int, dilation: int = 1, kernel: int = 3, dropout: float = 0.0):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.conv = nn.Conv1d(d, 2 * d, kernel, padding=(kernel // 2) * dilation, dilation=dilation)
        self.out = nn.Conv1d(d, d, 1)
        self.dropout = nn.Dropout(dropout)
        nn.init.zeros_(self.out.weight)

    def forward(self, x: Tensor, bias: Tensor | None = None) -> Tensor:
        h = self.conv(self.norm(x.transpose(1, 2)).transpose(1, 2))
        if bias is not None:
            h = h + bias
        a, b = h.chunk(2, 1)
        return x + self.out(self.dropout(torch.tanh(a) * torch.sigmoid(b)))


class Encoder(nn.Module):
    """(batch, n, FEATURES) features, (batch, n) ids, (batch, n, CONTEXT) context -> (batch, n, d)."""

    def __init__(self, phones: int, d: int = 160, layers: int = 4):
        super().__init__()
        self.features = nn.Linear(FEATURES + CONTEXT, d)
        self.phone = nn.Embedding(phones + 1, d)
        nn.init.normal_(self.phone.weight, 0, 0.1)
        self.blocks = nn.ModuleList([Gated(d) for _ in range(layers)])

    def forward(self, features: Tensor, phone: Tensor, context: Tensor) -> Tensor:
        x = (self.features(torch.cat([features, context], -1)) + self.phone(phone)).transpose(1, 2)
        for block in self.blocks:
            x = block(x)
        return x.transpose(1, 2)


class Decoder(nn.Module):
    """(batch, t, d_encoder) upsampled encodings, (batch, t, FRAME_FEATURES), (batch, SPEAKER) -> (batch, t, BINS + BANDS + 1)."""

    def __init__(self, d_encoder: int = 160, d: int = 240):
        super().__init__()
        self.input = nn.Linear(d_encoder + FRAME_FEATURES, d)
        self.speaker = nn.Linear(SPEAKER, d)
        self.biases = nn.ModuleList([nn.Linear(SPEAKER, 2 * d) for _ in DILATIONS])
        self.blocks = nn.ModuleList([Gated(d, q) for q in DILATIONS])
        self.norm = nn.LayerNorm(d)
        self.output = nn.Linear(d, BINS + BANDS + 1)

    def forward(self, encoded: Tensor, frames: Tensor, speaker: Tensor) -> Tensor:
        x = (self.input(torch.cat([encoded, frames], -1)) + self.speaker(speaker)[:, None]).transpose(1, 2)
        for bias, block in zip(self.biases, self.blocks):
            x = block(x, bias(speaker)[:, :, None])
        return self.output(self.norm(x.transpose(1, 2)))


class Acoustic(nn.Module):
    def __init__(self, phones: int, speakers: int, d: int = 240):
        super().__init__()
        self.encoder = Encoder(phones)
        self.decoder = Decoder(d=d)
        self.speakers = nn.Embedding(speakers, SPEAKER)
        nn.init.normal_(self.speakers.weight, 0, 0.3)

    def forward(self, features: Tensor, phone: Tensor, context: Tensor, index: Tensor, frames: Tensor, speaker: Tensor) -> Tensor:
        h = self.encoder(features, phone, context)
        h = torch.gather(h, 1, index[..., None].expand(-1, -1, h.shape[-1]))
        return self.decoder(h, frames, self.speakers(speaker))


def frame_features(durations: np.ndarray, f3: np.ndarray, energy: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Phone index per frame (t,), decoder inputs (t, FRAME_FEATURES) and the F0 line (t,), log relative to the mean.

    The runtime computes the very same in engine/acoustic/frames.ts.
    """
    index = np.repeat(np.arange(len(durations)), durations)
    start = np.cumsum(durations) - durations
    p = np.arange(len(index)) - start[index]
    d = durations[index]
    u = (p + 0.5) / d
    a, b, c = f3[index, 0], f3[index, 1], f3[index, 2]
    line = np.where(u < 0.5, a + (b - a) * 2 * u, b + (c - b) * (2 * u - 1))
    line = np.convolve(np.pad(line, 2, "edge"), [0.1, 0.2, 0.4, 0.2, 0.1], "valid")
    slope = np.gradient(line) if len(line) > 1 else line * 0
    columns = [u, 1 - u, np.abs(2 * u - 1), np.log(p + 1.0) / 3, np.log(d - p) / 3, np.log(d) / 3, np.minimum(p, 4) / 4.0, line * 4, slope * 40, energy[index] * 0.5]
    return index, np.stack(columns, 1).astype(np.float32), line


def context(flags: np.ndarray, durations: np.ndarray, energy: np.ndarray) -> np.ndarray:
    """(n, CONTEXT) inputs of the encoder."""
    return np.concatenate([flags, np.log(durations)[:, None] / 3, energy[:, None] * 0.5], 1).astype(np.float32)


def loss(y: Tensor, e: Tensor, a: Tensor, voiced: Tensor, mask: Tensor) -> tuple[Tensor, list[float]]:
    """L1 of the envelope, of its time and frequency differences, of aperiodicity (logit/3, voiced), and voicing entropy."""
    m, n = mask[..., None] * BIN_WEIGHTS, mask.sum()
    env = y[..., :BINS]
    l1 = ((env - e).abs() * m).sum() / n / BINS
    dt = (((env[:, 1:] - env[:, :-1]) - (e[:, 1:] - e[:, :-1])).abs() * m[:, 1:]).sum() / n / BINS
    df = (((env[..., 1:] - env[..., :-1]) - (e[..., 1:] - e[..., :-1])).abs() * m[..., 1:]).sum() / n / BINS
    vm = voiced[..., None] * mask[..., None]
    la = ((y[..., BINS : BINS + BANDS] - a).abs() * vm).sum() / vm.sum().clamp(min=1) / BANDS
    lv = (F.binary_cross_entropy_with_logits(y[..., -1], voiced, reduction="none") * mask).sum() / n
    total = l1 + 0.5 * dt + 1.0 * df + 0.5 * la + 0.3 * lv
    return total, [float(v) for v in (total.detach(), l1.detach(), dt.detach(), df.detach(), la.detach(), lv.detach())]
