import type { PackVoice } from '../family.ts';

/**
 * The voices of Kokoro-82M v1.0 in the order in which packagings put them one behind the other: by name, as the release
 * lists them. The first letter of a name is its language, the second its sex.
 */
export const VOICE_ORDER: readonly string[] = [
  ...['af_alloy', 'af_aoede', 'af_bella', 'af_heart', 'af_jessica', 'af_kore', 'af_nicole', 'af_nova', 'af_river'],
  ...['af_sarah', 'af_sky', 'am_adam', 'am_echo', 'am_eric', 'am_fenrir', 'am_liam', 'am_michael', 'am_onyx'],
  ...['am_puck', 'am_santa', 'bf_alice', 'bf_emma', 'bf_isabella', 'bf_lily', 'bm_daniel', 'bm_fable', 'bm_george'],
  ...['bm_lewis', 'ef_dora', 'em_alex', 'ff_siwis', 'hf_alpha', 'hf_beta', 'hm_omega', 'hm_psi', 'if_sara'],
  ...['im_nicola', 'jf_alpha', 'jf_gongitsune', 'jf_nezumi', 'jf_tebukuro', 'jm_kumo', 'pf_dora', 'pm_alex'],
  ...['pm_santa', 'zf_xiaobei', 'zf_xiaoni', 'zf_xiaoxiao', 'zf_xiaoyi', 'zm_yunjian', 'zm_yunxi', 'zm_yunxia'],
  'zm_yunyang',
];

const LANGUAGES: Readonly<Record<string, string>> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt-BR',
  z: 'cmn',
};

/** What the name of a voice says of it: `bf_emma` is British and female. What says nothing is American English. */
export function voiceOf(speaker: string): PackVoice {
  const [, letter = '', sex = '', own = speaker] = /^([a-z])([fm])_(.+)$/.exec(speaker) ?? [];
  const name = own.replaceAll(/[-_]+/g, ' ');
  return {
    speaker,
    name: name.charAt(0).toUpperCase() + name.slice(1),
    language: LANGUAGES[letter] ?? 'en-US',
    sex: sex === 'f' ? 'female' : sex === 'm' ? 'male' : 'neutral',
  };
}
