import type { DuckDBConnection } from '@duckdb/node-api';
import type { ParameterValue } from '#libs/sql';
import type { EngineCalls } from '../engine-calls.js';
import { functionsOfQueryPlan, tableFunctionsOfPlan } from './engine-plan.js';
import { mayName } from './indirect-objects.js';
import type { OpenDatabase } from '../open-database.js';
import type { QueryShape, QueryTree } from './query-tree.js';
import { failure } from '../statement-failure.js';
import {
  isHarmlessPragma,
  MAINTAINS,
  mayRunQueryText,
  mayRunText,
  mayStoreStorageCall,
  mayWriteStorage,
  refusalOfFunctions,
  refusalOfQuery,
  refusalOfText,
  refusalOfType,
  StatementType,
  type StatementScope,
} from './statement-guard.js';
import { functionRule } from './known-functions.js';
import type { StatementParser } from './statement-parser.js';
import { withoutTerminator } from './text-query.js';
import { wrappedStatement } from './wrapped-statement.js';

/** `stored`: a view or macro of the database may call them; `computed`: SQL that is made at run time does. */
type HiddenFunctions = 'none' | 'stored' | 'computed';

/** A statement that may be prepared. */
export interface ApprovedStatement {
  /** The text to run: of EXPLAIN and PREPARE the beginning is written anew. */
  readonly sql: string;
  /** `pivot` is a query that the engine takes apart into several statements. */
  readonly kind: 'query' | 'pivot' | 'wrapped' | 'other';
  /** The statement inside an EXPLAIN or PREPARE. */
  readonly inner: ApprovedStatement | null;
  /** Where functions could come from that neither the tree nor the text shows. */
  readonly hidden: HiddenFunctions;
  readonly isExplainable: boolean;
  readonly shape: QueryShape;
}

/** What a gate has to know of its statement's session. */
export interface GateContext {
  readonly database: Pick<OpenDatabase, 'parser' | 'indirectObjects'>;
  readonly connection: DuckDBConnection;
  readonly scope: StatementScope;
  /** The read-only transaction around the statement, in which the engine maintains its file nevertheless. */
  readonly frame: object | null;
}

const UNKNOWN_SHAPE: QueryShape = { mayHaveSources: true, mostRows: null };
const MAX_NESTING = 4;
/** A tree is some twenty times as long as its text. */
const MAX_TREE_LENGTH = 100_000;
const NESTED = 'The statement is nested in a way that is not allowed.';
const MORE_THAN_ONE = 'The text holds more than one statement; run them one by one.';
const REACHES_FILES =
  'This statement reaches files or other databases of the server, which this connection does not allow.';
const NO_PARAMETERS = 'SQL built from a string takes no parameters on this connection.';
const PLAIN_QUERY = 'SQL built from a string runs only in a plain query on this connection.';
const UNCHECKED = 'The engine cannot show which functions this statement runs, so this connection does not allow it.';
const READS_ONLY = 'This session only reads: the database file cannot be rebuilt, analyzed or checkpointed here.';
/** In a view or macro it would run for those who only read. */
const STORED_CHECKPOINT = 'checkpoint() is allowed only by itself; write CHECKPOINT.';
const PRAGMA = 'This PRAGMA changes how the engine works, which this connection does not allow.';
const ANALYZED = 'EXPLAIN ANALYZE shows the paths of files; write EXPLAIN (ANALYZE, FORMAT json) or use the plan view.';
/** The other formats break a path over several lines, where it cannot be taken out. */
const SHOWS_FILES = /^EXPLAIN\b(?!.*\bFORMAT JSON\b).*\bANALY[SZ]E\b/;
const PLANNED: ReadonlySet<number> = new Set([
  StatementType.INSERT,
  StatementType.UPDATE,
  StatementType.DELETE,
  StatementType.MERGE_INTO,
]);

/** Lets a statement pass or throws why it may not run. The engine's own parser, types and plans decide. */
export class StatementGate {
  private readonly parser: StatementParser;

  constructor(
    private readonly context: GateContext,
    private readonly calls: EngineCalls,
    private readonly values: readonly ParameterValue[],
  ) {
    this.parser = context.database.parser;
  }

  /** To be called before anything is prepared: what comes back may be. */
  async approve(sql: string, depth = 0): Promise<ApprovedStatement> {
    const tree = sql.length > MAX_TREE_LENGTH ? null : await this.calls.settle(() => this.parser.queryTree(sql));
    if (tree !== null) {
      const hidden = await this.checkQuery(tree, depth);
      return this.withPlan({ sql, kind: 'query', inner: null, hidden, isExplainable: true, shape: tree });
    }
    const wrapped = wrappedStatement(sql);
    if (wrapped === null) return this.approveOther(sql);
    if (depth === MAX_NESTING) throw failure(NESTED);
    if (this.context.scope === 'read-only-files' && SHOWS_FILES.test(wrapped.prefix)) throw failure(ANALYZED);
    const inner = await this.approve(wrapped.inner, depth + 1);
    const text = `${wrapped.prefix}${inner.sql}`;
    return { sql: text, kind: 'wrapped', inner, hidden: 'none', isExplainable: false, shape: UNKNOWN_SHAPE };
  }

  /** To be called with the type of the prepared statement. */
  async check(type: number, statement: ApprovedStatement): Promise<void> {
    const { sql, kind, inner } = statement;
    const reason = refusalOfType(type, sql, this.context.scope);
    if (reason !== null) throw failure(reason);
    if (this.context.frame !== null && MAINTAINS.has(type)) throw failure(READS_ONLY);
    if (kind === 'wrapped' && type !== StatementType.EXPLAIN && type !== StatementType.PREPARE) throw failure(NESTED);
    if (kind !== 'wrapped' && (type === StatementType.EXPLAIN || type === StatementType.PREPARE)) throw failure(NESTED);
    if (kind === 'query' && type !== StatementType.SELECT) throw failure(UNCHECKED);
    if (kind === 'other' && type === StatementType.SELECT && !isHarmlessPragma(sql)) throw failure(PRAGMA);
    if (inner !== null) await this.checkInner(inner);
    if (type === StatementType.CALL) await this.checkCall(sql);
    else if (type === StatementType.CREATE && mayStoreStorageCall(sql)) throw failure(STORED_CHECKPOINT);
    if (statement.hidden === 'computed') await this.checkComputed(type, statement);
  }

  /** CHECKPOINT is a CALL without the name of its function, which the plan shows. */
  private async checkCall(sql: string): Promise<void> {
    const { connection } = this.context;
    await this.checkPlanned(await this.calls.settle(() => tableFunctionsOfPlan(connection, sql, this.values)));
  }

  private async checkInner(inner: ApprovedStatement): Promise<void> {
    if (inner.kind === 'pivot') throw failure(NESTED);
    const prepared = await this.calls.settle(() => this.context.connection.prepare(inner.sql));
    try {
      await this.check(prepared.statementType, inner);
    } finally {
      prepared.destroySync();
    }
  }

  private async checkQuery(tree: QueryTree, depth: number): Promise<HiddenFunctions> {
    const unclassified = await this.calls.settle(() => this.parser.unclassifiedOf(tree.functions));
    const reason = refusalOfQuery(tree, this.context.scope, unclassified);
    if (reason !== null) throw failure(reason);
    this.checkStorage(tree.functions);
    const runsText = tree.hasComputedSql || tree.innerQueries.length > 0;
    if (runsText && this.values.length > 0) throw failure(NO_PARAMETERS);
    if (runsText && depth >= MAX_NESTING) throw failure(NESTED);
    const stored = await this.storedFunctions();
    const found = [tree.hasComputedSql || (runsText && stored !== 'none') ? 'computed' : stored];
    for (const sql of tree.innerQueries) found.push(await this.checkInnerText(sql, depth + 1));
    return found.includes('computed') ? 'computed' : (found[0] ?? 'none');
  }

  /** As `checkQuery`, for the constant text that `query` runs. */
  private async checkInnerText(sql: string, depth: number): Promise<HiddenFunctions> {
    const tree = sql.includes('\0') ? null : await this.calls.settle(() => this.parser.queryTree(sql));
    if (tree === null) throw failure(PLAIN_QUERY);
    return this.checkQuery(tree, depth);
  }

  private async storedFunctions(): Promise<HiddenFunctions> {
    return (await this.indirectObjects()).length > 0 ? 'stored' : 'none';
  }

  private indirectObjects(): Promise<readonly string[]> {
    return this.calls.settle(() => this.context.database.indirectObjects());
  }

  private async approveOther(sql: string): Promise<ApprovedStatement> {
    const unclassified = await this.calls.settle(() => this.parser.unclassified());
    const reason = refusalOfText(sql, this.context.scope, unclassified);
    if (reason !== null) throw failure(reason);
    if (this.context.frame !== null && mayWriteStorage(sql)) throw failure(READS_ONLY);
    const hidden = mayRunText(sql) ? 'computed' : await this.storedFunctions();
    const count = await this.calls.settle(() => this.parser.countStatements(`EXPLAIN ${sql}`));
    if (count === null) await this.checkAlone(sql);
    const isQuery = await this.isQuery(sql, count ?? 0);
    const kind = isQuery ? (count === 1 ? 'query' : 'pivot') : 'other';
    if (kind === 'pivot' && hidden !== 'none') throw failure(PLAIN_QUERY);
    return this.withPlan({ sql, kind, inner: null, hidden, isExplainable: count === 1, shape: UNKNOWN_SHAPE });
  }

  /** EXPLAIN takes neither EXPORT nor IMPORT, which act while they are prepared; what it does not take is tried alone. */
  private async checkAlone(sql: string): Promise<void> {
    const verdict = await this.calls.settle(() => this.parser.prepareAlone(sql));
    if (verdict === 'several') throw failure(MORE_THAN_ONE);
    if (verdict === 'refused') throw failure(REACHES_FILES);
  }

  /** In brackets stands nothing but a query. */
  private async isQuery(sql: string, count: number): Promise<boolean> {
    if (count === 1 && sql.length <= MAX_TREE_LENGTH) return false;
    if (count === 0) return false;
    const bracketed = `FROM (\n${withoutTerminator(sql)}\n)`;
    const isQuery = (await this.calls.settle(() => this.parser.countStatements(bracketed))) !== null;
    if (!isQuery && count > 1) throw failure(MORE_THAN_ONE);
    return isQuery;
  }

  /**
   * Checks what a statement calls that its text does not show. To be done before the engine binds it: the engine
   * computes constants then, and its errors quote them.
   */
  private async withPlan(statement: ApprovedStatement): Promise<ApprovedStatement> {
    const { sql, kind, hidden, isExplainable } = statement;
    if (hidden === 'none' || !isExplainable) return statement;
    const isShown = kind === 'query' && this.values.length === 0;
    const names = isShown ? await this.calls.settle(() => functionsOfQueryPlan(this.context.connection, sql)) : null;
    if (names === null) await this.checkWithoutPlan(statement);
    else await this.checkPlanned(names);
    return statement;
  }

  /** Only the plan of a query without values shows scalar functions; of others, the text may name nothing that has some. */
  private async checkWithoutPlan({ sql, kind, hidden }: ApprovedStatement): Promise<void> {
    const indirectObjects = await this.indirectObjects();
    if (hidden === 'stored' && mayName(sql, indirectObjects)) throw failure(UNCHECKED);
    if (hidden !== 'computed') return;
    if (kind === 'query' || indirectObjects.length > 0) throw failure(UNCHECKED);
    if (mayRunQueryText(sql)) throw failure(PLAIN_QUERY);
  }

  /** A statement that is no query and reads a table that a text names: its plan shows the table functions. */
  private async checkComputed(type: number, { sql, kind, isExplainable }: ApprovedStatement): Promise<void> {
    if (!isExplainable || kind === 'query') return;
    if (!PLANNED.has(type)) throw failure(PLAIN_QUERY);
    const { connection } = this.context;
    await this.checkPlanned(await this.calls.settle(() => tableFunctionsOfPlan(connection, sql, this.values)));
  }

  private async checkPlanned(names: Set<string>): Promise<void> {
    names.delete('seq_scan');
    const unclassified = await this.calls.settle(() => this.parser.unclassifiedOf(names));
    const reason = refusalOfFunctions(names, this.context.scope, unclassified);
    if (reason !== null) throw failure(reason);
    this.checkStorage(names);
  }

  private checkStorage(names: Iterable<string>): void {
    if (this.context.frame === null) return;
    for (const name of names) if (functionRule(name) === 'storage') throw failure(READS_ONLY);
  }
}
