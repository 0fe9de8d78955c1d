import { describe, expect, it } from 'vitest';
import { S1_TAGS } from '../../../engine/expression/s1.ts';
import type { Style } from '../../../engine/expression/style.ts';
import { understand } from '../../../engine/expression/understand.ts';

const style = (words: string): Style => {
  const direction = understand(words);
  if (direction.kind !== 'style') throw new Error(`"${words}" is ${direction.kind}`);
  return direction.style;
};

describe('what a direction means', () => {
  it('knows every tag of s1; a crowd alone is beyond it', () => {
    const beyond = S1_TAGS.filter((tag) => understand(tag).support === 'unsupported');
    expect(beyond).toEqual(['audience laughing', 'background laughter', 'crowd laughing']);
  });

  it.each([
    ['0.5s', 0.5],
    ['500ms', 0.5],
    ['1.5 seconds', 1.5],
    ['long pause', 1],
    ['short pause', 0.25],
    ['pause', 0.5],
  ])('%s is a pause', (words, seconds) => {
    expect(understand(words)).toMatchObject({ kind: 'pause', seconds, support: 'performed' });
  });

  it('degrees, negation, combinations, other forms and slips', () => {
    expect(style('slightly sad').rate).toBeGreaterThan(style('sad').rate);
    expect(style('very sad').rate).toBeLessThan(style('sad').rate);
    expect(style('not sad').semitones).toBeGreaterThan(0);
    expect(style('whispering, a little afraid')).toMatchObject({ breathiness: 1 });
    expect(style('whispering, a little afraid').semitones).toBeGreaterThan(0);
    expect(style('angrily')).toEqual(style('angry'));
    expect(style('whipsering')).toEqual(style('whispering'));
    expect(style('悲伤').rate).toBeLessThan(1);
  });

  it.each([
    ['speaking under her breath', 'whisper'],
    ['on the verge of tears', 'weeping'],
    ['close to tears', 'weeping'],
    ['barely audible', 'quiet'],
    ['as if half asleep', 'tired'],
    ['at the top of his lungs', 'shout'],
    ['through gritted teeth', 'angry'],
    ['with a smile', 'happy'],
    ['trying not to laugh', 'laughing'],
    ['without any emotion', 'monotone'],
    ['no longer afraid', 'not afraid'],
    ['not at all sad', 'not sad'],
    ['like a robot', 'monotone'],
    ['gloomily', 'sad'],
    ['非常生气', 'angry'],
    ['音量小一点', 'quiet'],
    ['with a lump in the throat', 'weeping'],
    ['in a sing-song voice', 'lively'],
    ['icily polite', 'cold'],
    ['as if telling a secret', 'whisper'],
    ['gently, as to a child', 'soft'],
    ['through clenched teeth', 'angry'],
    ['at a snail’s pace', 'slow'],
    ['wheezing', 'breathy'],
    ['begging', 'pleading'],
    ['hoarse from shouting', 'rough'],
    ['with barely concealed contempt', 'contemptuous'],
    ['in a small voice', 'ashamed'],
    ['impressed', 'curious'],
    ['less excited', 'not excited'],
    ['stop shouting', 'not shout'],
    ['not so loud', 'not loud'],
    ['语速慢一点', 'slow'],
    ['气喘吁吁', 'breathy'],
    ['低声细语', 'whisper'],
    ['不要太快', 'not fast'],
    ['像机器人一样', 'monotone'],
    ['leise und traurig', 'sad'],
    ['etwas langsamer', 'slow'],
    ['nicht so laut', 'not loud'],
    ['mit zitternder Stimme', 'afraid'],
    ['susurrando', 'whisper'],
    ['muy enfadado', 'angry'],
    ['sin emoción', 'monotone'],
    ['más despacio', 'slow'],
    ['d’une voix douce', 'soft'],
    ['très en colère', 'angry'],
    ['con voce triste', 'sad'],
  ])('"%s" is %s', (words, name) => {
    const direction = understand(words);
    expect(direction.kind === 'style' && direction.names).toContain(name);
  });

  it('each direction goes the way that it names', () => {
    expect(style('not so loud').energy).toBeLessThan(0);
    expect(style('not too fast').rate).toBeLessThan(1);
    expect(style('less excited').semitones).toBeLessThan(0);
    expect(style('a bit slower').rate).toBeGreaterThan(style('slow').rate);
    expect(style('much quieter').energy).toBeLessThan(style('a little quieter').energy);
    expect(style('sehr langsam').rate).toBeLessThan(style('etwas langsamer').rate);
    expect(style('muy alegre').semitones).toBeGreaterThan(style('alegre').semitones);
    expect(style('angry but controlled').energy).toBeLessThan(style('angry').energy);
    expect(style('hoarse from shouting').energy).toBe(0);
    expect(style('in awe').energy).toBeLessThan(0);
    expect(style('louder than before')).toEqual(style('louder'));
    expect(style('half whispering').breathiness).toBeLessThan(1);
    expect(style('at half speed').rate).toBeLessThan(1);
  });

  it('what is named twice is asked for once', () => {
    expect(style('high-pitched and squeaky')).toEqual(style('high'));
    expect(style('shouting over the noise')).toEqual(style('shouting'));
    expect(style('冷冷地')).toEqual(style('冷'));
  });

  it('a whisper stays one whatever else is asked for', () => {
    expect(style('furious whisper').breathiness).toBe(1);
    expect(style('whispering loudly').breathiness).toBe(1);
    expect(style('slightly whispery').breathiness).toBeLessThan(1);
  });

  it('s1: every tag of the list changes the voice, makes a sound or a pause, or says that it cannot', () => {
    for (const tag of S1_TAGS) {
      const direction = understand(tag);
      const change =
        direction.kind === 'style' ? direction.style : direction.kind === 'effect' || direction.kind === 'pause';
      if (direction.kind === 'nothing') expect(direction.note).not.toBeNull();
      else expect(change, tag).toBeTruthy();
    }
  });

  it('says what it does not understand', () => {
    expect(understand('qwertyuiop')).toMatchObject({ kind: 'nothing', support: 'unsupported' });
    expect(understand('sad broadcast')).toMatchObject({
      support: 'approximated',
      note: expect.stringContaining('broadcast') as string,
    });
  });
});
