/** Which voices of the library a person is looking for. Pure, but for the favourites among the house voices. */
import { createStore } from 'zustand/vanilla';
import type { Model } from '../api/voices.ts';
import { pitchOf, texturesOf, type Pitch, type Texture } from './card.ts';

export const SEXES = ['female', 'male', 'neutral'] as const;
export const AGES = ['child', 'young', 'adult', 'elderly'] as const;
export const PITCHES = ['low', 'middle', 'high'] as const satisfies readonly Pitch[];
export const TEXTURES = ['clear', 'breathy', 'rough', 'dark', 'bright'] as const satisfies readonly Texture[];
export type Sex = (typeof SEXES)[number];
export type Age = (typeof AGES)[number];

/** '' asks for nothing. */
export interface Wanted {
  readonly words: string;
  readonly sex: Sex | '';
  readonly age: Age | '';
  readonly pitch: Pitch | '';
  readonly texture: Texture | '';
  /** The first part of a language tag. */
  readonly language: string;
  readonly favourites: boolean;
  readonly own: boolean;
}

export const ANYTHING: Wanted = {
  words: '',
  sex: '',
  age: '',
  pitch: '',
  texture: '',
  language: '',
  favourites: false,
  own: false,
};

/** Sex and age are among the tags. */
export const sexOf = (model: Model): Sex | '' => SEXES.find((sex) => model.tags.includes(sex)) ?? '';
export const ageOf = (model: Model): Age | '' => AGES.find((age) => model.tags.includes(age)) ?? '';

/** The tags of a voice with another sex or age. */
export function withTag<T extends string>(tags: readonly string[], all: readonly T[], value: T | ''): string[] {
  const rest = tags.filter((tag) => !(all as readonly string[]).includes(tag));
  return value === '' ? rest : [...rest, value];
}

export const languagesOf = (model: Model): string[] => [
  ...new Set([...model.languages, model.dramatis.card.accent].map((tag) => tag.split('-')[0]!.toLowerCase())),
];

export function matches(model: Model, wanted: Wanted, favourite: (model: Model) => boolean): boolean {
  const { card, house } = model.dramatis;
  const text = [model.title, model.description, card.pack, ...model.tags].join(' ').toLowerCase();
  const words = wanted.words.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    words.every((word) => text.includes(word)) &&
    (wanted.sex === '' || sexOf(model) === wanted.sex) &&
    (wanted.age === '' || ageOf(model) === wanted.age) &&
    (wanted.pitch === '' || pitchOf(card) === wanted.pitch) &&
    (wanted.texture === '' || texturesOf(card).includes(wanted.texture)) &&
    (wanted.language === '' || languagesOf(model).includes(wanted.language)) &&
    (!wanted.favourites || favourite(model)) &&
    (!wanted.own || !house)
  );
}

const KEY = 'dramatis.favourites';

function readFavourites(): readonly string[] {
  try {
    const told = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(told) ? told.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** House voices cannot be changed, so that somebody likes one is kept in this browser. */
export const houseFavourites = createStore<{ readonly ids: readonly string[] }>(() => ({ ids: readFavourites() }));

houseFavourites.subscribe(({ ids }) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // A browser that keeps nothing still shows the voices.
  }
});

export const isFavourite = (model: Model, house: readonly string[]): boolean =>
  model.dramatis.house ? house.includes(model._id) : model.marked;
