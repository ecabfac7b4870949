import { expect } from '@playwright/test';
import { runSql } from './run-sql.js';
import type { Workbench } from './workbench.js';

/** The demo's Postgres starts beside the server; resolves when its shop is filled and answers. */
export async function waitUntilShopAnswers(workbench: Workbench): Promise<void> {
  const ask = async () => (await runSql(workbench, 'SELECT count(*) > 0 FROM orders')).status;
  await expect.poll(ask).toBe('succeeded');
}
