import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

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
    await expect(this.connection(name)).toContainText(state, { timeout: 30_000 });
    await expect(this.connection(name).locator('dw-dot')).toHaveAttribute('data-tone', tone);
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

  get resultHead(): Locator {
    return this.page.locator('dw-result-head');
  }
}
