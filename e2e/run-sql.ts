import type { Run } from '#libs/api';
import { expect } from './workbench.js';
import type { Workbench } from './workbench.js';

/** Runs a text to its end, however long the machine takes, without being asked about what it destroys. */
export async function runSql(workbench: Workbench, text: string, connectionId = 'shop'): Promise<Run> {
  const request = { connection_id: connectionId, sql: text, confirm_destructive: true };
  let { body } = await workbench.api<Run>('POST', '/api/studio/runs', request);
  while (body.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 50));
    ({ body } = await workbench.api<Run>('GET', `/api/studio/runs/${body.id}`));
  }
  return body;
}

/** Runs what a story begins with on the demo shop. */
export async function sql(workbench: Workbench, text: string): Promise<void> {
  expect((await runSql(workbench, text)).status).toBe('succeeded');
}
