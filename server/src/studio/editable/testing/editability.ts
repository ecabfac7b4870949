import { expect } from '@jest/globals';
import type { StatementEditability } from '#libs/api';
import type { StudioApp } from '../../testing/studio-app.js';

/** Runs SQL, which has to succeed, and reads whether the rows of its last result can be edited. */
export async function editabilityOf(app: StudioApp, connection: string, sql: string): Promise<StatementEditability> {
  const run = await app.run(sql, connection);
  const last = run.statements.length - 1;
  const { status, body } = await app.send<StatementEditability>(
    'GET',
    `/api/studio/runs/${run.id}/statements/${last}/editable`,
  );
  expect([status, run.statements[last]?.error]).toEqual([200, null]);
  return body;
}

/** The table and key by which rows can be edited, or the reason why they cannot. */
export function keyOf({ editable: found }: StatementEditability): readonly string[] | string {
  return 'key' in found ? [found.table, ...found.key] : found.reason;
}
