"""`python -m voice.prepare --work DIR`: features of all speakers -> DIR/dataset.pkl, conversions included.

Every English speaker also gets foreign speech (the formant synthesizer's, converted), every donor English speech
(converted from the speaker of the same sex whose envelopes are exact), so that nobody has the phones of one language only.
"""

import argparse
import json
import pickle
import random
from pathlib import Path

import numpy as np

from .convert import Conversion
from .dataset import HighBand, Speaker, Utterance, load_speaker
from .grid import BIN_HZ
from .phones import Inventory

ENGLISH = ("slt", "rms", "awb", "hts", "kal16", "ked")
FORMANT = "esp"
FOREIGN_PER_SPEAKER = 420
FOREIGN_PER_DONOR = 60
ENGLISH_PER_DONOR = 260
HELD_PER_DONOR = 260


def symbols(corpus: Path) -> list[str]:
    """Every phone symbol of the corpus."""
    seen: dict[str, int] = {}
    for path in corpus.glob("*/labels.jsonl"):
        with open(path, encoding="utf8") as f:
            for line in f:
                for p in json.loads(line)["phones"]:
                    seen[p["ipa"]] = seen.get(p["ipa"], 0) + 1
    return [s for s, n in seen.items() if n >= 10]


def equalisers(work: Path, names: list[str]) -> dict[str, np.ndarray]:
    """Half of each dull speaker's distance to the mean voiced spectrum above 3 kHz is made good, at most 5 dB."""
    spectra = {}
    for name in names:
        z = np.load(work / "features" / f"{name}.npz")
        e, v = z["E"].astype(np.float32), z["f0"] > 0
        e = e[v][::7]
        low = e[:, (BIN_HZ > 200) & (BIN_HZ < 3000)]
        spectra[name] = np.log(np.exp(e).mean(0)) - np.log(np.exp(low).mean())
    mean = np.nanmean(np.stack(list(spectra.values())), 0)
    out = {}
    for name, s in spectra.items():
        gap = np.where(np.isnan(s), np.nan, mean - s) * 0.5
        gap = np.where(BIN_HZ > 3000, np.clip(gap, 0, 5 / 4.343), 0)
        last = gap[~np.isnan(gap)][-1]
        gap = np.where(np.isnan(gap), last, gap)
        out[name] = np.convolve(np.pad(gap, 3, "edge"), np.ones(7) / 7, "valid")
        print(f"equaliser {name}: at most {out[name].max() * 4.343:.1f} dB", flush=True)
    return out


def write_facts(work: Path, data: list[Utterance], speakers: dict[str, Speaker]) -> None:
    """speakers.json: F0 statistics and the long-term spectrum of voiced frames (dB per mel bin) of each speaker."""
    facts = {}
    for name, s in speakers.items():
        own = [u for u in data if u.speaker == name and u.E is not None and not u.converted][:300]
        voiced = np.concatenate([u.E[u.f0[: len(u.E)] > 0] for u in own]).astype(np.float64)  # type: ignore[index]
        spectrum = 10 * np.log10(np.exp(voiced).mean(0))
        facts[name] = {"logF0Mean": s.log_f0_mean, "logF0Sd": s.log_f0_sd, "spectrum": np.round(spectrum, 2).tolist()}
    (work / "speakers.json").write_text(json.dumps(facts) + "\n", "utf8")


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--work", type=Path, default=Path("work"))
    work: Path = p.parse_args().work
    rng = random.Random(0)
    inventory = Inventory(symbols(work / "corpus"))
    present = sorted(f.stem for f in (work / "features").glob("*.npz"))
    english = [s for s in ENGLISH if s in present]
    donors = [s for s in present if s not in ENGLISH and s != FORMANT]
    z = np.load(work / "features" / "hts.npz")
    high = HighBand(z["E"], z["A"], z["f0"])
    eq = equalisers(work, english)
    data: list[Utterance] = []
    speakers: dict[str, Speaker] = {}
    by: dict[str, list[Utterance]] = {}
    for name in english + donors + ([FORMANT] if FORMANT in present else []):
        by[name], speakers[name] = load_speaker(work, name, inventory, high, eq.get(name))
        data += by[name]
    formant = [u for u in by.get(FORMANT, []) if u.E is not None and not u.held]
    formant_english = [u for u in formant if u.language.startswith("en")]
    formant_foreign = [u for u in formant if not u.language.startswith("en")]

    def add(conversion: Conversion, us: list[Utterance]) -> None:
        data.extend(conversion.apply(u) for u in us)

    for name in english + donors:
        own = [u for u in by[name] if u.E is not None and not u.held]
        if formant:
            c = Conversion(formant_english if name in english else formant, own, inventory, name)
            k = FOREIGN_PER_SPEAKER if name in english else FOREIGN_PER_DONOR
            add(c, rng.sample(formant_foreign, min(k, len(formant_foreign))))
    sources = {n: [u for u in by[n] if u.E is not None and not u.held] for n in ("slt", "rms")}
    for name in donors:
        source = "slt" if np.exp(speakers[name].log_f0_mean) > 155 else "rms"
        from_ = sources[source]
        own = [u for u in by[name] if u.E is not None and not u.held]
        c = Conversion(from_, own, inventory, name)
        add(c, rng.sample(from_, min(ENGLISH_PER_DONOR, len(from_))))
        add(c, [u for u in by[source] if u.E is not None and u.held][:HELD_PER_DONOR])
    frames = sum(len(u.f0) for u in data if u.E is not None)
    print(f"{len(data)} utterances, {frames / 360000:.1f} h with audio, {len(inventory)} phones, {len(speakers)} speakers", flush=True)
    write_facts(work, data, speakers)
    with open(work / "dataset.pkl", "wb") as f:
        pickle.dump({"data": data, "speakers": speakers, "symbols": inventory.symbols, "english": english, "donors": donors}, f, protocol=5)


if __name__ == "__main__":
    main()
