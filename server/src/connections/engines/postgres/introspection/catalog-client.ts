import type { Client, CustomTypesConfig } from 'pg';
import { TaskQueue } from '#libs/async';
import { cancelUntilEnded } from '../cancel-until-ended.js';
import { CheckedClients } from '../client/checked-clients.js';
import type { ServerLine } from '../server-line.js';
import { ServerSilent } from '../liveness/server-silent.js';
import { BEGIN_READ_ONLY } from '../statement-messages.js';
import { withLivenessCheck, watchOver } from '../liveness/with-liveness-check.js';
import { WorkbenchClient } from '../client/workbench-client.js';
import { CATALOG_SETTINGS } from './catalog-settings.js';

/** A row of text, as the server printed it. */
export type CatalogRow = readonly (string | null)[];

/** A query with its values. */
interface Question {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly limitMs?: number;
}

/** How long introspection may take, and may wait for a lock on the catalog. */
const STATEMENT_TIMEOUT_MS = 60_000;
const LOCK_TIMEOUT_MS = 5_000;

/** The line is closed when nothing was asked for this long. */
const IDLE_MS = 30_000;

/**
 * A question is parsed where pg_catalog alone is searched, so that no operator of another schema is ever called or makes
 * one ambiguous. All of it ends with the transaction: behind a pooler, another client gets the session next.
 */
const beginSql = (limitMs = STATEMENT_TIMEOUT_MS): string => `${BEGIN_READ_ONLY};
  ${CATALOG_SETTINGS};
  SELECT pg_catalog.set_config('workbench.search_path', pg_catalog.concat_ws(', ', 'pg_catalog',
           CASE WHEN pg_catalog.current_setting('search_path') OPERATOR(pg_catalog.<>) ''
                THEN pg_catalog.current_setting('search_path') END), true),
         pg_catalog.set_config('search_path', 'pg_catalog', true),
         pg_catalog.set_config('statement_timeout', '${limitMs}', true),
         pg_catalog.set_config('lock_timeout', '${LOCK_TIMEOUT_MS}', true)`;

/**
 * A question that runs with the role's own search path after pg_catalog: `format_type` qualifies a name only where the
 * path does not find it. The condition is evaluated before the question's first row.
 */
function withOwnPath(text: string): string {
  return `SELECT answer.* FROM (${text}\n) AS answer
   WHERE (SELECT pg_catalog.set_config('search_path', pg_catalog.current_setting('workbench.search_path'), true)) IS NOT NULL`;
}

/** Leaves every value as the text that the server sent. */
export const RAW_TEXT: CustomTypesConfig = { getTypeParser: () => (text: unknown) => text };

/**
 * A connection of its own for questions about the catalog: it works while every session of the pool is busy, asks
 * nothing of the sessions people use, and sees none of their settings. Questions are answered one after another. One
 * that the server neither answers nor works on is asked again over a new connection, once.
 */
export class CatalogClient {
  #client: WorkbenchClient | null = null;
  /** Grows with every `close()`, so that a line which opens meanwhile is closed too. */
  #opening = 0;
  readonly #questions = new TaskQueue();
  #isAsking = false;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor(
    private readonly line: () => ServerLine,
    private readonly clients = new CheckedClients(() => line().settings, false),
  ) {}

  /** Runs one query and resolves to its rows; rejects with the driver's or the server's error. */
  query(text: string, values: readonly unknown[], signal?: AbortSignal): Promise<CatalogRow[]> {
    return this.#questions.run(() => this.#ask({ text: withOwnPath(text), values }, signal));
  }

  /** As `query`, where the server gives up after `limitMs`. */
  queryWithin(limitMs: number, text: string, values: readonly unknown[]): Promise<CatalogRow[]> {
    return this.#questions.run(() => this.#ask({ text: withOwnPath(text), values, limitMs }));
  }

  /** Whether the next question would wait for another one. */
  get isBusy(): boolean {
    return this.#questions.size > 0;
  }

  /** As `query`, where the server prints each name outside of pg_catalog with its schema. */
  queryQualified(text: string, values: readonly unknown[], signal?: AbortSignal): Promise<CatalogRow[]> {
    return this.#questions.run(() => this.#ask({ text, values }, signal));
  }

  /** Closes the connection unless a question waits for its answer. */
  closeIdle(): void {
    if (!this.#isAsking) this.close();
  }

  /** Closes the connection; the next question opens it again. */
  close(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#opening++;
    this.#client?.destroy();
    this.#client = null;
  }

  async #ask(question: Question, signal?: AbortSignal): Promise<CatalogRow[]> {
    signal?.throwIfAborted();
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#isAsking = true;
    try {
      const known = this.#client;
      const client = await this.#open();
      return await this.#run(client, question, signal).catch((error: unknown) => {
        // A connection that was idle may be dead: that says nothing of the server.
        if (!(error instanceof ServerSilent) || client !== known || signal?.aborted) throw error;
        return this.#open().then((opened) => this.#run(opened, question, signal));
      });
    } finally {
      this.#isAsking = false;
      this.#idleTimer = setTimeout(() => this.close(), IDLE_MS);
      this.#idleTimer.unref();
    }
  }

  async #open(): Promise<WorkbenchClient> {
    if (this.#client && !this.#client.hasEnded) return this.#client;
    const opening = this.#opening;
    const client = await this.clients.open((settings) => new WorkbenchClient(settings));
    if (opening !== this.#opening) client.destroy();
    this.#client = client;
    return client;
  }

  async #run(client: WorkbenchClient, question: Question, signal?: AbortSignal): Promise<CatalogRow[]> {
    // It may have been given up while the line was being opened.
    signal?.throwIfAborted();
    const { text, values, limitMs } = question;
    let cancelling: Promise<void> | null = null;
    const asking = client.query(beginSql(limitMs)).then(() => rawRows(client, text, values));
    const cancel = (): void => {
      cancelling = this.#cancel(client, asking);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await withLivenessCheck(watchOver(client, this.line), asking);
    } finally {
      signal?.removeEventListener('abort', cancel);
      // The next question waits for it; the one before need not.
      client.query('COMMIT').catch(() => client.destroy());
      await (cancelling as Promise<void> | null);
    }
  }

  async #cancel(client: WorkbenchClient, asking: Promise<unknown>): Promise<void> {
    const { address } = this.line();
    if (!(await cancelUntilEnded(address, client.backendKey(), asking))) client.destroy(new ServerSilent());
  }
}

/** Runs one query in a catalog transaction of its own, on a line that runs nothing else meanwhile. */
export async function askCatalog(client: Client, text: string, values: readonly unknown[]): Promise<CatalogRow[]> {
  return thenEnd(client, 'COMMIT', async () => {
    await client.query(beginSql());
    return rawRows(client, withOwnPath(text), values);
  });
}

/** Ends the transaction of `work` by a statement. What `work` rejects with is kept: a line that was cut ends nothing. */
export async function thenEnd<T>(client: Client, end: string, work: () => Promise<T>): Promise<T> {
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    await client.query(end).catch(() => undefined);
    throw error;
  }
  await client.query(end);
  return answer;
}

/** Runs one query on a line and resolves to its rows as text. */
export async function rawRows(client: Client, text: string, values: readonly unknown[]): Promise<CatalogRow[]> {
  const query = { text, values: [...values], rowMode: 'array' as const, types: RAW_TEXT };
  return (await client.query<(string | null)[]>(query)).rows;
}
