import { chromium } from '@playwright/test';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];

/** The editor: Monaco, its styles, its worker. The build keeps the names of chunks. */
const EDITOR = /\/(?:monaco|worker)-[^/]*$/;
const FONT = /\.woff2$/;
/** Marks the moment at which the studio can be seen, in the page itself: a look from outside comes late. */
const MARK_WHEN_SEEN = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('dw-action-bar button')) return;
    performance.mark('studio-seen');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;

/** @typedef {{url: string, bytes: number, beganAtMs: number}} SizedRequest */

/**
 * What a browser with an empty cache fetches until the studio can be seen, in kilobytes over the wire: page, scripts,
 * styles, fonts and data. The editor is counted apart, and what is fetched later only in the sum of all.
 * @param {string} address
 */
export async function firstLoad(address) {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const page = await browser.newPage();
    const requests = await recordRequests(page);
    await page.addInitScript(MARK_WHEN_SEEN);
    await page.goto(address);
    await page.locator('.monaco-editor').first().waitFor();
    await page.waitForLoadState('networkidle').catch(() => undefined);
    const seenAtMs = await page.evaluate(
      () => performance.timeOrigin + (performance.getEntriesByName('studio-seen')[0]?.startTime ?? Infinity),
    );
    /** @param {(request: SizedRequest) => boolean} isCounted */
    const kilobytes = (isCounted) =>
      [...requests.values()].reduce((sum, request) => sum + (isCounted(request) ? request.bytes : 0), 0) / 1000;
    const isEditor = (/** @type {SizedRequest} */ { url }) => EDITOR.test(url);
    // A font is asked for when its first letter is drawn, which is just after.
    const isShell = (/** @type {SizedRequest} */ request) =>
      !isEditor(request) && (request.beganAtMs <= seenAtMs || FONT.test(request.url));
    return { shell: kilobytes(isShell), editor: kilobytes(isEditor), all: kilobytes(() => true) };
  } finally {
    await browser.close();
  }
}

/**
 * Every request of a page from now on, with its bytes over the wire once it has ended.
 * @param {import('@playwright/test').Page} page
 */
async function recordRequests(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  /** @type {Map<string, SizedRequest>} */
  const requests = new Map();
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) =>
    requests.set(requestId, { url: request.url, bytes: 0, beganAtMs: wallTime * 1000 }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  return requests;
}
