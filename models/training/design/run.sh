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
ASKED=400
MINUTES=25
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
ts "$BENCH/base-voices.ts" --pack "$PACK" --out "$BASES"
"$PY" -m design.cards --bases "$BASES" --out "$WORK/cards" --count "$CARDS"
ts "$BENCH/measure-cards.ts" --pack "$PACK" --jobs "$WORK/cards/jobs.jsonl" --out "$WORK/cards/heard.jsonl"
teach() { # FOLDERS OF DRAWN CARDS -- OPTIONS OF THE TRAINING
  local drawn=()
  while [ "$1" != -- ]; do drawn+=("$1"); shift; done
  shift
  "$PY" -m design.fit --bases "$BASES" --cards "$WORK/cards" --drawn "${drawn[@]}" --tract "$TRACT" --out "$WORK/set"
  ts "$BENCH/band-cards.ts" --heard "$WORK/set/heard.jsonl" --errors "$WORK/set/errors.jsonl" --out "$WORK/set/bands.jsonl"
  "$PY" -m design.train --set "$WORK/set" --out "$WORK/design.pt" --minutes "$MINUTES" "$@"
}
teach --
# Where the judge errs to a voice's favour that voice is picked: what is picked is spoken and measured, and the judge
# taught once more with it.
mkdir -p "$WORK/round"
ln -sfn "$PACK" "$WORK/round/starter"
DRAWN=()
for ROUND in 1 2; do
  "$PY" -m design.export --model "$WORK/design.pt" --bases "$BASES" --pack "$WORK/round/design"
  DRAWN+=("$WORK/drawn$ROUND")
  mkdir -p "$WORK/drawn$ROUND"
  "$PY" -m design.ask --set "$WORK/set" --out "$WORK/drawn$ROUND/asked.jsonl" --count "$ASKED" --seed "$ROUND"
  ts "$BENCH/draw-cards.ts" --models "$WORK/round" --asked "$WORK/drawn$ROUND/asked.jsonl" --out "$WORK/drawn$ROUND/jobs.jsonl"
  ts "$BENCH/measure-cards.ts" --pack "$PACK" --jobs "$WORK/drawn$ROUND/jobs.jsonl" --out "$WORK/drawn$ROUND/heard.jsonl"
  teach "${DRAWN[@]}" -- --start "$WORK/design.pt" --parts judge,ear
done
"$PY" -m design.export --model "$WORK/design.pt" --bases "$BASES" --pack "$OUT"
"$PY" -m design.parity "$BASES" "$PARITY"
npm --prefix ../.. run eval:design -- "${FIGURES[@]}"
