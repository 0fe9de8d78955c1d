import { DramatisError } from '../../contract/errors.ts';
import type { ClonedVoice, ReferenceSample } from '../../contract/speech.ts';
import { estimateCard } from './base.ts';
import { fit, type Take } from './fit.ts';
import { measureAll } from './measured.ts';
import { readRecordings } from './recording.ts';
import { type CloneTools, laps, STAND_IN } from './tools.ts';
import type { Notice } from './transcript.ts';

const SEED = 1;
/** Recordings with less speech than this are told of, seconds. */
const SHORT = 3;

/**
 * Analysis by synthesis: the nearest base speaker rehearses the transcripts; rehearsal and recording are aligned; what
 * still differs in pitch, pace, tract, breath and in the colour of each phone class is put into the card, sounded again,
 * and corrected.
 */
export async function analyse(
  references: readonly ReferenceSample[],
  tools: CloneTools,
  signal: AbortSignal,
): Promise<ClonedVoice> {
  const lap = laps(tools);
  const recordings = await readRecordings(references, signal, lap);
  const notices: Notice[] = [];
  const measured = await measureAll(recordings);
  const start = estimateCard(measured, tools.pack.tables.speakers, tools.pack.manifest.id);
  lap('measure');
  const takes: Take[] = [];
  const languages = new Set<string>();
  for (const recording of recordings) {
    const rehearsal = recording.text === '' ? null : await tools.rehearse(start, recording.text, SEED, signal);
    if (rehearsal) languages.add(rehearsal.language);
    const read = rehearsal ?? (await tools.rehearse(start, STAND_IN, SEED, signal));
    if (!read) throw new DramatisError('internal_error', 'The engine cannot read its own test sentence.');
    takes.push({ recording, rehearsal: read, told: rehearsal !== null });
  }
  lap('rehearse');
  if (measured.speechSeconds < SHORT) {
    const message = `references: ${measured.speechSeconds.toFixed(1)} s of speech are little to know a voice by; 10 to 30 s serve best.`;
    notices.push({ code: 'reference_short', message });
  }
  if (takes.some(({ told }) => !told)) {
    const message =
      'references: without a transcript that can be read, pace and the sound of single phones are not taken over.';
    notices.push({ code: 'reference_without_transcript', message });
  }
  const card = await fit(takes, start, tools, notices, signal);
  return { card, carried: false, languages: [...languages], notices };
}
