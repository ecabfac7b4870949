import type { Actor } from '#libs/access';
import type { Run, StatementError } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import type { Session } from '../../connections/index.js';
import type { SlotWait } from '../../platform/index.js';
import type { ResultStorage, StatementProgress } from '../../results/index.js';
import type { SessionLease } from '../sessions/session-lease.js';
import type { RunStatement } from './run-statements.js';

/** Where a run gets its session from. */
export interface SessionSource {
  openSession(signal: AbortSignal, onWait?: (wait: SlotWait | null) => void): Promise<Session>;
}

/** What a run is started with, and what it depends on. */
export interface RunContext {
  readonly id: string;
  /** Who started it, and alone may see it. */
  readonly actor: Actor;
  readonly connectionId: string;
  /** True where its session refuses writes. */
  readonly isReadOnly: boolean;
  readonly connectionName: string;
  readonly dialect: SqlDialect;
  readonly sql: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** A clock for durations, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Where a statement, counted from 0, keeps the rows that are too many for memory. */
  readonly storageOf: (statementIndex: number) => ResultStorage;
  /** Characters of cells the run may hold in memory. */
  readonly memoryChars: number;
  /** The tab that shows the result, where the run belongs to one. */
  readonly tabId?: string | undefined;
  /** The name of the request that asked for it, where it had one. */
  readonly requestId?: string | undefined;
  /** The session of a tab, where the run belongs to one. */
  readonly lease?: SessionLease | null;
  /** What is reported of a statement that failed, with those behind it; left out, what the database says. */
  readonly reportError?: (statements: readonly RunStatement[], error: StatementError) => Promise<StatementError>;
}

/** A run without what its statements have returned. */
export interface RunProgress extends Omit<Run, 'statements'> {
  readonly statements: readonly StatementProgress[];
}
