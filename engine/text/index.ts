export { detectLanguage } from './language.ts';
export { UserLexicon } from './lexicon.ts';
export { sentences, type Range, type Sentence } from './segment/index.ts';
export { hasSpokenEmoji } from './normalize/emoji.ts';
export { normalizeText, normalizeForDisplay, type NormalizeOptions } from './normalize/index.ts';
export { MARKS, type GivenPhonemes, type Mark, type NormalizedText, type SpokenToken } from '../types.ts';
