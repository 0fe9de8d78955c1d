import AxeBuilder from '@axe-core/playwright';
import { command, expect, test } from './support/studio.ts';

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing, ${scheme}`, async ({ studio }) => {
    await studio.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    /** Looks at one part of the window: what is around it has been looked at before. */
    const check = async (where: string, part?: string): Promise<void> => {
      // Preloading would copy style sheets into a document of axe's own, which the page's policy rightly refuses.
      const axe = new AxeBuilder({ page: studio }).setLegacyMode().options({ preload: false });
      if (part) axe.include(part);
      // Between the themes only the colours differ.
      if (scheme === 'dark') axe.withRules(['color-contrast']);
      const { violations } = await axe.analyze();
      expect
        .soft(
          violations.map(
            ({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
          ),
        )
        .toEqual([]);
    };
    await check('window');
    await studio.getByRole('button', { name: /Choose a voice for MARA/ }).click();
    await expect(studio.getByRole('searchbox')).toBeFocused();
    await check('voices', '.side');
    await studio.getByText('Pronunciation and name').first().click();
    await expect(studio.getByRole('textbox', { name: 'Word' })).toBeVisible();
    await check('pronunciation', '.side');
    await studio.keyboard.press('Control+Enter');
    await studio.getByRole('tab', { name: 'Line' }).click();
    await expect(studio.locator('.take')).toHaveCount(1);
    await check('line', '.side');
    await studio.getByRole('tab', { name: /Check/ }).click();
    await check('check', '.side');
    for (const dialog of ['Export the scene', 'Shortcuts', 'Open …', 'Save as …', 'Versions …']) {
      await command(studio, dialog);
      await expect(studio.getByRole('dialog')).toBeVisible();
      await check(dialog, 'dialog');
      await studio.keyboard.press('Escape');
      await expect(studio.getByRole('dialog')).toHaveCount(0);
    }
    await studio.keyboard.press('Control+k');
    await expect(studio.locator('.palette-input')).toBeFocused();
    await check('palette', 'dialog');
    await studio.keyboard.press('Escape');
    await studio.locator('.cm-content').click();
    await studio.keyboard.press('Control+f');
    await expect(studio.getByRole('textbox', { name: 'Find' })).toBeFocused();
    await check('find', '.stage');
  });
}

test('everything is reached by keyboard, and the focus is seen', async ({ studio }) => {
  await studio.locator('.cm-content').click();
  await studio.keyboard.press('F6');
  await expect(studio.getByRole('tab', { name: 'Cast' })).toBeFocused();
  await studio.keyboard.press('ArrowRight');
  await expect(studio.getByRole('tab', { name: 'Line' })).toBeFocused();
  await studio.keyboard.press('F6');
  const timeline = studio.getByRole('slider', { name: 'Timeline' });
  await expect(timeline).toBeFocused();
  expect(await timeline.evaluate((element) => getComputedStyle(element).outlineWidth)).toBe('2px');
  const before = await timeline.getAttribute('aria-valuetext');
  await studio.keyboard.press('ArrowRight');
  await expect(timeline).not.toHaveAttribute('aria-valuetext', before ?? '');
  await studio.keyboard.press('F6');
  await studio.keyboard.press('F6');
  await expect(studio.locator('.cm-content')).toBeFocused();
});

test('German and Chinese fill every part of the window', async ({ studio }) => {
  await studio.getByLabel('Language').selectOption('de');
  await expect(studio.getByRole('tab', { name: 'Besetzung' })).toBeVisible();
  await expect(studio.locator('html')).toHaveAttribute('lang', 'de');
  await studio.getByLabel('Sprache').selectOption('zh');
  await expect(studio.getByRole('tab', { name: '角色' })).toBeVisible();
  await studio.getByLabel('语言').selectOption('en');
});

test('nothing runs past the window from 900 px up', async ({ studio }) => {
  for (const width of [900, 1080, 1600]) {
    await studio.setViewportSize({ width, height: 700 });
    for (const language of ['de', 'en']) {
      await studio.locator('select.language').selectOption(language);
      const over = await studio.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over).toBeLessThanOrEqual(0);
      const bar = await studio.locator('.bar').evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(bar).toBeLessThanOrEqual(0);
      const transport = await studio
        .locator('.transport')
        .evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(transport).toBeLessThanOrEqual(0);
    }
  }
});

test('who wants less motion gets none', async ({ studio }) => {
  const moving = (): Promise<number> =>
    studio.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          return transitionDuration.split(',').some((time) => parseFloat(time) > 0) || animationName !== 'none';
        }).length,
    );
  expect(await moving()).toBeGreaterThan(0);
  await studio.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving()).toBe(0);
});
