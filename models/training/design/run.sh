#!/usr/bin/env bash
# Makes the design model from the starter pack: base speakers and cards spoken and measured, measurements fitted, model
# trained and exported to models/design. One command, about forty minutes on one processor core.
#   models/training/design/run.sh [--work DIR] [--cards N] [--minutes N]
set -euo pipefail
cd "$(dirname "$0")/.."
WORK=work/design
CARDS=2400
MINUTES=12
while [ $# -gt 0 ]; do
  case "$1" in
    --work) WORK="$2"; shift 2 ;;
    --cards) CARDS="$2"; shift 2 ;;
    --minutes) MINUTES="$2"; shift 2 ;;
    *) echo "usage: run.sh [--work DIR] [--cards N] [--minutes N]" >&2; exit 2 ;;
  esac
done
mkdir -p "$WORK"
if [ ! -d "$WORK/.venv" ]; then
  python3 -m venv "$WORK/.venv"
  "$WORK/.venv/bin/pip" install --quiet -r design/requirements.txt
fi
PY="$WORK/.venv/bin/python"
BENCH=../../test/bench
export OMP_NUM_THREADS=1
ts() { node --import tsx "$@"; }
ts "$BENCH/base-voices.ts" --pack ../starter --out design/bases.json
"$PY" -m design.cards --bases design/bases.json --out "$WORK/cards" --count "$CARDS"
ts "$BENCH/measure-cards.ts" --pack ../starter --jobs "$WORK/cards/jobs.jsonl" --out "$WORK/cards/heard.jsonl"
"$PY" -m design.fit --bases design/bases.json --cards "$WORK/cards" --tract "$BENCH/heard/tract.json" --out "$WORK/set"
ts "$BENCH/band-cards.ts" --heard "$WORK/set/heard.jsonl" --out "$WORK/set/bands.jsonl"
"$PY" -m design.train --set "$WORK/set" --out "$WORK/design.pt" --minutes "$MINUTES"
"$PY" -m design.export --model "$WORK/design.pt" --bases design/bases.json --pack ../design
"$PY" -m design.parity ../../test/fixtures/design-parity.json
cd ../..
npm run eval:design
