import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { postgresLine } from './postgres-line.js';

/** A statement without an answer for so long is looked after. */
const LOOK_AFTER_MS = 1_500;
/** A look without an answer means that Postgres does not answer. */
const LOOK_LIMIT_MS = 1_500;
/** An answer may be on its way while its backend is idle already. */
const ANSWER_ON_ITS_WAY_MS = 250;

/**
 * Finds statements whose answer will never come: the network stalled, or Postgres is frozen. A slow statement looks the
 * same from here, so Postgres is asked, on a connection of its own, whether it works on it.
 */
export class BackendWatch {
  constructor(private readonly url: string) {}

  /** Awaits `pending`, a statement on `client`; closes the connection where its answer will never come. */
  async guard<T>(client: pg.PoolClient, pending: Promise<T>): Promise<T> {
    const over = new AbortController();
    this.watch(client, over.signal).catch(() => undefined);
    try {
      return await pending;
    } finally {
      over.abort();
    }
  }

  private async watch(client: pg.PoolClient, signal: AbortSignal): Promise<void> {
    for (;;) {
      await wait(LOOK_AFTER_MS, undefined, { ref: false, signal });
      const first = await this.look(client);
      if (first === 'at work') continue;
      if (first === 'idle') {
        await wait(ANSWER_ON_ITS_WAY_MS, undefined, { ref: false, signal });
        if ((await this.look(client)) === 'at work') continue;
      }
      if (!signal.aborted) close(client);
      return;
    }
  }

  private async look(client: pg.PoolClient): Promise<'at work' | 'idle' | 'unreachable'> {
    // A server that refuses another session answers: it is there.
    const isAtWork = await this.isAtWork(client).catch((error: unknown) => (isAnswer(error) ? true : null));
    if (isAtWork === null) return 'unreachable';
    return isAtWork ? 'at work' : 'idle';
  }

  private async isAtWork(client: pg.PoolClient): Promise<boolean> {
    const { processID } = client as unknown as { processID: number };
    const look = new pg.Client({
      ...postgresLine(this.url),
      application_name: 'data-workbench-watch',
      connectionTimeoutMillis: LOOK_LIMIT_MS,
      query_timeout: LOOK_LIMIT_MS,
    });
    look.on('error', () => undefined);
    try {
      await look.connect();
      const sql = "SELECT FROM pg_catalog.pg_stat_activity WHERE pid = $1 AND state NOT LIKE 'idle%'";
      return (await look.query(sql, [processID])).rowCount === 1;
    } finally {
      void look.end().catch(() => undefined);
    }
  }
}

/** Errors of the server have a severity, those of the way to it have none. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity !== undefined;
}

/** The driver fails the statement as soon as its socket is closed. */
function close(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}
