# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m design.export --model design.pt --bases BASES.json --pack ../design`: ONNX graphs, numbers, manifest.

Weights are stored as 16 bit floats and widened when a session is opened: half the size, and no voice differs audibly.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from .grammar import ATTRIBUTES
from .cards import TEXTS
from .model import LANGUAGES, Critic, Denoiser, Ear, Encoder, Judge
from .space import ACCENTS, CONTROLS, SPEAKERS, WIDTH
from .tokens import BUCKETS
from .tokens import WIDTH as BUCKETS_OF_A_WORD
from .vocabulary import vocabulary

SMALLEST = 256
"""Tensors with fewer values stay as they are."""


def halve(path: Path) -> None:
    """Store large weights as 16 bit floats."""
    model = onnx.load(path)
    graph = model.graph
    kept, casts = [], []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < SMALLEST:
            kept.append(tensor)
            continue
        small = numpy_helper.from_array(values.astype(np.float16), tensor.name + ".half")
        kept.append(small)
        casts.append(helper.make_node("Cast", [small.name], [tensor.name], to=TensorProto.FLOAT))
    del graph.initializer[:]
    graph.initializer.extend(kept)
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def write(module: nn.Module, example: tuple[Tensor, ...], path: Path, inputs: list[str], outputs: list[str], axes: dict) -> None:
    module.eval()
    torch.onnx.export(module, example, str(path), input_names=inputs, output_names=outputs, dynamic_axes=axes, opset_version=17, dynamo=False)  # fmt: skip
    halve(path)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--bases", type=Path, required=True)
    parser.add_argument("--pack", type=Path, required=True)
    args = parser.parse_args()
    state = torch.load(args.model, weights_only=False)
    encoder, denoiser, judge, ear = Encoder(), Denoiser(WIDTH), Judge(WIDTH), Ear(WIDTH, len(TEXTS))
    encoder.load_state_dict(state["encoder"])
    denoiser.load_state_dict(state["denoiser"])
    judge.load_state_dict(state["judge"])
    ear.load_state_dict(state["ear"])
    args.pack.mkdir(parents=True, exist_ok=True)
    ids = torch.ones(1, 7, BUCKETS_OF_A_WORD, dtype=torch.long)
    with torch.no_grad():
        text, _ = encoder(ids)
    write(encoder, (ids,), args.pack / "encoder.onnx", ["ids"], ["text", "allowed"], {"ids": {1: "words"}})
    n = 3
    example = (torch.randn(n, WIDTH), torch.ones(n, 1), text.repeat(n, 1), torch.ones(n, 1), torch.zeros(n, dtype=torch.long))  # fmt: skip
    batch = {name: {0: "draws"} for name in ("x", "sigma", "text", "withText", "language", "clean")}
    write(denoiser, example, args.pack / "denoiser.onnx", ["x", "sigma", "text", "withText", "language"], ["clean"], batch)
    write(Critic(judge, ear), (torch.randn(n, WIDTH),), args.pack / "judge.onnx", ["x"], ["bands", "heard"], {name: {0: "draws"} for name in ("x", "bands", "heard")})
    bases = json.loads(args.bases.read_text())
    space = {
        "controls": CONTROLS,
        "accents": ACCENTS,
        "speakers": SPEAKERS,
        "bases": {name: bases[name] for name in SPEAKERS},
        "scale": {k: [round(float(v), 5) for v in values] for k, values in state["scale"].items()},
        "attributes": ATTRIBUTES,
        "languages": LANGUAGES,
        "buckets": BUCKETS,
        "bucketsOfWord": BUCKETS_OF_A_WORD,
    }
    (args.pack / "space.json").write_text(json.dumps(space, indent=1) + "\n")
    (args.pack / "words.txt").write_text("\n".join(vocabulary()) + "\n", "utf8")
    files = ["encoder.onnx", "denoiser.onnx", "judge.onnx", "space.json", "words.txt"]
    manifest = {
        "format": 1,
        "id": "voice-design-1",
        "name": "Dramatis voice design",
        "version": "1.0.0",
        "licence": "GPL-3.0-or-later",
        "pack": "starter",
        "files": {
            name: {
                "sha256": hashlib.sha256((args.pack / name).read_bytes()).hexdigest(),
                "bytes": (args.pack / name).stat().st_size,
            }
            for name in files
        },
    }
    (args.pack / "design.json").write_text(json.dumps(manifest, indent=2) + "\n")
    total = sum((args.pack / name).stat().st_size for name in files)
    print(f"{total} bytes")
    if total > 4_000_000:
        raise SystemExit("the design model must stay below 4 MB")


if __name__ == "__main__":
    main()
