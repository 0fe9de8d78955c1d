#!/usr/bin/env bash
# Makes the design model from the starter pack: base speakers and cards spoken and measured, measurements fitted, model
# trained and exported to models/design. One command, about two and a half hours on two processor cores.
#   models/training/design/run.sh [--work DIR] [--pack VOICE_PACK] [--cards N] [--minutes N] [--try]
# --try goes the whole way with a few cards and half a minute, and leaves everything under DIR alone.
set -euo pipefail
cd "$(dirname "$0")/.."
WORK=work/design
PACK=../starter
CARDS=1700
ASKED=400
MINUTES=70
TRY=
while [ $# -gt 0 ]; do
  case "$1" in
    --work) WORK="$2"; shift 2 ;;
    --pack) PACK="$2"; shift 2 ;;
    --cards) CARDS="$2"; shift 2 ;;
    --minutes) MINUTES="$2"; shift 2 ;;
    --try) TRY=yes; CARDS=60; ASKED=8; MINUTES=0.5; shift ;;
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
mkdir -p "$WORK/done"
step() { # NAME COMMAND...: what an earlier run in the same folder has finished is not done again
  local mark="$WORK/done/$1"
  shift
  if [ ! -e "$mark" ]; then "$@"; touch "$mark"; fi
}
step bases ts "$BENCH/base-voices.ts" --pack "$PACK" --out "$BASES"
step cards "$PY" -m design.cards --bases "$BASES" --out "$WORK/cards" --count "$CARDS"
step measured ts "$BENCH/measure-cards.ts" --pack "$PACK" --jobs "$WORK/cards/jobs.jsonl" --out "$WORK/cards/heard.jsonl"
learn() { # OPTIONS OF THE TRAINING: with all cards that were drawn so far
  "$PY" -m design.fit --bases "$BASES" --cards "$WORK/cards" --drawn "${DRAWN[@]}" --tract "$TRACT" --out "$WORK/set"
  ts "$BENCH/band-cards.ts" --heard "$WORK/set/heard.jsonl" --errors "$WORK/set/errors.jsonl" --out "$WORK/set/bands.jsonl"
  "$PY" -m design.train --set "$WORK/set" --out "$WORK/design.pt" --minutes "$MINUTES" "$@"
}
draw() { # FOLDER SEED: voices that the model picks for descriptions, spoken and measured
  mkdir -p "$1" "$WORK/round"
  ln -sfn "$PACK" "$WORK/round/starter"
  "$PY" -m design.export --model "$WORK/design.pt" --bases "$BASES" --pack "$WORK/round/design"
  "$PY" -m design.ask --set "$WORK/set" --out "$1/asked.jsonl" --count "$ASKED" --seed "$2"
  ts "$BENCH/draw-cards.ts" --models "$WORK/round" --asked "$1/asked.jsonl" --out "$1/jobs.jsonl"
  ts "$BENCH/measure-cards.ts" --pack "$PACK" --jobs "$1/jobs.jsonl" --out "$1/heard.jsonl"
}
DRAWN=()
step learned learn
# Where the judge errs to a voice's favour that voice is picked: what is picked is spoken and measured, and the judge
# taught once more with it.
for ROUND in 1 2; do
  step "drawn$ROUND" draw "$WORK/drawn$ROUND" "$ROUND"
  DRAWN+=("$WORK/drawn$ROUND")
  step "judged$ROUND" learn --start "$WORK/design.pt" --parts judge,ear
done
"$PY" -m design.export --model "$WORK/design.pt" --bases "$BASES" --pack "$OUT"
"$PY" -m design.parity "$BASES" "$PARITY"
npm --prefix ../.. run eval:design -- "${FIGURES[@]}"
