#!/usr/bin/env bash
# Makes the starter voice from nothing: teachers, speech, analysis, training, export, figures, card. One command, about
# two and a half hours on two processor cores. Every step can be run again alone; finished corpus parts are kept.
#   models/training/run.sh [--work DIR] [--minutes ACOUSTIC_MINUTES]
set -euo pipefail
cd "$(dirname "$0")"
WORK=work
MINUTES=60
while [ $# -gt 0 ]; do
  case "$1" in
    --work) WORK="$2"; shift 2 ;;
    --minutes) MINUTES="$2"; shift 2 ;;
    *) echo "usage: run.sh [--work DIR] [--minutes N]" >&2; exit 2 ;;
  esac
done
mkdir -p "$WORK"
if [ ! -d "$WORK/.venv" ]; then
  python3 -m venv "$WORK/.venv"
  "$WORK/.venv/bin/pip" install --quiet -r requirements.txt
fi
PY="$WORK/.venv/bin/python"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
"$PY" -m corpus.generate --work "$WORK/corpus"
"$PY" -m voice.features --work "$WORK"
"$PY" -m voice.prepare --work "$WORK"
# Two stages each: broad over all speech, then close to the English teachers' own, going on from what was reached.
(
  "$PY" -m voice.train_prosody --work "$WORK" --minutes 30 --out prosody1.pt
  "$PY" -m voice.train_prosody --work "$WORK" --minutes 20 --start prosody1.pt --rate 1.2e-3 --phones 4000
) &
PROSODY=$!
"$PY" -m voice.train_acoustic --work "$WORK" --minutes $((MINUTES / 3)) --threads 1 --out broad.pt
"$PY" -m voice.train_acoustic --work "$WORK" --minutes $((MINUTES * 2 / 3)) --threads 1 --stage close --start broad.pt --rate 8e-4
wait "$PROSODY"
"$PY" -m voice.calibrate --work "$WORK"
"$PY" -m cast.make ../starter/voices.json
"$PY" -m voice.summary --work "$WORK" --pack ../starter
"$PY" -m voice.export --work "$WORK" --pack ../starter --calibration "$WORK/calibration.json"
cd ../..
npm run eval:voice
