import { describe, expect, it } from 'vitest';
import { COMMANDS, matches } from '../../../renderer/ui/commands.ts';
import { score } from '../../../renderer/ui/match.ts';

const press = (key: string, code: string, held: Partial<KeyboardEvent> = {}): KeyboardEvent =>
  ({ key, code, ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, ...held }) as KeyboardEvent;

describe('shortcuts', () => {
  it('are each their own', () => {
    const all = COMMANDS.flatMap(({ shortcut }) => (shortcut ? [shortcut] : []));
    expect(new Set(all).size).toBe(all.length);
  });
  it('go by the letter of the layout: on a German keyboard Z and Y have changed places', () => {
    expect(matches('Mod+Z', press('z', 'KeyY', { ctrlKey: true }))).toBe(true);
    expect(matches('Mod+Z', press('y', 'KeyZ', { ctrlKey: true }))).toBe(false);
    expect(matches('Mod+Z', press('я', 'KeyZ', { ctrlKey: true }))).toBe(true);
  });
  it('want exactly the keys that they name', () => {
    expect(matches('Mod+Enter', press('Enter', 'Enter', { ctrlKey: true }))).toBe(true);
    expect(matches('Mod+Enter', press('Enter', 'Enter', { ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(matches('Alt+2', press('2', 'Digit2', { altKey: true }))).toBe(true);
  });
});

describe('the palette', () => {
  it('finds beginnings first, then parts, then letters in order', () => {
    expect(score('Export the scene', 'exp')).toBeLessThan(score('Open export', 'exp')!);
    expect(score('Open export', 'exp')).toBeLessThan(score('Edit xylophone parts', 'exp')!);
    expect(score('Save', 'xyz')).toBeNull();
  });
});
