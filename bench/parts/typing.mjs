import { marksOf, taskEndOf, traced, workOf } from './traces.mjs';

/** A pause between two keys, in milliseconds: what was measured before is over by then. */
const BETWEEN_MS = 90;
/** The first ones warm up what has not run yet. */
const WARM_UP = 8;

/** What the page marks: a key, and the frame that is to show it. */
const [PRESSED, DRAWING] = ['bench-pressed', 'bench-drawing'];

/**
 * Runs in the page: marks keys and their frames. A frame is one task: when it ends, style, layout and painting are done
 * and handed to the compositor. A task behind it, on a busy machine, may have to wait for the frame after it.
 */
const MARK_FRAMES = `((only) => {
  if (window.benchMarks) return;
  window.benchMarks = true;
  window.addEventListener('keydown', ({ key }) => {
    if (only !== null && key !== only) return;
    performance.mark('${PRESSED}');
    requestAnimationFrame(() => performance.mark('${DRAWING}'));
  }, { capture: true });
})`;

/**
 * Runs in the page: notes for each key how long it takes until the frame is made that shows the list of what can stand
 * there. Monaco puts its list in place in a frame of its own; its class "visible" comes a tenth of a second later and
 * only has to do with keys.
 */
const NOTE_LISTS = `(() => {
  const times = (window.benchTimes = []);
  const shown = '.suggest-widget[monaco-visible-content-widget="true"] .monaco-list-row';
  let pressedAt = 0;
  window.addEventListener('keydown', ({ key }) => (pressedAt = key.length === 1 ? performance.now() : 0), { capture: true });
  new MutationObserver(() => {
    if (pressedAt === 0 || !document.querySelector(shown)) return;
    const beganAt = pressedAt;
    pressedAt = 0;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => times.push(performance.now() - beganAt);
    channel.port2.postMessage(null);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
})()`;

/**
 * Types a key so many times and answers for each with the milliseconds that the page worked until the frame was made
 * that shows it, and with the milliseconds that went by: those include the wait for the screen's next refresh, which no
 * page can shorten. With `back` each key is taken back, which counts as a key, too.
 * @param {import('@playwright/test').Page} page @param {string} key @param {number} count
 * @param {{back?: boolean}} [how]
 * @returns {Promise<{workedMs: number[], passedMs: number[]}>}
 */
export async function typeAndMeasure(page, key, count, { back = false } = {}) {
  const work = () => type(page, count, back ? [[key], ['Backspace']] : [[key]]);
  return measureFrames(page, work, { skip: WARM_UP });
}

/**
 * Answers for each key that is pressed meanwhile, or for `key` alone, with the milliseconds until its frame is made, as
 * `typeAndMeasure` does. The first `skip` of them warm up what has not run yet.
 * @param {import('@playwright/test').Page} page @param {() => Promise<void>} work
 * @param {{key?: string | null, skip?: number}} [how]
 * @returns {Promise<{workedMs: number[], passedMs: number[]}>}
 */
export async function measureFrames(page, work, { key = null, skip = 0 } = {}) {
  await page.evaluate(`${MARK_FRAMES}(${JSON.stringify(key)})`);
  const tools = await page.context().newCDPSession(page);
  const events = await traced(/** @type {import('./traces.mjs').DevTools} */ (tools), work);
  await tools.detach();
  const frames = framesOf(events).slice(skip);
  return { workedMs: frames.map(({ workedMs }) => workedMs), passedMs: frames.map(({ passedMs }) => passedMs) };
}

/**
 * Types a key so many times, each taken back again, and answers with the milliseconds until the list of what can stand
 * there was new.
 * @param {import('@playwright/test').Page} page @param {string} key @param {number} count
 * @returns {Promise<number[]>}
 */
export async function typeForLists(page, key, count) {
  await page.evaluate(NOTE_LISTS);
  await type(page, count, [[key], ['Backspace', 'Escape']]);
  const times = /** @type {number[]} */ (await page.evaluate('window.benchTimes'));
  return times.slice(WARM_UP);
}

/** @param {import('@playwright/test').Page} page @param {number} count @param {readonly (readonly string[])[]} steps keys, with a pause behind each step */
async function type(page, count, steps) {
  for (let stroke = 0; stroke < count + WARM_UP; stroke += 1) {
    for (const keys of steps) {
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForTimeout(BETWEEN_MS);
    }
  }
}

/** @param {readonly import('./traces.mjs').TraceEvent[]} events */
function framesOf(events) {
  const [pressed, drawing] = [marksOf(events, PRESSED), marksOf(events, DRAWING)];
  const [first] = pressed;
  if (!first) throw new Error('No key came to the page.');
  const worked = workOf(events, first);
  return pressed.flatMap(({ ts }) => {
    const frame = drawing.find((mark) => mark.ts >= ts);
    const end = frame ? taskEndOf(events, frame) : null;
    return end === null ? [] : [{ workedMs: worked(ts, end), passedMs: (end - ts) / 1000 }];
  });
}
