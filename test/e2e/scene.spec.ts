import type { Page } from '@playwright/test';
import { command, dropFile, expect, test, write } from './support/studio.ts';

test('opens on a scene that plays at the first click, the word being said marked', async ({ studio }) => {
  await studio.locator('.play').click();
  await expect(studio.locator('.script-heard')).toBeVisible();
  await expect(studio.locator('.script-word')).toHaveText(/\w+/);
  await expect
    .poll(() => studio.locator('.meter-bar').evaluate((bar) => new DOMMatrix(getComputedStyle(bar).transform).a), {
      intervals: [30],
    })
    .toBeGreaterThan(0.1);
  // Without another click the next lines are heard.
  await expect(studio.locator('.script-heard')).toContainText(/Somebody had to|I am not angry|Then why/);
  await expect(studio.locator('.dot-ready').first()).toBeVisible();
  await studio.keyboard.press('Escape');
  await expect(studio.locator('.script-heard')).toHaveCount(0);
});

test('plays one line with Ctrl+Enter and keeps its take', async ({ studio }) => {
  await write(studio, 'ANNA: Good evening to you all.\nBRAM: And to you.');
  await studio.keyboard.press('Control+Home');
  await studio.keyboard.press('Control+Enter');
  await expect(studio.locator('.dot-ready')).toHaveCount(1);
  await studio.getByRole('tab', { name: 'Line' }).click();
  await expect(studio.locator('.take')).toHaveCount(1);
  await expect(studio.locator('.wave canvas').first()).toBeVisible();
});

test('re-takes a line, compares, chooses, locks; all of it can be undone', async ({ studio }) => {
  await write(studio, 'ANNA: The boats come home tonight.');
  await studio.keyboard.press('Control+Enter');
  await studio.getByRole('tab', { name: 'Line' }).click();
  await expect(studio.locator('.take')).toHaveCount(1);
  await studio.getByRole('button', { name: 'New take' }).click();
  await expect(studio.locator('.take')).toHaveCount(2);
  await expect(studio.getByRole('radio', { name: 'Use take 2' })).toBeChecked();
  await studio.getByRole('button', { name: 'Compare with take 1' }).click();
  await studio.getByRole('radio', { name: 'Use take 1' }).check();
  await studio.getByRole('button', { name: 'Lock this take' }).click();
  await expect(studio.locator('.dot-locked').first()).toBeVisible();
  // A locked take stays whatever is written.
  await studio.locator('.cm-content').click();
  await studio.keyboard.press('Control+End');
  await studio.keyboard.type(' Really.');
  await expect(studio.getByRole('radio', { name: 'Use take 1' })).toBeChecked();
  for (let i = 0; i < 3; i++) await studio.keyboard.press('Control+z');
  await expect(studio.getByRole('button', { name: 'Lock this take' })).toBeVisible();
});

test('only what changed is rendered again, and the studio says which lines that is', async ({ studio }) => {
  await write(studio, 'ANNA: First words here.\nBRAM: Second words here.\nANNA: Third words here.');
  await command(studio, 'Render what is missing');
  await expect(studio.locator('.dot-ready')).toHaveCount(3);
  await studio.getByRole('tab', { name: 'Cast' }).click();
  const pace = studio.getByRole('slider', { name: 'Pace, ANNA' });
  await pace.focus();
  await studio.keyboard.press('ArrowRight');
  await expect(studio.locator('.notice')).toContainText('2 lines will be rendered again');
  await expect(studio.locator('.dot-stale')).toHaveCount(2);
  await studio.getByRole('tab', { name: /Check/ }).click();
  await expect(studio.locator('.finding')).toHaveCount(2);
  const sent: string[] = [];
  studio.on('request', (request) => {
    if (request.url().includes('/v1/tts')) sent.push((request.postDataJSON() as { text: string }).text);
  });
  await studio.getByRole('button', { name: 'Render now' }).click();
  await expect(studio.locator('.dot-ready')).toHaveCount(3);
  expect(sent.sort()).toEqual(['First words here.', 'Third words here.']);
});

test('a pronunciation or a voice that changes lists the lines that it touches, and no others', async ({ studio }) => {
  await write(studio, 'ANNA: The quay is empty.\nBRAM: The quay is full.\nANNA: Nobody waits.');
  await command(studio, 'Render what is missing');
  await expect(studio.locator('.dot-ready')).toHaveCount(3);
  await studio.getByRole('tab', { name: 'Cast' }).click();
  await studio.getByText('Pronunciation and name').first().click();
  await studio.getByLabel('Word, ANNA').fill('quay');
  await studio.getByLabel('Say it like, ANNA').fill('key');
  await studio.keyboard.press('Enter');
  await expect(studio.locator('.dot-stale')).toHaveCount(1);
  await studio.getByRole('button', { name: 'Choose a voice for BRAM' }).click();
  await studio.getByLabel('Search voices').fill('Felix');
  await studio.getByText('Felix', { exact: true }).click();
  await expect(studio.locator('.dot-stale')).toHaveCount(2);
  await studio.getByRole('tab', { name: /Check/ }).click();
  await expect(studio.locator('.finding')).toHaveText([/ANNA.*The quay is empty/, /BRAM.*The quay is full/]);
});

test('the cast: choosing a voice, trying it on a line, a warning for two who sound alike', async ({ studio }) => {
  await write(studio, 'ANNA: Hello there.\nBRAM: Hello yourself.');
  const anna = studio.locator('.card').first();
  await expect(studio.locator('.card')).toHaveCount(2);
  await anna.getByRole('button', { name: 'Choose a voice for ANNA' }).click();
  await studio.getByRole('searchbox').fill('deep');
  await studio.locator('.voice-choice').first().click();
  const chosen = await anna.locator('.voice .voice-name').textContent();
  const bram = studio.locator('.card').nth(1);
  await bram.getByRole('button', { name: 'Choose a voice for BRAM' }).click();
  await studio
    .locator('.voice-choice', { hasText: chosen ?? '' })
    .first()
    .click();
  await expect(bram.locator('.warning')).toContainText('Sounds like ANNA');
  const request = studio.waitForRequest(/\/v1\/tts/);
  await bram.getByRole('button', { name: 'Hear BRAM' }).click();
  expect((await request).postDataJSON()).toMatchObject({ text: 'Hello yourself.' });
});

test('pitch trim reaches the voice, level stays in the mix', async ({ studio }) => {
  await write(studio, 'ANNA: Hello there.');
  const pitch = studio.getByRole('slider', { name: 'Pitch, ANNA' });
  await pitch.focus();
  await studio.keyboard.press('ArrowRight');
  await studio.locator('.cm-content').click();
  const request = studio.waitForRequest(/\/v1\/tts/);
  await studio.keyboard.press('Control+Enter');
  expect((await request).postDataJSON()).toMatchObject({ reference_id: expect.stringMatching(/@\+0\.5st$/) });
  await expect(studio.locator('.dot-ready')).toHaveCount(1);
  const level = studio.getByRole('slider', { name: 'Level, ANNA' });
  await level.focus();
  await studio.keyboard.press('ArrowLeft');
  await expect(studio.locator('.dot-ready')).toHaveCount(1);
});

test('split, join, move, reassign and find, from the keyboard', async ({ studio }) => {
  await write(studio, 'ANNA: One. Two.\nBRAM: Three.');
  const lines = studio.locator('.cm-line');
  await studio.keyboard.press('Control+Home');
  await studio.keyboard.press('Alt+ArrowDown');
  await expect(lines.first()).toHaveText('BRAM: Three.');
  await studio.keyboard.press('Alt+1');
  await expect(lines.nth(1)).toHaveText('BRAM: One. Two.');
  await studio.keyboard.press('Control+Home');
  await studio.keyboard.press('Alt+j');
  await expect(lines).toHaveCount(1);
  await expect(lines.first()).toHaveText('BRAM: Three. One. Two.');
  for (let i = 0; i < 3; i++) await studio.keyboard.press('Control+z');
  await expect(lines.first()).toHaveText('ANNA: One. Two.');
  await studio.keyboard.press('Control+f');
  await studio.getByRole('textbox', { name: 'Find' }).fill('Three');
  await studio.getByRole('textbox', { name: 'Replace' }).fill('Four');
  await studio.getByRole('button', { name: 'replace all' }).click();
  await expect(lines.nth(1)).toHaveText('BRAM: Four.');
});

/** A list takes no key in its first moments, which can only have been meant for the text. */
const settled = (studio: Page): Promise<void> => studio.waitForTimeout(LIST_RESTS_MS);
const LIST_RESTS_MS = 60;

test('names and directions complete while typing', async ({ studio }) => {
  await write(studio, 'ANNA: Hello.\nBRAM: Hi.\n');
  const popup = studio.locator('.cm-tooltip-autocomplete');
  await studio.keyboard.type('AN');
  await expect(popup.locator('li')).toHaveText(/ANNA/);
  await settled(studio);
  await studio.keyboard.press('Enter');
  await expect(studio.locator('.cm-line').nth(2)).toHaveText('ANNA: ');
  await expect(popup).toHaveCount(0);
  await studio.keyboard.type('Well [whi');
  await expect(popup.locator('li').first()).toContainText('whispering');
  await settled(studio);
  await studio.keyboard.press('Enter');
  await expect(studio.locator('.cm-line').nth(2)).toHaveText('ANNA: Well [whispering]');
});

const FILES: readonly (readonly [name: string, content: string, first: string])[] = [
  ['scene.txt', 'ZOE: Welcome home.\r\nIVO: At last.', 'ZOE: Welcome home.'],
  ['scene.md', '# Act one\n\n**Zoe:** Welcome *home*.\n', '# Act one'],
  ['scene.fountain', 'INT. HARBOUR - NIGHT\n\nZOE\n(softly)\nWelcome home.\n', '# INT. HARBOUR - NIGHT'],
  ['film.srt', '1\n00:00:01,000 --> 00:00:02,000\n<v Zoe>Welcome home.\n', 'Zoe: Welcome home.'],
  ['film.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Zoe>Welcome home.\n', 'Zoe: Welcome home.'],
  ['table.csv', 'speaker;text;direction\nzoe;"Welcome; home.";softly\n', 'Zoe (softly): Welcome; home.'],
];

test('a file of each kind that is dropped is read, and can be undone', async ({ studio }) => {
  const first = studio.locator('.cm-line').first();
  for (const [name, content, line] of FILES) {
    await dropFile(studio, name, content);
    await expect(studio.getByRole('dialog')).toContainText(`Import ${name}`);
    await studio.getByRole('button', { name: 'Replace the script' }).click();
    await expect(first).toHaveText(line);
    await studio.locator('.cm-content').click();
    await studio.keyboard.press('Control+z');
    await expect(studio.locator('.cm-content')).toContainText('You kept the light on.');
  }
  await dropFile(studio, 'picture.png', 'x');
  await expect(studio.locator('.notice')).toContainText('picture.png is of a kind that the studio cannot read');
});

test('what is pasted from a word processor is plain lines', async ({ studio }) => {
  await write(studio, '');
  await studio.locator('.cm-content').evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'ANNA:\u00a0Good\u00ad evening.\r\nBRAM\tAnd to\u2028you.\u200b');
    clipboardData.setData('text/html', '<p><b>ANNA:</b>&nbsp;Good evening.</p>');
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(studio.locator('.cm-line')).toHaveText(['ANNA: Good evening.', 'BRAM: And to', 'you.']);
});
