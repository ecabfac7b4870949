import type pg from 'pg';
import { requestCancel } from '../cancel-request.js';
import type { ServerLine } from '../server-line.js';
import type { CheckedClients } from './checked-clients.js';
import type { WorkbenchClient } from './workbench-client.js';

/** What dedicated clients need from their connector. */
export interface DedicatedClientsDeps {
  readonly line: () => ServerLine;
  readonly checks: CheckedClients;
  readonly connectTimeoutMs: number;
  /** Runs what talks to the server, and rejects with `ConnectFailure` only. */
  readonly reaching: <T>(signal: AbortSignal, talk: () => Promise<T>) => Promise<T>;
}

/** Clients outside of the pool, each opened for one piece of work and closed after it. */
export class DedicatedClients {
  readonly #open = new Set<WorkbenchClient>();

  constructor(private readonly deps: DedicatedClientsDeps) {}

  /** Talks to the server over a client of its own, which is cut when `signal` aborts or `cutAll` is called. */
  async run<T, C extends WorkbenchClient>(
    signal: AbortSignal,
    talk: (client: C) => Promise<T>,
    Client: new (settings: pg.PoolConfig) => C,
  ): Promise<T> {
    const opened: C[] = [];
    const giveUp = (): void => this.#cut(opened.at(-1));
    const create = (settings: pg.PoolConfig): C => {
      signal.throwIfAborted();
      const client = new Client(settings);
      opened.push(client);
      this.#open.add(client);
      return client;
    };
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await this.deps.reaching(signal, async () => talk(await this.deps.checks.open(create)));
    } finally {
      signal.removeEventListener('abort', giveUp);
      for (const client of opened) this.#open.delete(client);
      void opened
        .at(-1)
        ?.end()
        .catch(() => undefined);
    }
  }

  /** Cuts every client that is open. */
  cutAll(): void {
    for (const client of this.#open) this.#cut(client);
  }

  /** Cuts a client, and has the server cancel what it does for it: by itself it notices only when it has rows to send. */
  #cut(client: WorkbenchClient | undefined): void {
    const key = client?.backendKey();
    if (key) void requestCancel(this.deps.line().address, key, this.deps.connectTimeoutMs);
    client?.destroy();
  }
}
