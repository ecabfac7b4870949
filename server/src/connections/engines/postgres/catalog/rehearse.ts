import pg from 'pg';
import type { Rehearsal, RehearsalLimits, RehearsedStatement } from '../../catalog-reader.js';
import { ownError, statementError } from '../statement-error.js';
import type { ServerMessage } from '../statement-error.js';
import { unsendable } from '../statement-messages.js';
import type { WorkbenchClient } from '../client/workbench-client.js';
import { readCatalogInside } from './read-catalog.js';

const IN_TRANSACTION = 'T';

/** Deferred constraints speak up at the end of a transaction, which this one never reaches. */
const CHECK_DEFERRED_SQL = 'SET CONSTRAINTS ALL IMMEDIATE';

const LEFT_TRANSACTION = ownError(
  'The statement ended the transaction that is rolled back in the end.',
  null,
  'Take out what begins or ends a transaction.',
);

/** What is to be rehearsed. */
interface RehearsalOrder {
  readonly statements: readonly string[];
  readonly limits: RehearsalLimits;
}

/**
 * Runs statements over a line of their own in one transaction that is rolled back, and reads the catalog before and
 * after them. A line that is cut is a transaction that is rolled back.
 */
export async function rehearse(client: WorkbenchClient, { statements, limits }: RehearsalOrder): Promise<Rehearsal> {
  try {
    await client.query(`BEGIN; ${limitsSql(limits)}`);
    const before = await readCatalogInside(client);
    const ended = await runAll(client, statements, limits);
    const hasFailed = ended.some(({ error }) => error !== null);
    return { before, statements: ended, after: hasFailed ? null : await readCatalogInside(client) };
  } finally {
    if (!client.hasEnded) await client.query('ROLLBACK').catch(() => client.destroy());
  }
}

async function runAll(
  client: WorkbenchClient,
  statements: readonly string[],
  limits: RehearsalLimits,
): Promise<RehearsedStatement[]> {
  const ended: RehearsedStatement[] = [];
  for (const sql of statements) {
    const outcome = await runOne(client, sql);
    ended.push(outcome);
    if (outcome.error !== null) return ended;
  }
  const last = ended.pop();
  if (last === undefined) return [];
  // The statements may have set other limits, or none.
  await client.query(limitsSql(limits));
  const { error } = await runOne(client, CHECK_DEFERRED_SQL);
  return [...ended, error === null ? last : { ...last, error: { ...error, position: null } }];
}

/** One statement of the extended protocol: a text with two is refused by the server, and rows are not kept. */
async function runOne(client: WorkbenchClient, sql: string): Promise<RehearsedStatement> {
  const refusal = unsendable(sql);
  if (refusal) return { elapsedMs: 0, error: refusal };
  const startedAtMs = performance.now();
  const error = await new Promise<ServerMessage | null>((resolve) => {
    const query = new pg.Query({ text: sql, queryMode: 'extended' } as pg.QueryConfig);
    query.on('row', () => undefined);
    query.on('error', resolve);
    query.on('end', () => resolve(null));
    client.query(query);
  });
  await client.whenReady();
  const elapsedMs = performance.now() - startedAtMs;
  if (error !== null) return { elapsedMs, error: statementError(error, sql) };
  return { elapsedMs, error: client.getTransactionStatus() === IN_TRANSACTION ? null : LEFT_TRANSACTION };
}

function limitsSql({ lockTimeoutMs, statementTimeoutMs }: RehearsalLimits): string {
  return `SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL statement_timeout = ${statementTimeoutMs}`;
}
