import { runSql } from './run-sql.js';
import { expect } from './workbench.js';
import type { Workbench } from './workbench.js';

const KEYS = 2 ** 31;

/** Rows of a query on the demo shop that arrive when a story lets them go, however slow the machine is. */
export class HeldRows {
  private readonly key = Math.floor(Math.random() * KEYS);
  private runId = '';

  constructor(private readonly workbench: Workbench) {}

  /** An expression that has its value, an empty text, as soon as the rows are let go. */
  get gate(): string {
    return `pg_advisory_xact_lock(${this.key})::text`;
  }

  /** From now on a row with a `gate` waits, and the rows behind it. */
  async hold(): Promise<void> {
    const request = { connection_id: 'shop', sql: `SELECT pg_advisory_xact_lock(${this.key}), pg_sleep(3600)` };
    this.runId = (await this.workbench.api<{ id: string }>('POST', '/api/studio/runs', request)).body.id;
    const isHeld = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${this.key} AND granted`;
    await expect.poll(async () => (await runSql(this.workbench, isHeld)).statements[0]?.rows).toEqual([['1']]);
  }

  async letGo(): Promise<void> {
    const { status } = await this.workbench.api('POST', `/api/studio/runs/${this.runId}/cancel`);
    expect(status).toBeLessThan(300);
  }
}
