import { expect, test } from './workbench.js';

interface Looks {
  readonly chosen: string;
  readonly other: string;
  readonly frame: string;
  readonly keyword: string;
  readonly text: string;
}

/** How a link to the page that is shown looks, one to another page, a field, a keyword in the editor, and text. */
const LOOKS = `(() => {
  const style = (selector) => getComputedStyle(document.querySelector(selector));
  return {
    chosen: style('a[href="/studio"]').backgroundColor,
    other: style('a[href="/changes"]').backgroundColor,
    frame: style('.dw-input').boxShadow,
    keyword: style('.monaco-editor .view-line span span').color,
    text: style('body').color,
  };
})()`;

test('in high contrast of the system, frames and marks are seen, and the editor has its colours', async ({
  page,
  demo,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const looks = () => page.evaluate<Looks>(LOOKS);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${demo.address}/studio`);
  const editor = page.locator('.monaco-editor').first();
  await editor.click();
  await page.keyboard.type('SELECT 1');
  await expect(editor).toContainText('SELECT 1');

  const forced = await looks();
  expect(forced.chosen).not.toBe(forced.other);
  expect(forced.frame).toContain('inset');
  expect(forced.keyword).toBe(forced.text);

  await page.emulateMedia({ forcedColors: 'none' });
  await expect.poll(async () => (await looks()).keyword).not.toBe(forced.keyword);
  expect(errors).toEqual([]);
});
