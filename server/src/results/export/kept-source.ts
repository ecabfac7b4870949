import type { ResultRow } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import { Problem } from '../../platform/index.js';
import type { RowsView } from '../filter/result-views.js';
import type { RowOrder } from '../order/row-order.js';
import type { StatementCollector } from '../collector/statement-collector.js';
import type { ExportSource, OpenedSource } from './export-source.js';

/** The run of a kept result that is exported. */
export interface ExportedRun {
  readonly id: string;
  readonly isOver: boolean;
  readonly connectionId: string;
  readonly connectionName: string;
  readonly dialect: SqlDialect;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** Rows that are read at once in an order of their own. */
const SORTED_AT_ONCE = 10_000;

/**
 * The kept rows of a statement, counted from 0, in the database's order or in that of `view`, all or those that match. Throws `run-not-finished` while rows still arrive,
 * `nothing-to-export` for a statement that returns no rows, and `run-not-found` for a result that is deleted meanwhile.
 */
export function keptSource(
  run: ExportedRun,
  index: number,
  statement: StatementCollector,
  view: RowsView = { filters: [], order: null },
): ExportSource {
  const opened = openedStatement(run, statement, view.order);
  return {
    kept: { runId: run.id, statement: index },
    connectionId: opened.connectionId,
    connectionName: run.connectionName,
    open: (signal) => (view.filters.length === 0 ? Promise.resolve(opened) : filtered(opened, statement, view, signal)),
  };
}

function openedStatement(run: ExportedRun, statement: StatementCollector, order: RowOrder | null): OpenedSource {
  if (statement.status === 'running' || (statement.status === 'not_run' && !run.isOver))
    throw new Problem(
      'run-not-finished',
      'The result can be exported when all of its rows are loaded. Wait until the run has ended.',
    );
  const columns = statement.resultColumns;
  if (columns === null) throw new Problem('nothing-to-export', 'The statement returns no rows.');
  const { connectionId, dialect, startedAt } = run;
  return {
    ...{ columns, dialect, connectionId, startedAt },
    isWhole: statement.status === 'succeeded',
    rowCount: statement.receivedRows,
    // The spool has the rows in the database's order.
    linesFile: order === null ? statement.spoolPath : null,
    batches: () => whileKept(statement, order === null ? statement.batches() : sortedBatches(statement, order)),
    close: () => Promise.resolve(),
  };
}

/** Only the rows that match. */
async function filtered(
  opened: OpenedSource,
  statement: StatementCollector,
  view: RowsView,
  signal: AbortSignal,
): Promise<OpenedSource> {
  const views = statement.views();
  const rowCount = await views.count(view, signal);
  return { ...opened, rowCount, linesFile: null, batches: () => whileKept(statement, views.batches(view, signal)) };
}

/** The same rows; where the result is deleted while they are read, that is the reason why they end. */
async function* whileKept(
  statement: StatementCollector,
  batches: AsyncGenerator<readonly ResultRow[]>,
): AsyncGenerator<readonly ResultRow[]> {
  try {
    yield* batches;
  } catch (failure) {
    statement.requireKept();
    throw failure;
  }
}

/** Pages of an order may hold fewer rows than asked for, where rows are long. */
async function* sortedBatches(statement: StatementCollector, order: RowOrder): AsyncGenerator<readonly ResultRow[]> {
  for (let offset = 0; offset < statement.receivedRows;) {
    const { rows } = await statement.sortedPage(offset, SORTED_AT_ONCE, order);
    if (rows.length === 0) throw new Error('The sorted rows end before their time.');
    yield rows;
    offset += rows.length;
  }
}
