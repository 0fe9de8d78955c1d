/** What a pack is, in words. */
import type { Abilities, Speed } from '../api/packs.ts';
import { settings } from '../store/settings.ts';
import type { Say } from '../ui/use.ts';

/** One place behind the point, as the studio's language writes it. */
const decimal = (value: number): string =>
  value.toLocaleString(settings.getState().language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function sizeText(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? ['GB', 1e9] : ['MB', 1e6];
  return `${bytes / size < 10 ? decimal(bytes / size) : Math.round(bytes / size)} ${unit}`;
}

/** A language's name in the studio's language; the tag where the browser knows none. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([settings.getState().language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

const SHOWN = 5;

export function languagesText(tags: readonly string[], t: Say): string {
  const names = [...new Set(tags.map(languageName))];
  if (names.length <= SHOWN + 1) return names.join(', ');
  return t('packs.andMore', { names: names.slice(0, SHOWN).join(', '), count: names.length - SHOWN });
}

const ABILITIES = ['expression', 'clone', 'design', 'mix', 'exactTimes'] as const satisfies (keyof Abilities)[];

/** What it can do and what it cannot, each a few words. */
export function abilityWords(can: Abilities, t: Say): { readonly can: string[]; readonly cannot: string[] } {
  const words = (list: readonly (keyof Abilities)[], prefix: 'can' | 'cannot'): string[] =>
    list.map((ability) => (prefix === 'can' ? t(`packs.can.${ability}`) : t(`packs.cannot.${ability}`)));
  return {
    can: words(
      ABILITIES.filter((ability) => can[ability]),
      'can',
    ),
    cannot: words(
      ABILITIES.filter((ability) => !can[ability]),
      'cannot',
    ),
  };
}

/** Seconds in words: below ten with a decimal, from two minutes in minutes. */
export function durationText(seconds: number, t: Say): string {
  if (seconds < 0.1) return t('packs.atOnce');
  if (seconds < 10) return t('packs.seconds', { seconds: decimal(seconds) });
  if (seconds < 120) return t('packs.seconds', { seconds: Math.round(seconds) });
  return t('packs.minutes', { minutes: Math.round(seconds / 60) });
}

export function speedText({ factor }: Speed, t: Say): string {
  const minute = durationText(60 * factor, t);
  if (factor > 1) return t('packs.slow', { minute });
  const times = 1 / factor;
  return t('packs.fast', { times: times < 10 ? decimal(times) : Math.round(times), minute });
}
