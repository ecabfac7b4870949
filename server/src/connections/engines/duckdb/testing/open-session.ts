import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckdbConfig } from '../config.js';
import type { Connector, Session, StatementOutcome } from '../../connector.js';
import { CollectingSink, neverAborted, RecordingContext } from '../../testing/index.js';
import { createDuckdbConnector } from '../index.js';
import { duckdbConfig } from './duckdb-config.js';

/** What a statement did. */
export interface Ran {
  readonly outcome: StatementOutcome;
  readonly sink: CollectingSink;
}

/** A session on a new database file in a folder of its own. */
export interface OpenedSession {
  readonly folder: string;
  readonly path: string;
  readonly connector: Connector;
  readonly session: Session;
  run(sql: string, signal?: AbortSignal): Promise<Ran>;
  /** Releases, closes and removes everything. */
  dispose(): Promise<void>;
}

/** Runs a statement to its end and keeps what it sent. */
export async function runStatement(session: Session, sql: string, signal = neverAborted()): Promise<Ran> {
  const sink = new CollectingSink();
  return { outcome: await session.run(sql, sink, signal), sink };
}

/** The error of a statement that has to fail. */
export function errorOf({ outcome }: Ran): {
  readonly message: string;
  readonly position: number | null;
  readonly hint: string | null;
} {
  if (outcome.status !== 'failed') throw new Error(`The statement has not failed but ${outcome.status}.`);
  return outcome.error;
}

export async function openDuckdbSession(changes: Partial<DuckdbConfig> = {}): Promise<OpenedSession> {
  const folder = await mkdtemp(join(tmpdir(), 'duckdb-spec-'));
  const path = join(folder, 'some.duckdb');
  const connector = createDuckdbConnector(duckdbConfig(path, changes), new RecordingContext());
  const session = await connector.openSession(neverAborted());
  return {
    folder,
    path,
    connector,
    session,
    run: (sql, signal) => runStatement(session, sql, signal),
    dispose: async () => {
      await session.release();
      await connector.close();
      await rm(folder, { recursive: true });
    },
  };
}
