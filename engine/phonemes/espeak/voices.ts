/** eSpeak NG's voice for a BCP 47 language. Names are those that its `set_voice` takes. */
const VOICES: Readonly<Record<string, string>> = {
  en: 'en-us',
  'en-us': 'en-us',
  // "en-gb" is no name to `set_voice`; its file is called "en".
  'en-gb': 'en',
  'en-gb-scotland': 'en-gb-scotland',
  'en-gb-x-rp': 'en-gb-x-rp',
  'en-au': 'en',
  'en-nz': 'en',
  'en-ie': 'en',
  'en-za': 'en',
  'en-in': 'en',
  de: 'de',
  fr: 'fr',
  'fr-be': 'fr-be',
  'fr-ch': 'fr-ch',
  es: 'es',
  'es-419': 'es-419',
  'es-mx': 'es-419',
  it: 'it',
  pt: 'pt',
  'pt-br': 'pt-br',
  nl: 'nl',
  sv: 'sv',
  da: 'da',
  nb: 'nb',
  no: 'nb',
  fi: 'fi',
  pl: 'pl',
  cs: 'cs',
  hu: 'hu',
  ro: 'ro',
  tr: 'tr',
  id: 'id',
  ca: 'ca',
  ru: 'ru',
  uk: 'uk',
  el: 'el',
  ar: 'ar',
  he: 'he',
  hi: 'hi',
  ko: 'ko',
  vi: 'vi',
};

/** Exact tag first, then its parent, as in RFC 4647 lookup; null when no voice fits. */
export function espeakVoice(language: string): string | null {
  for (let tag = language.toLowerCase(); tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const voice = VOICES[tag];
    if (voice !== undefined) return voice;
  }
  return null;
}
