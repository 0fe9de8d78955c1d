#!/usr/bin/env bash
# Makes the design model from the starter pack: base speakers and cards spoken and measured, measurements fitted, model
# trained and exported to models/design. One command, about an hour on one processor core.
#   models/training/design/run.sh [--work DIR] [--pack VOICE_PACK] [--cards N] [--minutes N] [--try]
# --try goes the whole way with a few cards and half a minute, and leaves everything under DIR alone.
set -euo pipefail
cd "$(dirname "$0")/.."
WORK=work/design
PACK=../starter
CARDS=1700
MINUTES=16
TRY=
while [ $# -gt 0 ]; do
  case "$1" in
    --work) WORK="$2"; shift 2 ;;
    --pack) PACK="$2"; shift 2 ;;
    --cards) CARDS="$2"; shift 2 ;;
    --minutes) MINUTES="$2"; shift 2 ;;
    --try) TRY=yes; CARDS=60; MINUTES=0.5; shift ;;
    *) echo "usage: run.sh [--work DIR] [--pack VOICE_PACK] [--cards N] [--minutes N] [--try]" >&2; exit 2 ;;
  esac
done
BENCH=../../test/bench
BASES=design/bases.json
TRACT="$BENCH/heard/tract.json"
OUT=../design
PARITY=../../test/fixtures/design-parity.json
FIGURES=()
mkdir -p "$WORK"
WORK="$(realpath "$WORK")"
PACK="$(realpath "$PACK")"
if [ -n "$TRY" ]; then
  mkdir -p "$WORK/models"
  ln -sfn "$PACK" "$WORK/models/starter"
  BASES="$WORK/bases.json"
  TRACT="$WORK/tract.json"
  OUT="$WORK/models/design"
  PARITY="$WORK/parity.json"
  FIGURES=(--limit 25 --short --models "$WORK/models")
fi
if [ ! -d "$WORK/.venv" ]; then
  python3 -m venv "$WORK/.venv"
  "$WORK/.venv/bin/pip" install --quiet -r design/requirements.txt
fi
PY="$WORK/.venv/bin/python"
export OMP_NUM_THREADS=1
ts() { node --import tsx "$@"; }
ts "$BENCH/base-voices.ts" --pack "$PACK" --out "$BASES"
"$PY" -m design.cards --bases "$BASES" --out "$WORK/cards" --count "$CARDS"
ts "$BENCH/measure-cards.ts" --pack "$PACK" --jobs "$WORK/cards/jobs.jsonl" --out "$WORK/cards/heard.jsonl"
"$PY" -m design.fit --bases "$BASES" --cards "$WORK/cards" --tract "$TRACT" --out "$WORK/set"
ts "$BENCH/band-cards.ts" --heard "$WORK/set/heard.jsonl" --out "$WORK/set/bands.jsonl"
"$PY" -m design.train --set "$WORK/set" --out "$WORK/design.pt" --minutes "$MINUTES"
"$PY" -m design.export --model "$WORK/design.pt" --bases "$BASES" --pack "$OUT"
"$PY" -m design.parity "$BASES" "$PARITY"
npm --prefix ../.. run eval:design -- "${FIGURES[@]}"
