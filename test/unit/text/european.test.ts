import { describe, expect, it } from 'vitest';
import { normalizeForDisplay } from '../../../engine/text/index.ts';

describe('ordinals and years that eSpeak NG would misread', () => {
  it.each([
    ['de', 'am 3. Mai', 'am dritten mai'],
    ['de', 'der 3. Mai', 'der dritte mai'],
    ['de', 'Montag, 3. Mai', 'montag dritter mai'],
    ['de', 'Montag, den 3. Mai', 'montag den dritten mai'],
    ['de', 'bis zum 31. Januar', 'bis zum einunddreißigsten januar'],
    ['de', 'das 19. Jahrhundert', 'das neunzehnte jahrhundert'],
    ['de', 'im 19. Jahrhundert', 'im neunzehnten jahrhundert'],
    ['de', 'in der 2. Klasse', 'in der zweiten klasse'],
    ['de', 'die 2. Klasse', 'die zweite klasse'],
    ['de', 'der 1. Platz', 'der erste platz'],
    ['de', 'ein 2. Platz', 'ein zweiter platz'],
    ['de', 'ein 2. Kapitel', 'ein zweites kapitel'],
    ['de', 'am 3.5.2020', 'am dritten fünften 2020'],
    ['de', 'Version 3.5.2', 'version 3.5.2'],
    ['de', 'im Jahr 1848', 'im jahr 18 hundert 48'],
    ['de', '1848 Meter', '1848 meter'],
    ['fr', 'le 1er mai', 'le premier mai'],
    ['fr', 'la 1re fois', 'la première fois'],
    ['fr', 'le 2e étage', 'le deuxième étage'],
    ['fr', 'le 21e siècle', 'le vingt et unième siècle'],
    ['fr', 'au XIXe siècle', 'au dix-neuvième siècle'],
    ['fr', 'le 30e jour', 'le trentième jour'],
    ['es', 'el 1.º de mayo', 'el primero de mayo'],
    ['es', 'la 3.ª vez', 'la tercera vez'],
    ['es', 'el 1.er piso', 'el primer piso'],
    ['it', 'il 3.º piano', 'il 3º piano'],
    ['pt', '1.º de maio', '1º de maio'],
  ])('%s: %s', (language, written, spoken) => {
    expect(normalizeForDisplay(written, language)).toBe(spoken);
  });
});
