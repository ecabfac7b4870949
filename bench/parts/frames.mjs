/** Frames of a browser while something is done over and over. */
import { quantile } from './load.mjs';

/** Milliseconds of moving that frames are counted over. */
const MOVING_MS = 2000;

/** A notch of a mouse's wheel, in CSS pixels, and how soon the next one comes when it is spun hard, in milliseconds. */
export const NOTCH = { pixels: 120, everyMs: 16 };

/** Runs in the page, whose globals are not those of this program. */
const COUNT_FRAMES_SCRIPT = `{
  const frames = (globalThis.frames = []);
  const count = (at) => { if (frames === globalThis.frames) { frames.push(at); requestAnimationFrame(count); } };
  requestAnimationFrame(count);
}`;

/**
 * Frames a second of the browser while something is done over and over; the slowest twentieth of frames is reported, too.
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<void>} work
 */
export async function framesWhile(page, work) {
  await page.evaluate(COUNT_FRAMES_SCRIPT);
  const end = performance.now() + MOVING_MS;
  while (performance.now() < end) await work();
  const frames = /** @type {number[]} */ (await page.evaluate('globalThis.frames'));
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  return { perSecond: 1000 / (gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length), slowMs: quantile(gaps, 0.95) };
}

/**
 * Frames a second while the wheel is spun hard over what the mouse is on, and by how many notches.
 * @param {import('@playwright/test').Page} page
 */
export async function framesOfWheel(page) {
  let notches = 0;
  const frames = await framesWhile(page, async () => {
    const next = new Promise((resolve) => setTimeout(resolve, NOTCH.everyMs));
    await page.mouse.wheel(0, NOTCH.pixels);
    notches += 1;
    await next;
  });
  return { ...frames, notches };
}
