/** A pause between two keys, in milliseconds: what was measured before is over by then. */
const BETWEEN_MS = 90;
/** The first ones warm up what has not run yet. */
const WARM_UP = 8;

/**
 * Runs in the page: notes when keys go to anything of the first kind or the second, and when to one of the second.
 * @param {string} plain @param {string} full
 */
const noteReady = (plain, full) => `(() => {
  const look = () => {
    const hasFocus = (selector) => document.activeElement?.matches(selector) === true;
    const isFull = hasFocus(${JSON.stringify(full)});
    if (isFull || hasFocus(${JSON.stringify(plain)})) window.benchKeysAt ??= performance.now();
    if (isFull) window.benchReadyAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
})()`;

/**
 * Runs in the page: notes for each key how long the page works until the frame that shows it is made. What the key sets
 * off is over when its own task is; the first task behind a frame begins when style, layout and painting are done. The
 * wait for the screen's next refresh between the two, which no page can shorten, does not count. Where the frame begins
 * before the key's task is known to be over, all the time until then counts as the key's.
 */
const NOTE_FRAMES = `(() => {
  const times = (window.benchTimes = []);
  const afterThis = (then) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = then;
    channel.port2.postMessage(null);
  };
  window.addEventListener('keydown', () => {
    const beganAt = performance.now();
    let workedMs = null;
    afterThis(() => (workedMs ??= performance.now() - beganAt));
    requestAnimationFrame(() => {
      const frameAt = performance.now();
      workedMs ??= frameAt - beganAt;
      afterThis(() => times.push(workedMs + performance.now() - frameAt));
    });
  }, { capture: true });
})()`;

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
 * Milliseconds from the beginning of a visit until somebody can type, and until the editor with all it can do is there.
 * @param {import('@playwright/test').BrowserContext} context @param {string} address
 * @param {{plain: string, full: string}} selectors
 */
export async function readyAfter(context, address, { plain, full }) {
  const page = await context.newPage();
  await page.addInitScript({ content: noteReady(plain, full) });
  await page.goto(address);
  // The page's own policy lets no text be run inside of it, so it is asked from outside.
  for (;;) {
    const readyAt = await page.evaluate('window.benchReadyAt ?? 0');
    if (typeof readyAt === 'number' && readyAt > 0) {
      const keysAt = Number(await page.evaluate('window.benchKeysAt'));
      await page.close();
      return { keysAt, readyAt };
    }
    await page.waitForTimeout(20);
  }
}

/**
 * Types a key so many times and answers with the milliseconds until each was painted, or with `lists` until the list of
 * what can stand there was new; with `lists` and with `back`, each key is then taken back.
 * @param {import('@playwright/test').Page} page @param {string} key @param {number} count
 * @param {{lists?: boolean, back?: boolean}} [what]
 * @returns {Promise<number[]>}
 */
export async function typeAndMeasure(page, key, count, { lists = false, back = lists } = {}) {
  await page.evaluate(lists ? NOTE_LISTS : NOTE_FRAMES);
  for (let stroke = 0; stroke < count + WARM_UP; stroke += 1) {
    await page.keyboard.press(key);
    await page.waitForTimeout(BETWEEN_MS);
    if (!back) continue;
    await page.keyboard.press('Backspace');
    if (lists) await page.keyboard.press('Escape');
    await page.waitForTimeout(BETWEEN_MS);
  }
  const times = /** @type {number[]} */ (await page.evaluate('window.benchTimes'));
  return times.slice(WARM_UP);
}
