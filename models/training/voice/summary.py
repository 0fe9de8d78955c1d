"""`python -m voice.summary --work DIR --pack DIR`: what the models were trained on and how, as training.json for the card."""

import argparse
import json
import pickle
from pathlib import Path

import torch

STEPS = (
    "Free synthesizers from Debian speak example sentences of dictionaries, fortunes and templates, with exact phone times.",
    "Analysis every 10 ms: F0, envelope on 72 mel bins to 12 kHz, aperiodicity in 5 bands; statistical teachers give theirs exactly.",
    "Conversion by vocal-tract factor and offsets per phone gives every speaker the phones of the other languages.",
    "Acoustic model: all speech alike, then mostly the English teachers' own. Prosody model: all speech, in two runs.",
    "Calibration of sampled F0 spread and pace to the teachers'; export to ONNX.",
)


def parameters(state: dict) -> int:
    return sum(v.numel() for v in state.values())


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--work", type=Path, default=Path("work"))
    p.add_argument("--pack", type=Path, default=Path("../starter"))
    a = p.parse_args()
    with open(a.work / "dataset.pkl", "rb") as f:
        d = pickle.load(f)
    speech = []
    for name in d["speakers"]:
        for converted in (False, True):
            us = [u for u in d["data"] if u.speaker == name and u.converted == converted and u.E is not None and not u.held]
            if us:
                hours = sum(len(u.f0) for u in us) / 360000
                speech.append({"speaker": f"{name}{' (converted)' if converted else ''}", "sentences": len(us), "hours": round(hours, 2)})
    acoustic = torch.load(a.work / "acoustic.pt", weights_only=False)
    prosody = torch.load(a.work / "prosody.pt", weights_only=False)

    def size(*names: str) -> float:
        return round(sum((a.pack / n).stat().st_size for n in names if (a.pack / n).exists()) / 1e6, 1)

    record = {
        "steps": list(STEPS),
        "hardware": "two processor cores",
        "hours": round(acoustic["minutes"] / 60 + 0.9, 1),
        "models": [
            {"name": "acoustic", "parameters": parameters(acoustic["model"]), "megabytes": size("acoustic-encoder.onnx", "acoustic-decoder.onnx")},
            {"name": "prosody", "parameters": parameters(prosody["model"]), "megabytes": size("prosody-encoder.onnx", "prosody-step.onnx")},
        ],
        "speech": speech,
        "limits": [
            "Nobody has listened to it for pleasantness: it was judged by recognisers, by measures and by spectrograms.",
            "Intelligibility in languages other than English has not been measured with a recogniser.",
            "The ceiling is the teachers: classic synthesizers whose own words a recogniser misses one time in five.",
        ],
    }  # fmt: skip
    (a.pack / "training.json").write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", "utf8")


if __name__ == "__main__":
    main()
