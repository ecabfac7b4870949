import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { WritesRequest } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import type { WriteVerdict } from '#libs/write-safety';
import { ConnectFailure, ConnectionsQueries, SessionSlots } from '../../connections/index.js';
import { Problem, TextThreads } from '../../platform/index.js';
import { EditingService } from '../editing/editing.service.js';
import { runStatements } from '../runs/run-statements.js';
import { RUNS_CODE, writesInSession } from './statement-writes.js';
import type { StatementWrites } from './statement-writes.js';

/** Whether a text could run in a read-only session. `at` counts the statements from 0. */
export type TextVerdict =
  | { readonly kind: 'reads' }
  | { readonly kind: 'writes'; readonly at: number; readonly sql: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** A longer text is not judged as one types, in characters. */
const MAX_DRAFT = 1_000_000;
/** Opening a session and planning the statements of a text takes no longer. */
const LIMIT_MS = 5_000;

/** Says before anything runs whether a text writes, by the judgement of the connection's own engine. */
@Injectable()
export class WriteCheck {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly slots: SessionSlots,
    private readonly editing: EditingService,
    private readonly threads: TextThreads,
  ) {}

  /**
   * The first statement of a text that writes; what cannot be checked, such as a text for a database that is away, is
   * `unknown`. Answers within some seconds. Throws `connection-not-found` and what `runStatements` does.
   */
  async verdict(actor: Actor, connectionId: string, sql: string): Promise<TextVerdict> {
    const connector = await this.connections.connector(actor, connectionId);
    const statements = (await runStatements(this.threads, sql, connector.dialect)).map((one) => one.sql);
    try {
      return verdictOf(statements, await this.ofStatements(actor, connectionId, statements));
    } catch (error) {
      if (error instanceof ConnectFailure || error instanceof Problem) return { kind: 'unknown', why: error.message };
      throw error;
    }
  }

  /**
   * Whether a text writes that is still being written: its parameters need no values. `unknown` for what cannot be read.
   * Throws `connection-not-found`.
   */
  async ofDraft(actor: Actor, { connection_id: connectionId, sql }: WritesRequest): Promise<WriteVerdict> {
    const { dialect } = await this.connections.connector(actor, connectionId);
    if (sql.length > MAX_DRAFT) return 'unknown';
    try {
      const { command, plain } = await this.threads.run('lintedText', sql, dialect);
      if (command !== null) return 'unknown';
      return verdictOf(plain, await this.ofStatements(actor, connectionId, plain)).kind;
    } catch (error) {
      if (error instanceof ConnectFailure || error instanceof Problem) return 'unknown';
      throw error;
    }
  }

  /** What the engine finds in each statement. Throws `connection-not-found`, `ConnectFailure`, and `text-too-hard`. */
  async ofStatements(actor: Actor, connectionId: string, statements: readonly string[]): Promise<StatementWrites[]> {
    const connector = await this.connections.connector(actor, connectionId);
    const { dialect } = connector;
    if (dialectOf(dialect).writes.shownBy === 'parser') return this.byPostgres(statements);
    const signal = AbortSignal.timeout(LIMIT_MS);
    const claim = { actor, connectionId, purpose: 'once', signal } as const;
    const session = await this.slots.openSession(claim, connector, { isReadOnly: true });
    try {
      const found: StatementWrites[] = [];
      const deps = { threads: this.threads, signal };
      for (const sql of statements) found.push(await writesInSession(session, sql, dialect, deps));
      return found;
    } finally {
      await session.release();
    }
  }

  /** The parser of Postgres needs no server. */
  private async byPostgres(statements: readonly string[]): Promise<StatementWrites[]> {
    const found = await this.editing.postgresWrites(statements);
    return found.map((one) => {
      if ('message' in one) return { verdict: 'unknown', message: one.message };
      return one.verdict === 'unknown' ? RUNS_CODE : { verdict: one.verdict };
    });
  }
}

function verdictOf(statements: readonly string[], found: readonly StatementWrites[]): TextVerdict {
  const at = found.findIndex(({ verdict }) => verdict === 'writes');
  if (at !== -1) return { kind: 'writes', at, sql: statements[at] ?? '' };
  const unknown = found.find(({ verdict }) => verdict === 'unknown');
  return unknown === undefined ? { kind: 'reads' } : { kind: 'unknown', why: unknown.message ?? '' };
}
