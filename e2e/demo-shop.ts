import type { Run } from '#libs/api';
import { expect } from '@playwright/test';
import type { Workbench } from './workbench.js';

/** The demo's Postgres starts beside the server; resolves when its shop is filled and answers. */
export async function waitUntilShopAnswers(workbench: Workbench): Promise<void> {
  const ask = async () => {
    const request = { connection_id: 'shop', sql: 'SELECT count(*) > 0 FROM orders' };
    return (await workbench.api<Run>('POST', '/api/studio/runs', request)).body.status;
  };
  await expect.poll(ask, { timeout: 60_000 }).toBe('succeeded');
}
