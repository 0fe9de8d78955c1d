"""The house voices as voice cards: `python -m cast.make OUT` writes voices.json. Names are invented."""

import json
import sys
from pathlib import Path

Row = tuple[str, str, str, str, str, dict[str, float], dict, list[str]]

CAST: list[Row] = [
    ("clara", "Clara", "female", "adult", "Clear and even: a good first choice for narration.", {"hts": 0.6, "slt": 0.4}, {}, ["clear", "narration"]),
    ("nora", "Nora", "female", "adult", "Low and calm, unhurried.", {"hts": 0.8, "lp": 0.2}, {"pitch": {"semitones": -3.5, "range": 0.9}, "tract": 0.94, "rate": 0.9, "tilt": -0.8}, ["deep", "calm", "slow"]),
    ("ivy", "Ivy", "female", "young", "Bright, quick and curious.", {"slt": 0.6, "dita": 0.4}, {"pitch": {"semitones": 2, "range": 1.3}, "tract": 1.05, "rate": 1.14, "tilt": 0.8}, ["bright", "brisk", "lively"]),
    ("mabel", "Mabel", "female", "elderly", "An old woman who has time: a little rough, a little breathy.", {"hts": 0.55, "lp": 0.45}, {"pitch": {"semitones": -2, "range": 1.15}, "rate": 0.84, "breathiness": 0.18, "roughness": 0.3, "tract": 0.98, "tilt": -1}, ["old", "slow", "warm"]),
    ("wren", "Wren", "female", "young", "Soft and breathy, close to the ear.", {"ona": 0.45, "hts": 0.55}, {"pitch": {"semitones": 0.5, "range": 0.9}, "breathiness": 0.38, "energy": -4, "rate": 0.93, "tilt": -1.2}, ["breathy", "soft"]),
    ("pia", "Pia", "female", "child", "A girl of about eight, cheerful.", {"slt": 0.7, "dita": 0.3}, {"pitch": {"semitones": 5.5, "range": 1.3}, "tract": 1.18, "rate": 1.04, "tilt": 0.5}, ["child", "cheerful", "bright"]),
    ("lena", "Lena", "female", "adult", "Crisp and composed, as if reading the news.", {"hts": 0.6, "lj": 0.4}, {"pitch": {"semitones": -0.5, "range": 0.95}, "rate": 1.05, "tilt": 0.8, "tract": 1.02}, ["crisp", "news"]),
    ("theo", "Theo", "male", "adult", "Plain and steady: the easiest of the men to follow.", {"rms": 1}, {"rate": 0.97}, ["clear", "narration"]),
    ("bruno", "Bruno", "male", "adult", "Very deep and slow.", {"rms": 0.75, "machac": 0.25}, {"pitch": {"semitones": -4, "range": 0.85}, "tract": 0.9, "rate": 0.88, "tilt": -1}, ["deep", "slow"]),
    ("ewan", "Ewan", "male", "adult", "Warm, with a Scottish speaker's vowels.", {"awb": 1}, {"rate": 0.97}, ["warm", "scottish"]),
    ("felix", "Felix", "male", "young", "Young, quick and bright.", {"rms": 0.55, "ked": 0.45}, {"pitch": {"semitones": 3.5, "range": 1.35}, "tract": 1.07, "rate": 1.16, "tilt": 0.8}, ["bright", "brisk", "lively"]),
    ("hugo", "Hugo", "male", "elderly", "An old man, hoarse and patient.", {"kal16": 0.35, "rms": 0.65}, {"pitch": {"semitones": -1, "range": 1.2}, "rate": 0.83, "roughness": 0.4, "breathiness": 0.14, "tilt": -1}, ["old", "hoarse", "slow"]),
    ("silas", "Silas", "male", "adult", "Gravelly and dark.", {"machac": 0.4, "rms": 0.6}, {"pitch": {"semitones": -3, "range": 0.9}, "roughness": 0.6, "tract": 0.95, "rate": 0.94, "tilt": -0.6}, ["gravelly", "dark", "deep"]),
    ("otto", "Otto", "male", "adult", "Big and friendly, with much melody.", {"awb": 0.6, "nsh": 0.4}, {"pitch": {"semitones": -1.5, "range": 1.3}, "tract": 0.96, "energy": 2}, ["warm", "lively"]),
    ("milo", "Milo", "male", "child", "A boy of about ten.", {"krb": 0.5, "slt": 0.5}, {"pitch": {"semitones": 3, "range": 1.2}, "tract": 1.12, "rate": 1.05}, ["child", "bright"]),
    ("june", "June", "female", "adult", "A whisper.", {"hts": 0.7, "ona": 0.3}, {"breathiness": 1, "energy": 3, "rate": 0.92, "tilt": -0.5}, ["whisper", "soft"]),
]  # fmt: skip


def voices() -> list[dict]:
    """Records as `HouseVoice` in engine/contract/voice-card.ts wants them; what is left out takes its neutral value."""
    return [
        {"id": id, "name": name, "description": text, "sex": sex, "age": age, "tags": tags, "card": {"version": 1, "pack": "starter", "speaker": {"mix": mix}, **controls}}
        for id, name, sex, age, text, mix, controls, tags in CAST
    ]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(voices(), ensure_ascii=False, indent=1) + "\n", "utf8")
