import type { Page } from '@playwright/test';
import { inBothThemes, violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { PAGE_PATHS } from './page-paths.js';
import { expect, test } from './workbench.js';

const MOST_STOPS = 40;

/** The name of the focused control where it looks the same without the focus; null where the focus shows, or is nowhere. */
const UNMARKED = `(() => {
  const control = document.activeElement;
  if (!control || control === document.body || control.closest('.monaco-editor')) return null;
  const around = [control, control.parentElement, control.parentElement?.parentElement].filter(Boolean);
  const look = () => around.map((one) => {
    const { boxShadow, outline, borderColor, backgroundColor } = getComputedStyle(one);
    return [boxShadow, outline, borderColor, backgroundColor, getComputedStyle(one, '::after').boxShadow].join();
  }).join();
  const focused = look();
  control.blur();
  const isSame = look() === focused;
  control.focus({ focusVisible: true });
  return isSame ? control.outerHTML.slice(0, 160) : null;
})()`;

/** Texts of controls that lie beyond the right edge of the window. */
const CUT = `[...document.querySelectorAll('button, a[href], h1, h2, label')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.textContent.trim())`;

/** What moves on and on, seen or not: it keeps an idle page drawing. */
const MOVING = `document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().iterations === Infinity)
  .map((one) => one.effect.target.outerHTML.slice(0, 160))`;

async function unmarked(page: Page): Promise<string[]> {
  const found = new Set<string>();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const control = await page.evaluate<string | null>(UNMARKED);
    if (control !== null) found.add(control);
  }
  return [...found];
}

test('every page can be used by everybody in both themes, nothing is cut, nothing moves while it is idle, and the focus shows wherever Tab leads', async ({
  page,
  demo,
}) => {
  test.slow();
  await waitUntilShopAnswers(demo);
  for (const path of PAGE_PATHS) {
    // Each page is loaded once: loads are most of what this costs.
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${demo.address}${path}`);
    await page.waitForTimeout(800);
    await inBothThemes(page, async (theme) => {
      expect([path, theme, await violations(page)]).toEqual([path, theme, []]);
      expect([path, theme, await page.evaluate(CUT)]).toEqual([path, theme, []]);
    });
    await expect.poll(async () => [path, await page.evaluate(MOVING)]).toEqual([path, []]);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect([path, await unmarked(page)]).toEqual([path, []]);
  }
});
