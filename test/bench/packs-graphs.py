"""
Graphs of a realistic size for `npm run bench:packs`: the layers of Piper's medium voices and of Kokoro-82M with their true
dimensions and random weights, so that they take as long as the true ones and say noise.

    python test/bench/packs-graphs.py FOLDER
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper

sys.path.insert(0, str(Path(__file__).parent.parent / "fixtures" / "packs"))
from make import Graph, kokoro_voice  # noqa: E402

I64, F32 = TensorProto.INT64, TensorProto.FLOAT


class Net(Graph):
    """Layers over [1, channels, time]."""

    def __init__(self, seed):
        super().__init__(seed)
        self.count = 0

    def new(self, kind, inputs, **attributes):
        self.count += 1
        return self.op(kind, inputs, f"{kind}_{self.count}", **attributes)

    def number(self, value, kind=np.float32):
        self.count += 1
        return self.const(f"const_{self.count}", np.asarray(value, kind))

    def matrix(self, *shape):
        self.count += 1
        fan = math.prod(shape[1:]) if len(shape) > 1 else 4
        return self.weight(f"weight_{self.count}", *shape, scale=0.7 / math.sqrt(fan))

    def conv(self, x, ins, outs, kernel=1, dilation=1, groups=1):
        pad = (kernel - 1) * dilation // 2
        inputs = [x, self.matrix(outs, ins // groups, kernel), self.matrix(outs)]
        return self.new("Conv", inputs, dilations=[dilation], pads=[pad, pad], group=groups, kernel_shape=[kernel])

    def up(self, x, ins, outs, rate, kernel):
        pad = (kernel - rate) // 2
        inputs = [x, self.matrix(ins, outs, kernel), self.matrix(outs)]
        return self.new("ConvTranspose", inputs, strides=[rate], pads=[pad, pad], kernel_shape=[kernel])

    def linear(self, x, ins, outs):
        return self.new("Add", [self.new("MatMul", [x, self.matrix(ins, outs)]), self.matrix(outs)])

    def turn(self, x):
        return self.new("Transpose", [x], perm=[0, 2, 1])

    def norm(self, x, width):
        """Over the last axis, as exports have it: a dozen small operators."""
        mean = self.new("ReduceMean", [x], axes=[-1])
        centred = self.new("Sub", [x, mean])
        power = self.new("ReduceMean", [self.new("Mul", [centred, centred])], axes=[-1])
        root = self.new("Sqrt", [self.new("Add", [power, self.number(1e-5)])])
        scaled = self.new("Mul", [self.new("Div", [centred, root]), self.number(np.ones(width))])
        return self.new("Add", [scaled, self.number(np.zeros(width))])

    def attention(self, x, width, heads, weights=None):
        """x: [1, time, width]."""
        size = width // heads
        shape = self.number([1, -1, heads, size], np.int64)
        q, k, v = (self.new("Reshape", [self.linear(x, width, width), shape]) for _ in range(3))
        q, v = (self.new("Transpose", [y], perm=[0, 2, 1, 3]) for y in (q, v))
        k = self.new("Transpose", [k], perm=[0, 2, 3, 1])
        scores = self.new("Mul", [self.new("MatMul", [q, k]), self.number(1 / math.sqrt(size))])
        seen = self.new("MatMul", [self.new("Softmax", [scores], axis=-1), v])
        flat = self.new("Reshape", [self.new("Transpose", [seen], perm=[0, 2, 1, 3]), self.number([1, -1, width], np.int64)])
        return self.linear(flat, width, width)

    def lstm(self, x, ins, hidden):
        """Both ways; x: [1, time, ins]. Gives [1, time, 2 * hidden]."""
        turned = self.new("Transpose", [x], perm=[1, 0, 2])
        w, r = self.matrix(2, 4 * hidden, ins), self.matrix(2, 4 * hidden, hidden)
        y = self.new("LSTM", [turned, w, r, self.matrix(2, 8 * hidden)], hidden_size=hidden, direction="bidirectional")
        y = self.new("Transpose", [y], perm=[2, 0, 1, 3])
        return self.new("Reshape", [y, self.number([1, -1, 2 * hidden], np.int64)])

    def expand(self, durations, x):
        """x: [1, time, width], each step as often as `durations` [time] says."""
        first = self.number([0], np.int64)
        self.op("Squeeze", [x, first], "steps")
        rows = self.frames(durations, "steps")
        return self.new("Unsqueeze", [rows, first])


def piper_medium(path, hop_rates=(8, 8, 4)):
    """VITS: rhasspy/piper, configuration "medium": some 16 million weights."""
    g = Net(30)
    width, filters = 192, 768
    g.op("Gather", [g.weight("emb", 256, width, scale=0.1), "input"], "x0")
    x = "x0"
    for _ in range(6):
        x = g.norm(g.new("Add", [x, g.attention(x, width, 2)]), width)
        y = g.conv(g.new("Relu", [g.conv(g.turn(x), width, filters, 3)]), filters, width, 3)
        x = g.norm(g.new("Add", [x, g.turn(y)]), width)
    # The duration predictor: separable convolutions, whose outcome is one number for each symbol.
    d = g.conv(g.turn(x), width, width)
    for layer in range(12):
        y = g.conv(d, width, width, 3, 3 ** (layer % 3), groups=width)
        y = g.conv(g.new("Relu", [y]), width, width)
        d = g.new("Add", [d, y])
    d = g.new("Squeeze", [g.new("Sigmoid", [g.conv(d, width, 1)]), g.number([0, 1], np.int64)])
    parts = [g.new("Gather", ["scales", g.number(i, np.int64)]) for i in range(3)]
    g.op("Squeeze", [g.new("Mul", [g.new("Add", [d, g.number(2.2)]), parts[1]])], "w")
    g.op("Ceil", ["w"], "durations")
    stats = g.turn(g.expand("durations", g.turn(g.conv(g.turn(x), width, width))))
    noise = g.new("Mul", [g.new("RandomNormalLike", [stats]), parts[0]])
    z = g.new("Add", [stats, noise])
    for _ in range(4):
        halves = [f"half_{g.count}_{i}" for i in range(2)]
        g.nodes.append(helper.make_node("Split", [z, g.number([width // 2] * 2, np.int64)], halves, axis=1))
        h = g.conv(halves[0], width // 2, width)
        for _ in range(4):
            both = g.conv(h, width, 2 * width, 5)
            ends = [f"gate_{g.count}_{i}" for i in range(2)]
            g.nodes.append(helper.make_node("Split", [both, g.number([width] * 2, np.int64)], ends, axis=1))
            acts = g.new("Mul", [g.new("Tanh", [ends[0]]), g.new("Sigmoid", [ends[1]])])
            h = g.new("Add", [h, g.conv(acts, width, width)])
        z = g.new("Concat", [g.new("Sub", [halves[1], g.conv(h, width, width // 2)]), halves[0]], axis=1)
    channels = 256
    y = g.conv(z, width, channels, 7)
    for rate in hop_rates:
        y = g.up(g.new("LeakyRelu", [y], alpha=0.1), channels, channels // 2, rate, 2 * rate)
        channels //= 2
        blocks = []
        for kernel, dilations in [(3, (1, 2)), (5, (2, 6)), (7, (3, 12))]:
            b = y
            for dilation in dilations:
                b = g.new("Add", [b, g.conv(g.new("LeakyRelu", [b], alpha=0.1), channels, channels, kernel, dilation)])
            blocks.append(b)
        y = g.new("Div", [g.new("Sum", blocks), g.number(3)])
    y = g.new("Tanh", [g.conv(g.new("LeakyRelu", [y], alpha=0.01), channels, 1, 7)])
    # As loud as speech: a limiter has no more to do than with a voice.
    y = g.new("Mul", [y, g.number(0.15)])
    g.op("Unsqueeze", [y, g.number([1], np.int64)], "output")
    value = helper.make_tensor_value_info
    inputs = [value("input", I64, [1, "phonemes"]), value("input_lengths", I64, [1]), value("scales", F32, [3])]
    # The length is that of the row; the optimiser would drop an input that nothing reads.
    g.op("Identity", ["input_lengths"], "lengths_as_told")
    about = {"comment": "piper", "language": "English", "voice": "en-us", "has_espeak": 1}
    outputs = [value("output", F32, [1, 1, 1, "samples"]), value("lengths_as_told", I64, [1])]
    g.save(path, inputs, outputs[:1], sample_rate=22050, n_speakers=1, **about)


def kokoro(path):
    """StyleTTS 2 with an inverse-STFT vocoder: hexgrad/Kokoro-82M, some 80 million weights."""
    g = Net(40)
    style = "style"
    halves = ["style_voice", "style_prosody"]
    g.nodes.append(helper.make_node("Split", [style, g.number([128, 128], np.int64)], halves, axis=1))
    g.op("Gather", [g.weight("bert_emb", 178, 128, scale=0.1), "tokens"], "b0")
    x = g.linear("b0", 128, 768)
    # One layer, twelve times: the weights are shared.
    begun = len(g.weights)
    for layer in range(12):
        if layer > 0:
            g.weights, kept = g.weights[:], g.weights
        x = g.norm(g.new("Add", [x, g.attention(x, 768, 12)]), 768)
        y = g.linear(g.new("Relu", [g.linear(x, 768, 2048)]), 2048, 768)
        x = g.norm(g.new("Add", [x, y]), 768)
        if layer == 0:
            shared = g.weights[begun:]
        else:
            rename = {new.name: old.name for new, old in zip(g.weights[len(kept) :], shared)}
            for node in g.nodes:
                node.input[:] = [rename.get(name, name) for name in node.input]
            g.weights = kept
    x = g.linear(x, 768, 512)

    def styled(y, which, width):
        """Along with the style at each step: [1, time, width + 128]."""
        times = g.new("Shape", [y])
        count = g.new("Gather", [times, g.number([1], np.int64)])
        shape = g.new("Concat", [g.number([1], np.int64), count, g.number([128], np.int64)], axis=0)
        spread = g.new("Expand", [g.new("Unsqueeze", [which, g.number([1], np.int64)]), shape])
        return g.new("Concat", [y, spread], axis=2)

    d = styled(x, halves[1], 512)
    for _ in range(3):
        y = g.norm(g.lstm(d, 640, 256), 512)
        d = styled(y, halves[1], 512)
    spoken = g.new("Sigmoid", [g.linear(g.lstm(d, 640, 256), 512, 50)])
    summed = g.new("ReduceMean", [spoken], axes=[-1], keepdims=0)
    paced = g.new("Div", [g.new("Add", [summed, g.number(2.1)]), "speed"])
    g.op("Squeeze", [paced, g.number([0], np.int64)], "w")
    g.op("Round", ["w"], "durations")
    en = g.expand("durations", d)
    g.op("Gather", [g.weight("text_emb", 178, 512, scale=0.1), "tokens"], "t0")
    t = g.turn("t0")
    for _ in range(3):
        t = g.turn(g.norm(g.turn(g.conv(t, 512, 512, 5)), 512))
        t = g.new("LeakyRelu", [t], alpha=0.2)
    t = g.lstm(g.turn(t), 512, 256)
    g.op("Squeeze", [t, g.number([0], np.int64)], "text_steps")
    asr = g.new("Unsqueeze", [g.new("MatMul", ["path", "text_steps"]), g.number([0], np.int64)])

    def adain(y, which, width):
        turned = g.new("InstanceNormalization", [y, g.number(np.ones(width)), g.number(np.zeros(width))])
        both = g.new("Unsqueeze", [g.linear(which, 128, 2 * width), g.number([2], np.int64)])
        ends = [f"ada_{g.count}_{i}" for i in range(2)]
        g.nodes.append(helper.make_node("Split", [both, g.number([width] * 2, np.int64)], ends, axis=1))
        grown = g.new("Mul", [turned, g.new("Add", [ends[0], g.number(1)])])
        return g.new("Add", [grown, ends[1]])

    def block(y, which, ins, outs, twice=False):
        h = g.new("LeakyRelu", [adain(y, which, ins)], alpha=0.2)
        if twice:
            h = g.up(h, ins, ins, 2, 4)
            y = g.new("Resize", [y, "", g.number([1, 1, 2])], mode="nearest")
        h = g.conv(h, ins, outs, 3)
        h = g.conv(g.new("LeakyRelu", [adain(h, which, outs)], alpha=0.2), outs, outs, 3)
        side = g.conv(y, ins, outs) if ins != outs else y
        return g.new("Mul", [g.new("Add", [h, side]), g.number(0.7)])

    def snake(y, width):
        """y + (1 / alpha) * sin(alpha * y) ** 2; exports divide beforehand."""
        alpha = (0.5 + g.random.random((1, width, 1))).astype(np.float32)
        sine = g.new("Sin", [g.new("Mul", [g.number(alpha), y])])
        return g.new("Add", [y, g.new("Mul", [g.number(1 / alpha), g.new("Pow", [sine, g.number(2)])])])

    f = g.turn(g.lstm(en, 640, 256))
    curves = []
    for _ in range(2):
        y = block(f, halves[1], 512, 512)
        y = block(y, halves[1], 512, 256, twice=True)
        y = block(y, halves[1], 256, 256)
        curves.append(g.conv(y, 256, 1))
    small = [g.new("AveragePool", [c], kernel_shape=[2], strides=[2]) for c in curves]
    y = g.new("Concat", [g.turn(asr), *small], axis=1)
    y = block(y, halves[0], 514, 1024)
    side = g.conv(g.turn(asr), 512, 64)
    for i in range(4):
        last = i == 3
        y = g.new("Concat", [y, side, *small], axis=1)
        y = block(y, halves[0], 1024 + 66, 512 if last else 1024, twice=last)

    channels = 512
    for stage, (rate, kernel) in enumerate([(10, 20), (6, 12)]):
        y = g.up(g.new("LeakyRelu", [y], alpha=0.1), channels, channels // 2, rate, kernel)
        channels //= 2
        blocks = []
        for size in (3, 7, 11):
            b = y
            for dilation in (1, 3, 5):
                h = b
                for spread in (dilation, 1):
                    h = snake(adain(h, halves[0], channels), channels)
                    h = g.conv(h, channels, channels, size, spread)
                b = g.new("Add", [b, h])
            blocks.append(b)
        y = g.new("Div", [g.new("Sum", blocks), g.number(3)])
    y = g.conv(g.new("LeakyRelu", [y], alpha=0.01), channels, 22, 7)
    ends = ["spectrum", "phase"]
    g.nodes.append(helper.make_node("Split", [y, g.number([11, 11], np.int64)], ends, axis=1))
    loud, turnings = g.new("Exp", [g.new("Clip", ["spectrum", "", g.number(2)])]), g.new("Sin", ["phase"])
    parts = [g.new("Mul", [loud, g.new(kind, [turnings])]) for kind in ("Cos", "Sin")]
    wave = g.new("ConvTranspose", [g.new("Concat", parts, axis=1), g.matrix(22, 1, 20)], strides=[5], pads=[7, 8])
    wave = g.new("Mul", [g.new("Tanh", [g.new("Mul", [wave, g.number(0.2)])]), g.number(0.15)])
    g.op("Reshape", [wave, g.number([-1], np.int64)], "audio")
    value = helper.make_tensor_value_info
    inputs = [value("tokens", I64, [1, "length"]), value("style", F32, [1, 256]), value("speed", F32, [1])]
    about = {"style_dim": "510,1,256", "voice": "en-us", "has_espeak": 1, "model_type": "kokoro"}
    g.save(path, inputs, [value("audio", F32, ["samples"])], sample_rate=24000, n_speakers=1, **about)


def main():
    folder = Path(sys.argv[1])
    for name, make in [("piper", piper_medium), ("kokoro", kokoro)]:
        (folder / name).mkdir(parents=True, exist_ok=True)
        make(folder / name / "model.onnx")
    fixtures = Path(__file__).parent.parent / "fixtures" / "packs"
    config = json.loads((fixtures / "piper-one.onnx.json").read_text(encoding="utf-8"))
    (folder / "piper" / "model.onnx.json").write_text(json.dumps({**config, "hop_length": 256}), encoding="utf-8")
    kokoro_voice(1).tofile(folder / "kokoro" / "voices.bin")


if __name__ == "__main__":
    main()
