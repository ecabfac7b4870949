import { answeredInTime } from './server-silent.js';
import type { ServerLine } from '../server-line.js';
import { WorkbenchClient } from '../client/workbench-client.js';

/** A server that has not answered the probe within this, in milliseconds, is away or frozen. */
const PROBE_LIMIT_MS = 1_700;

export const STATE_SQL = 'SELECT state FROM pg_catalog.pg_stat_activity WHERE pid = $1';

/** Asks the server over a connection of its own what one of its backends does. */
export class BackendProbe {
  constructor(private readonly line: ServerLine) {}

  /**
   * True where the server answers and does not show the backend as idle. Behind a pooler the process id is not the
   * backend's, so a server that answers counts as being at work. Never rejects.
   */
  async isAtWork(processId: number): Promise<boolean> {
    const client = new WorkbenchClient({ ...this.line.settings, connectionTimeoutMillis: PROBE_LIMIT_MS });
    client.on('error', () => client.destroy());
    try {
      const state = await answeredInTime(client, this.readState(client, processId), PROBE_LIMIT_MS);
      return state === null || state === 'active';
    } catch {
      return false;
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  private async readState(client: WorkbenchClient, processId: number): Promise<string | null> {
    await client.connect();
    const { rows } = await client.query<{ state: string | null }>(STATE_SQL, [processId]);
    return rows[0]?.state ?? null;
  }
}
