import { chromium } from '@playwright/test';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];

/**
 * What a browser with an empty cache fetches until the studio can be seen, in kilobytes over the wire: page, scripts,
 * styles, fonts and data. The editor (Monaco) is a chunk of its own and listed apart, as is what is fetched ahead of need.
 * @param {string} address
 */
export async function firstLoad(address) {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    /** @type {Map<string, {url: string, bytes: number}>} */
    const requests = new Map();
    session.on('Network.requestWillBeSent', ({ requestId, request }) =>
      requests.set(requestId, { url: request.url, bytes: 0 }),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const request = requests.get(requestId);
      if (request) request.bytes = encodedDataLength;
    });
    /** @param {(url: string) => boolean} isCounted */
    const kilobytes = (isCounted) =>
      [...requests.values()].reduce((sum, { url, bytes }) => sum + (isCounted(url) ? bytes : 0), 0) / 1000;
    const isMonaco = (/** @type {string} */ url) => url.includes('/monaco/');
    await page.goto(address);
    await page.getByRole('button', { name: 'Run', exact: false }).first().waitFor();
    const shell = kilobytes((url) => !isMonaco(url));
    await page.locator('.monaco-editor').first().waitFor();
    await page.waitForLoadState('networkidle').catch(() => undefined);
    return { shell, editor: kilobytes(isMonaco), all: kilobytes(() => true) };
  } finally {
    await browser.close();
  }
}
