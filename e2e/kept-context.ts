import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

const VIEWPORT = { width: 1440, height: 900 };

/**
 * A browser context for one story after another: nothing of a story is left for the next one but the files and the
 * compiled code of the client. A page that is never closed keeps the process of the client's pages, which compiling
 * the studio anew takes a third of a load of (`docs/decisions/0102-stories-keep-the-renderer.md`).
 */
export class KeptContext {
  private readonly origins = new Set<string>();

  private constructor(
    readonly context: BrowserContext,
    private readonly keeper: Page,
    private readonly tools: CDPSession,
  ) {
    context.on('page', (page) => {
      page.on('framenavigated', (frame) => this.origins.add(new URL(frame.url()).origin));
    });
  }

  /** Opens a context, and a page of the workbench that runs no script. */
  static async open(browser: Browser, address: string): Promise<KeptContext> {
    const context = await browser.newContext({ viewport: VIEWPORT });
    const keeper = await context.newPage();
    await keeper.goto(new URL('/favicon.svg', address).href);
    const tools = await context.newCDPSession(keeper);
    return new KeptContext(context, keeper, tools);
  }

  /** Closes the pages of a story, and removes its cookies, permissions, storage and workers. */
  async clear(): Promise<void> {
    const pages = this.context.pages().filter((page) => page !== this.keeper);
    await Promise.all(pages.map((page) => page.close()));
    await this.context.clearCookies();
    await this.context.clearPermissions();
    for (const origin of this.origins) {
      if (origin === 'null') continue;
      await this.tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
    this.origins.clear();
  }
}
