import type { PoolClient } from 'pg';
import type { ServerAddress } from './cancel-request.js';
import type { KeptState } from './client/kept-state.js';
import type { WorkbenchClient } from './client/workbench-client.js';
import type { ColumnCatalog } from './introspection/column-catalog.js';

/** A client while it is checked out of the pool. */
export type PooledClient = WorkbenchClient & PoolClient;

/** What all sessions of one connection share. */
export interface PostgresSessionDeps {
  readonly address: ServerAddress;
  readonly catalog: ColumnCatalog;
  readonly keptState: KeptState;
  readonly isReadOnly: boolean;
  /** A read-only transaction that was assigned an id is rolled back. */
  readonly refusesTransactionId: boolean;
  /** True while other sessions wait for a client of the pool. */
  readonly isAwaited: () => boolean;
  /** The server has ended the session, or is gone. */
  readonly onLost: (message: string, sqlstate: string | null) => void;
  /** The server let its time to answer pass, and the session was given up. */
  readonly onSilent: () => void;
  /** Whether a backend works on a statement, asked over a connection of its own. Never rejects. */
  readonly isAtWork: (processId: number) => Promise<boolean>;
  /** A statement begins, or has ended. */
  readonly onBegun: () => void;
  readonly onEnded: () => void;
  readonly onReleased: () => void;
  /** Milliseconds that a short question and its answer took. */
  readonly onRoundTrip: (latencyMs: number) => void;
}
