import { Problem } from '../../platform/index.js';
import type { ActiveRun } from '../active-run.js';
import type { StatementCollector } from '../statement-collector.js';
import type { ExportSource, OpenedSource } from './export-source.js';

/**
 * The kept rows of a statement, counted from 0. Throws `run-not-finished` while rows still arrive, and
 * `nothing-to-export` for a statement that returns no rows.
 */
export function keptSource(run: ActiveRun, index: number, statement: StatementCollector): ExportSource {
  const opened = openedStatement(run, statement);
  return {
    kept: { runId: run.id, statement: index },
    connectionId: opened.connectionId,
    connectionName: run.surroundings.connectionName,
    open: () => Promise.resolve(opened),
  };
}

function openedStatement(run: ActiveRun, statement: StatementCollector): OpenedSource {
  if (statement.status === 'running' || (statement.status === 'not_run' && !run.isOver))
    throw new Problem('run-not-finished', 'The result can be exported when all of its rows are there.');
  const columns = statement.resultColumns;
  if (columns === null) throw new Problem('nothing-to-export', 'The statement returns no rows.');
  const { connectionId, dialect, startedAt } = run.surroundings;
  return {
    ...{ columns, dialect, connectionId, startedAt },
    isWhole: statement.status === 'succeeded',
    rowCount: statement.receivedRows,
    linesFile: statement.spoolPath,
    batches: () => statement.batches(),
    close: () => Promise.resolve(),
  };
}
