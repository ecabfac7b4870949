import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { CheckedStatement, ContractCheck, ContractCheckInput, StatementError } from '#libs/api';
import { changeMessage } from '#libs/catalog';
import { compareViolations, contractJunit, evaluateContract } from '#libs/contracts';
import { CATALOG_DIALECT } from '#libs/dialects';
import { sqlTokens } from '#libs/sql';
import type { SqlStatement } from '#libs/sql';
import { Clock, EventBus, Problem, TextThreads } from '../platform/index.js';
import { CatalogSource, RehearsalService } from '../schema-watch/index.js';
import type { RehearsedChange } from '../schema-watch/index.js';
import { contractOf } from './contract-views.js';
import type { ContractRecord } from './contract.entity.js';
import { ContractsQueries } from './contracts.queries.js';
import { lineFinder } from './line-finder.js';
import { RehearsalGuard } from './rehearsal-guard.js';

const MAX_STATEMENTS = 10_000;

/** Finds out what a migration would break, before it runs. */
@Injectable()
export class ContractCheckService {
  constructor(
    private readonly queries: ContractsQueries,
    private readonly source: CatalogSource,
    private readonly rehearsal: RehearsalService,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly threads: TextThreads,
    private readonly guard: RehearsalGuard,
  ) {}

  /**
   * Runs a migration in a transaction that is always rolled back and holds the schema inside it against the contract.
   * Throws `connection-not-found`, `forbidden` for those who may not write, `connection-read-only`, `not-relational`,
   * `contract-not-found`, `nothing-to-run`, `cannot-be-rehearsed` with each statement that cannot be, and why the
   * database cannot be reached.
   */
  async check(
    actor: Actor,
    connectionId: string,
    { sql }: ContractCheckInput,
    isGone: AbortSignal,
  ): Promise<ContractCheck> {
    return (await this.checked(actor, connectionId, sql, isGone)).check;
  }

  /** A check, and the tables of the contract that it was about: another one may be in force by its end. */
  private async checked(
    actor: Actor,
    connectionId: string,
    sql: string,
    isGone: AbortSignal,
  ): Promise<{ check: ContractCheck; tables: ContractRecord['tables'] }> {
    this.source.writable(actor, connectionId);
    const record = await this.queries.record(actor, connectionId);
    const statements = await this.rehearsable(sql);
    const [checkedAt, startedAtMs] = [this.clock.isoNow(), performance.now()];
    const texts = statements.map((statement) => statement.sql);
    const rehearsed = await this.rehearsal.rehearse(actor, connectionId, texts, isGone).catch((error: unknown) => {
      this.publishAction(actor, record, null);
      throw error;
    });
    const found = foundOf(record, rehearsed);
    this.publishAction(actor, record, found.outcome);
    const elapsed = { checked_at: checkedAt, elapsed_ms: Math.round(performance.now() - startedAtMs) };
    const check = { ...contractFacts(record), ...elapsed, ...found, statements: checkedOf(sql, statements, rehearsed) };
    return { check, tables: record.tables };
  }

  /** The same as JUnit XML, for builds. */
  async junit(actor: Actor, connectionId: string, { sql }: ContractCheckInput, isGone: AbortSignal): Promise<string> {
    const { check, tables } = await this.checked(actor, connectionId, sql, isGone);
    return contractJunit({
      contract: check.contract.name,
      connectionId,
      checkedAt: check.checked_at,
      elapsedMs: check.elapsed_ms,
      tables,
      statements: check.statements.map(({ elapsed_ms: elapsedMs, error, ...statement }) => ({
        ...{ ...statement, elapsedMs, error: error === null ? null : errorText(error) },
      })),
      broken: check.broken,
      alreadyBroken: check.already_broken,
    });
  }

  private async rehearsable(sql: string): Promise<SqlStatement[]> {
    const statements = await this.threads.run('splitStatements', sql, CATALOG_DIALECT);
    if (statements.length === 0) throw new Problem('nothing-to-run');
    if (statements.length > MAX_STATEMENTS)
      throw new Problem('too-large', 'A migration can have up to 10,000 statements. Split it.');
    await this.guard.refuseObstacles(sql, statements);
    return statements;
  }

  /** `result` is null where nothing could be found out. */
  private publishAction(
    actor: Actor,
    { connectionId, name }: ContractRecord,
    result: ContractCheck['outcome'] | null,
  ): void {
    const connection = this.source.relational(actor, connectionId);
    const object = { kind: 'connection', id: connectionId, name: connection.name };
    const outcome = result === null ? 'failed' : 'done';
    this.events.publish('action.performed', {
      ...{ action: 'contract.check', actor, outcome, object, details: { contract: name, result } },
    });
  }
}

/** All that the database said, such as the objects that depend on one that is dropped. */
function errorText({ message, detail, hint }: StatementError): string {
  return [message, detail, hint].filter((line) => line !== null).join('\n');
}

function contractFacts({
  connectionId,
  id,
  name,
  frozenAt,
}: ContractRecord): Pick<ContractCheck, 'connection_id' | 'contract'> {
  return { connection_id: connectionId, contract: { id, name, frozen_at: frozenAt } };
}

type Found = Pick<ContractCheck, 'outcome' | 'summary' | 'changes' | 'impact' | 'broken' | 'already_broken' | 'mended'>;

function foundOf(record: ContractRecord, { before, after, changes, impact }: RehearsedChange): Found {
  const contract = contractOf(record);
  const now = evaluateContract(contract, before);
  const known = { summary: changeMessage(changes), changes: [...changes], impact: [...impact] };
  if (after === null) return { outcome: 'fails', ...known, broken: [], already_broken: now, mended: [] };
  const { broken, alreadyBroken, mended } = compareViolations(now, evaluateContract(contract, after));
  const outcome = broken.length > 0 ? 'breaks' : 'holds';
  return { outcome, ...known, broken, already_broken: alreadyBroken, mended };
}

function checkedOf(
  text: string,
  statements: readonly SqlStatement[],
  { statements: ended }: RehearsedChange,
): CheckedStatement[] {
  const line = lineFinder(text);
  return statements.map(({ sql, start }, index) => {
    const { elapsedMs = 0, error = null } = ended[index] ?? {};
    const status = index >= ended.length ? 'not_run' : error === null ? 'succeeded' : 'failed';
    const [first] = sqlTokens(sql, CATALOG_DIALECT);
    return { sql, line: line(start + (first?.start ?? 0)), status, elapsed_ms: Math.round(elapsedMs), error };
  });
}
