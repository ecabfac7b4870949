import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** The colour of the chip's face, and of a token where the chip is. */
const chipColours = (token: string): string => `(() => {
  const chip = document.querySelector('dw-connection-chip > button');
  const sample = chip.appendChild(document.createElement('i'));
  sample.style.background = 'var(${token})';
  const colours = [chip, sample].map((one) => getComputedStyle(one).backgroundColor);
  sample.remove();
  return colours;
})()`;

/** The studio as a person sees it. */
export class StudioPage {
  constructor(readonly page: Page) {}

  /** Opens the page and waits until the editor takes keys. */
  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await expect(
      this.page.locator('.monaco-editor textarea, .monaco-editor .native-edit-context').first(),
    ).toBeAttached();
  }

  connection(name: string): Locator {
    return this.page.getByRole('list', { name: 'Connections' }).getByRole('listitem').filter({ hasText: name });
  }

  /** Waits until the list says so of a connection, in words and by the colour of its dot. */
  async expectState(name: string, state: 'healthy' | 'idle' | 'connecting' | 'failed'): Promise<void> {
    const tone = { healthy: 'ok', idle: 'idle', connecting: 'idle', failed: 'bad' }[state];
    await expect(this.connection(name)).toContainText(state);
    await expect(this.connection(name).locator('dw-dot')).toHaveAttribute('data-tone', tone);
  }

  /** Waits until the whole face of the tab's chip shows the state. */
  async expectChip(state: 'healthy' | 'idle' | 'connecting' | 'failed'): Promise<void> {
    const [tone, token] = {
      healthy: ['ok', '--dw-success-bg-strong'],
      idle: ['idle', '--dw-warn-bg-strong'],
      connecting: ['idle', '--dw-warn-bg-strong'],
      failed: ['bad', '--dw-danger-bg-strong'],
    }[state];
    const chip = this.page.locator('dw-connection-chip > button');
    await expect(chip).toHaveAttribute('data-health', state);
    await expect(chip.locator('dw-dot')).toHaveAttribute('data-tone', String(tone));
    const [face, expected] = await this.page.evaluate<string[]>(chipColours(String(token)));
    expect(face).toBe(expected);
  }

  /** Replaces the editor's text. */
  async type(sql: string): Promise<void> {
    await this.page.locator('.monaco-editor').first().click();
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.insertText(sql);
  }

  async run(sql: string): Promise<void> {
    await this.type(sql);
    await this.page.keyboard.press('ControlOrMeta+Enter');
  }

  /** A cell of the shown page; rows and columns count from 0. */
  cell(row: number, column: number): Locator {
    return this.page.locator(`.ag-row[row-index="${row}"] [col-id="c${column}"]`);
  }

  /** Clicks the head of a column as soon as the table can be sorted: while rows arrive, it cannot. */
  async clickHead(name: RegExp): Promise<void> {
    const head = this.page.getByRole('columnheader', { name });
    await expect(head).toHaveAttribute('aria-sort', /./);
    await head.click();
  }

  /** Scrolls the table so that a row, counted from 0, is at the top. */
  async scrollToRow(row: number): Promise<void> {
    const viewport = this.page.locator('dw-result-grid .ag-grid-viewport').first();
    await viewport.evaluate((element, top) => {
      (element as unknown as { scrollTop: number }).scrollTop = top;
    }, row * 24);
  }

  get resultHead(): Locator {
    return this.page.locator('dw-result-head');
  }
}
