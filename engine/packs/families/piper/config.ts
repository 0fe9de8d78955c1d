import { z } from 'zod';
import { unfit } from '../graph.ts';

/** How text becomes symbols. `espeak`: IPA of eSpeak NG; `text`: the letters themselves; `pinyin`: initials, finals, tones. */
export const PHONEME_TYPES = ['espeak', 'text', 'pinyin'] as const;

const scale = z.number().min(0).max(10);

/** The `<voice>.onnx.json` beside a Piper graph, as far as speech needs it. */
const PiperConfig = z.object({
  audio: z.object({ sample_rate: z.number().int().min(8000).max(48_000), quality: z.string().optional() }),
  espeak: z.object({ voice: z.string().min(1) }).optional(),
  language: z.object({ code: z.string() }).optional(),
  phoneme_type: z.string().default('espeak'),
  phoneme_id_map: z.record(z.string(), z.array(z.number().int().min(0)).min(1)),
  /** Vowels that the model has as one symbol although they are written with several letters. */
  vowel_clusters: z.array(z.array(z.string()).min(2)).nullish(),
  num_speakers: z.number().int().min(1).max(100_000).default(1),
  speaker_id_map: z.record(z.string(), z.number().int().min(0)).default({}),
  default_speaker_id: z.number().int().min(0).default(0),
  hop_length: z.number().int().min(1).default(256),
  inference: z
    .object({ noise_scale: scale.default(0.667), length_scale: scale.default(1), noise_w: scale.default(0.8) })
    .prefault({}),
  dataset: z.string().optional(),
});
export type PiperConfig = z.output<typeof PiperConfig> & { readonly phoneme_type: (typeof PHONEME_TYPES)[number] };

/** Begins, pads and ends every sequence of ids. */
export const BOS = '^';
export const EOS = '$';
export const PAD = '_';

/** @throws DramatisError invalid_parameter */
export function readConfig(file: string, value: unknown): PiperConfig {
  const result = PiperConfig.safeParse(value);
  if (!result.success) {
    const { path, message } = result.error.issues[0]!;
    throw unfit(`${file}: ${path.join('.') || 'it'} does not fit a Piper voice: ${message}.`, result.error);
  }
  const { phoneme_type, ...rest } = result.data;
  const type = PHONEME_TYPES.find((known) => known === phoneme_type);
  if (!type)
    throw unfit(
      `${file}: the phoneme_type "${phoneme_type}" is not read here; ${PHONEME_TYPES.slice(0, -1).join(', ')} and ${PHONEME_TYPES.at(-1)} are.`,
    );
  if (type === 'espeak' && !rest.espeak) throw unfit(`${file}: espeak.voice is missing.`);
  for (const symbol of [BOS, EOS, PAD])
    if (!rest.phoneme_id_map[symbol]) throw unfit(`${file}: phoneme_id_map has no "${symbol}".`);
  return { ...rest, phoneme_type: type };
}

/** BCP 47 of `en_US`, or of an eSpeak voice. */
export function languageOf({ language, espeak, phoneme_type }: PiperConfig): string {
  const code = (language?.code ?? espeak?.voice ?? (phoneme_type === 'pinyin' ? 'zh-CN' : 'und')).replaceAll('_', '-');
  const [base = 'und', region, ...more] = code.split('-');
  if (/^(?:zh|cmn)$/i.test(base)) return 'cmn';
  return [base.toLowerCase(), ...(region ? [region.length === 2 ? region.toUpperCase() : region] : []), ...more].join(
    '-',
  );
}

/** Names of the speakers with their numbers; a voice of one speaker has one. */
export function speakersOf(config: PiperConfig, voice: string): ReadonlyMap<string, number> {
  if (config.num_speakers === 1) return new Map([[voice, 0]]);
  const named = Object.entries(config.speaker_id_map).sort(([, a], [, b]) => a - b);
  if (named.length > 0) return new Map(named);
  return new Map(Array.from({ length: config.num_speakers }, (_, id) => [`speaker-${id}`, id]));
}
