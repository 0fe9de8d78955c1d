#!/usr/bin/env bash
# Makes the starter voice and its design model from nothing: teachers, speech, analysis, training, export, figures, card.
# One command, about three and a half hours on two processor cores. Every step can be run again alone; finished corpus
# parts are kept.
#   models/training/run.sh [--work DIR] [--minutes ACOUSTIC_MINUTES] [--try]
# --try goes the whole way with a hundredth of the speech and of the time, and leaves the pack in DIR/pack alone.
set -euo pipefail
cd "$(dirname "$0")"
WORK=
MINUTES=60
TRY=
while [ $# -gt 0 ]; do
  case "$1" in
    --work) WORK="$2"; shift 2 ;;
    --minutes) MINUTES="$2"; shift 2 ;;
    --try) TRY=yes; shift ;;
    *) echo "usage: run.sh [--work DIR] [--minutes N] [--try]" >&2; exit 2 ;;
  esac
done
WORK="$(realpath -m "${WORK:-work${TRY:+/try}}")"
PACK="$(realpath ../starter)"
PROSODY_MINUTES=30
SPEECH=()
FIGURES=()
DESIGN=()
if [ -n "$TRY" ]; then
  PACK="$WORK/pack"
  MINUTES=3
  PROSODY_MINUTES=2
  SPEECH=(--limit 30)
  FIGURES=(--sentences 4 --out "$PACK")
  DESIGN=(--try)
fi
mkdir -p "$WORK" "$PACK"
if [ ! -d "$WORK/.venv" ]; then
  python3 -m venv "$WORK/.venv"
  "$WORK/.venv/bin/pip" install --quiet -r requirements.txt
fi
PY="$WORK/.venv/bin/python"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
# Only root can install the teachers; for anyone else the missing ones are named by the step that needs them.
[ "$(id -u)" -ne 0 ] || SPEECH+=(--install)
"$PY" -m corpus.generate --work "$WORK/corpus" "${SPEECH[@]}"
"$PY" -m voice.features --work "$WORK"
"$PY" -m voice.prepare --work "$WORK"
# Two stages each: broad over all speech, then close to the English teachers' own, going on from what was reached.
(
  "$PY" -m voice.train_prosody --work "$WORK" --minutes "$PROSODY_MINUTES" --out prosody1.pt
  "$PY" -m voice.train_prosody --work "$WORK" --minutes $((PROSODY_MINUTES * 2 / 3)) --start prosody1.pt --rate 1.2e-3 --phones 4000
) &
PROSODY=$!
"$PY" -m voice.train_acoustic --work "$WORK" --minutes $((MINUTES / 3)) --threads 1 --out broad.pt
"$PY" -m voice.train_acoustic --work "$WORK" --minutes $((MINUTES * 2 / 3)) --threads 1 --stage close --start broad.pt --rate 8e-4
wait "$PROSODY"
"$PY" -m voice.calibrate --work "$WORK"
"$PY" -m cast.make "$PACK/voices.json"
"$PY" -m voice.summary --work "$WORK" --pack "$PACK"
"$PY" -m voice.export --work "$WORK" --pack "$PACK" --calibration "$WORK/calibration.json"
# Misses of the bars are told and do not hide the card.
npm --prefix ../.. run eval:voice -- --work "$WORK" --pack "$PACK" "${FIGURES[@]}"
design/run.sh --work "$WORK/design" --pack "$PACK" "${DESIGN[@]}"
