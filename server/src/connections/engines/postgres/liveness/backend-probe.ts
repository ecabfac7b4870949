import { asError } from '../client/as-error.js';
import { WorkbenchClient } from '../client/workbench-client.js';
import type { ServerLine } from '../server-line.js';
import type { ServerMessage } from '../statement-error.js';
import { endsWithin } from './ends-within.js';

/**
 * A server that sends nothing for this long, in milliseconds, is away or frozen. Signing in takes several round trips, each
 * of which shows that it is there.
 */
const SILENCE_MS = 1_700;

export const STATE_SQL = 'SELECT state FROM pg_catalog.pg_stat_activity WHERE pid = $1';

/** What a backend is in that waits for its client. */
const WAITS = /^idle\b/;

/** Asks the server over a connection of its own what one of its backends does. */
export class BackendProbe {
  constructor(private readonly line: ServerLine) {}

  /**
   * True where the server answers and does not show the backend as idle. Behind a pooler the process id is not the
   * backend's, a server may not show what backends do, or refuse another session: then it counts as being at work. Never
   * rejects.
   */
  async isAtWork(processId: number): Promise<boolean> {
    const client = new WorkbenchClient(this.line.settings);
    client.on('error', () => client.destroy());
    try {
      const state = this.readState(client, processId);
      for (let heard = 0; !(await endsWithin(state, SILENCE_MS)); heard = client.bytesRead)
        if (client.bytesRead === heard) return false;
      return !WAITS.test((await state) ?? '');
    } catch (error) {
      return isAnswer(asError(error));
    } finally {
      if (client.bytesRead === 0) client.destroy();
      else void client.end().catch(() => undefined);
    }
  }

  private async readState(client: WorkbenchClient, processId: number): Promise<string | null> {
    await client.connect();
    const { rows } = await client.query<{ state: string | null }>(STATE_SQL, [processId]);
    return rows[0]?.state ?? null;
  }
}

/** Errors of the server have a severity, those of the way to it have none. */
function isAnswer({ severity }: ServerMessage): boolean {
  return severity !== undefined;
}
