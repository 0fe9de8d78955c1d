"""`python -m voice.export --work DIR --pack DIR`: the trained models as a pack (ONNX opset 17, tables.json, pack.json).

Checks each graph against torch (largest difference 1e-3 on random input) before it writes the manifest.
"""

import argparse
import hashlib
import json
import warnings
from pathlib import Path

import numpy as np
import onnxruntime as ort
import torch
from torch import Tensor, nn

from . import acoustic as ac
from . import prosody as pr
from .grid import BANDS, BINS
from .phones import CONSONANTS, FEATURES, VOWELS, Inventory, features, phone_class

warnings.filterwarnings("ignore")
FORMANT = "esp"
MODIFIERS = ("ː", "ʰ", "ʲ", "\u0303", "ʷ")


class AcousticEncoder(nn.Module):
    def __init__(self, m: ac.Acoustic):
        super().__init__()
        self.m = m.encoder

    def forward(self, features: Tensor, phone: Tensor, context: Tensor) -> Tensor:
        return self.m(features, phone, context)


class AcousticDecoder(nn.Module):
    """Undoes the normalisation, so that the runtime gets natural log power, aperiodic share and voicing probability."""

    def __init__(self, m: ac.Acoustic, mean: np.ndarray, sd: np.ndarray):
        super().__init__()
        self.m = m.decoder
        self.register_buffer("mean", torch.tensor(mean))
        self.register_buffer("sd", torch.tensor(sd))

    def forward(self, encoded: Tensor, frames: Tensor, speaker: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        y = self.m(encoded, frames, speaker[:, : ac.SPEAKER])
        e = y[..., :BINS] * self.sd + self.mean
        return e, torch.sigmoid(3 * y[..., BINS : BINS + BANDS]), torch.sigmoid(y[..., -1])


class ProsodyEncoder(nn.Module):
    def __init__(self, m: pr.Prosody):
        super().__init__()
        self.m = m.encoder

    def forward(self, features: Tensor, phone: Tensor, context: Tensor, language: Tensor, speaker: Tensor) -> Tensor:
        return self.m(features, phone, context, language, speaker[:, ac.SPEAKER :])


class ProsodyStep(nn.Module):
    def __init__(self, m: pr.Prosody):
        super().__init__()
        self.m = m.step

    def forward(self, encoded: Tensor, previous: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        logits, state = self.m(encoded, previous, state)
        return logits[:, 0], state


def write(module: nn.Module, args: tuple, path: Path, inputs: list[str], outputs: list[str], time: dict[str, int]) -> None:
    """Exports one graph; `time` names the axis of each tensor whose length is free."""
    module.eval()
    torch.onnx.export(
        module, args, str(path), input_names=inputs, output_names=outputs, opset_version=17, dynamo=False,
        dynamic_axes={k: {v: "n"} for k, v in time.items()}, do_constant_folding=True,
    )  # fmt: skip
    with torch.no_grad():
        want = module(*args)
    want = want if isinstance(want, tuple) else (want,)
    got = ort.InferenceSession(str(path)).run(None, {k: v.numpy() for k, v in zip(inputs, args)})
    worst = max(float(np.abs(g - w.numpy()).max()) for g, w in zip(got, want))
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB, torch against ONNX {worst:.1e}", flush=True)
    if worst > 1e-3:
        raise SystemExit(f"{path.name} differs from its torch model by {worst}")


def other_phones(inventory: Inventory) -> dict[str, dict]:
    """Features of phones that the models have not met under that name: every letter, plain and modified."""
    out = {}
    letters = list(VOWELS) + list(CONSONANTS)
    names = letters + [a + m for a in letters for m in MODIFIERS] + [a + b for a in VOWELS for b in VOWELS if a != b]
    for s in names:
        f = features(s)
        if s not in inventory.index and f is not None:
            out[s] = {"features": np.round(f, 3).tolist(), "class": phone_class(f)}
    return out


def rounded(x: np.ndarray, digits: int = 5) -> list:
    return np.round(np.asarray(x, float), digits).tolist()


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--work", type=Path, default=Path("work"))
    p.add_argument("--pack", type=Path, default=Path("../starter"))
    p.add_argument("--calibration", default="", help="JSON file of voice.calibrate")
    p.add_argument("--aperiodicity", type=float, default=0.8)
    a = p.parse_args()
    a.pack.mkdir(parents=True, exist_ok=True)
    c = torch.load(a.work / "acoustic.pt", weights_only=False)
    q = torch.load(a.work / "prosody.pt", weights_only=False)
    assert c["symbols"] == q["symbols"] and c["names"] == q["names"]
    inventory = Inventory(c["symbols"])
    am = ac.Acoustic(len(inventory), len(c["names"]))
    am.load_state_dict(c["model"])
    pm = pr.Prosody(len(inventory), len(q["names"]))
    pm.load_state_dict(q["model"])
    size, n = ac.SPEAKER + pr.SPEAKER, 20
    speaker = torch.randn(1, size)
    write(AcousticEncoder(am), (torch.randn(1, n, FEATURES), torch.zeros(1, n, dtype=torch.long), torch.randn(1, n, ac.CONTEXT)), a.pack / "acoustic-encoder.onnx",
          ["features", "phone", "context"], ["encoded"], {"features": 1, "phone": 1, "context": 1, "encoded": 1})  # fmt: skip
    write(AcousticDecoder(am, c["mean"], c["sd"]), (torch.randn(1, n, 160), torch.randn(1, n, ac.FRAME_FEATURES), speaker), a.pack / "acoustic-decoder.onnx",
          ["encoded", "frames", "speaker"], ["envelope", "aperiodicity", "voicing"], {"encoded": 1, "frames": 1, "envelope": 1, "aperiodicity": 1, "voicing": 1})  # fmt: skip
    write(ProsodyEncoder(pm), (torch.randn(1, n, FEATURES), torch.zeros(1, n, dtype=torch.long), torch.randn(1, n, pr.CONTEXT), torch.zeros(1, dtype=torch.long), speaker),
          a.pack / "prosody-encoder.onnx", ["features", "phone", "context", "language", "speaker"], ["encoded"], {"features": 1, "phone": 1, "context": 1, "encoded": 1})  # fmt: skip
    write(ProsodyStep(pm), (torch.randn(1, 1, 160), torch.zeros(1, 1, dtype=torch.long), torch.zeros(1, 1, 256)), a.pack / "prosody-step.onnx",
          ["encoded", "previous", "state"], ["logits", "next"], {})  # fmt: skip
    gain = json.loads(Path(a.calibration).read_text()) if a.calibration else {}
    info = json.loads((a.work / "speakers.json").read_text())
    speakers = []
    for i, name in enumerate(c["names"]):
        if name == FORMANT:  # a teacher of phones, not of a voice anyone would choose
            continue
        s = q["statistics"][name]
        both = torch.cat([am.speakers.weight[i], pm.speakers.weight[i]]).detach().numpy()
        g = gain.get(name, {})
        speakers.append({
            "name": name, "embedding": rounded(both), "logF0Mean": round(info[name]["logF0Mean"], 5), "logF0Sd": round(info[name]["logF0Sd"], 5),
            "energyScale": round(s["energy"], 5), "f0Scale": round(s["f0"] * g.get("f0", 1.0), 5),
            "logDurationMean": rounded(s["log_duration"] + np.log(g.get("duration", 1.0)), 4), "spectrum": info[name]["spectrum"],
        })  # fmt: skip
    tables = {
        "speakers": speakers,
        "phones": {"symbols": inventory.symbols, "features": [rounded(f, 3) for f in inventory.table], "classes": inventory.classes.tolist(), "others": other_phones(inventory)},
        "prosody": {"codebook": [rounded(r, 4) for r in q["codebook"]], "languages": list(pr.LANGUAGES), "encoded": 160, "state": 256},
        "acoustic": {"encoded": 160, "context": ac.LOOKAHEAD, "aperiodicityScale": a.aperiodicity},
    }  # fmt: skip
    (a.pack / "tables.json").write_text(json.dumps(tables, ensure_ascii=False, separators=(",", ":")) + "\n", "utf8")
    manifest(a.pack)


def manifest(pack: Path) -> None:
    """pack.json with size and SHA-256 of every file; refuses a pack over 25 MB."""
    names = ["acoustic-encoder.onnx", "acoustic-decoder.onnx", "prosody-encoder.onnx", "prosody-step.onnx", "tables.json", "voices.json"]
    files = {f: {"sha256": hashlib.sha256((pack / f).read_bytes()).hexdigest(), "bytes": (pack / f).stat().st_size} for f in names}
    total = sum(f["bytes"] for f in files.values())
    if total > 25e6:
        raise SystemExit(f"the pack has {total / 1e6:.1f} MB; 25 is the most")
    record = {
        "format": 1, "id": "starter", "name": "Dramatis starter voice", "version": "1.0.0", "family": "dramatis-starter", "licence": "GPL-3.0-or-later",
        "description": "A small neural voice model, trained from scratch on speech that free synthesizers made. See MODEL_CARD.md.",
        "sampleRate": 24000, "languages": ["en-US", "en-GB", "de", "fr", "es", "it", "pt", "ja", "cmn"],
        "capabilities": {"clone": False, "design": False, "mix": True, "exactTimes": True, "expression": True}, "files": files,
    }  # fmt: skip
    (pack / "pack.json").write_text(json.dumps(record, indent=2) + "\n", "utf8")
    print(f"pack: {total / 1e6:.1f} MB", flush=True)


if __name__ == "__main__":
    main()
