import { TestBed } from '@angular/core/testing';
import { HttpTestingController } from '@angular/common/http/testing';
import type { EditableColumn, EditableTable, ResultRow, StatementResult } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { ConnectionsStore } from '../app/shared/connections/connections.store';
import { sendingRun, withRun } from '../app/studio/run/run-state';
import { pagePlace } from '../app/studio/results/ui/run-view';
import { StatementTable } from '../app/studio/results/table/ui/statement-table';
import { TabsStore } from '../app/studio/tabs/tabs.store';
import { listOf, postgresSample } from './connection-samples';
import { answerAll } from './page-set-up';
import { Part } from './part';
import { columnSample, runSample, statementSample } from './run-samples';

const COLUMNS = [columnSample('id', 'integer'), columnSample('note')];

/** The table `orders` with the key `id`, as it takes edits. */
export const EDITABLE: EditableTable = {
  schema: 'public',
  table: 'orders',
  key: ['id'],
  columns: COLUMNS.map(({ name, type, kind }, index): EditableColumn => ({
    ...{ index, column: name, type, kind, is_key: index === 0, nullable: index > 0 },
    ...{ has_default: index === 0, is_writable: true, reason: null },
  })),
  can_insert: true,
  can_update: true,
  can_delete: true,
};

/** The result of `SELECT id, note FROM orders`. */
export function ordersSample(rows: ResultRow[], change: Partial<StatementResult> = {}): StatementResult {
  return statementSample({ columns: COLUMNS, rows, row_count: rows.length, received_rows: rows.length, ...change });
}

/** Shows a statement in its table, in a tab on the Postgres connection `shop`. */
export async function showTable(statement: StatementResult): Promise<Part<StatementTable>> {
  void TestBed.inject(ConnectionsStore).reload();
  answerAll('GET', '/api/connections', listOf([postgresSample()]));
  const tabId = TestBed.inject(TabsStore).open({ sql: statement.sql, connectionId: 'shop' });
  const sent = { sql: statement.sql, offset: 0, start: { line: 1, column: 1 }, connectionId: 'shop' };
  const run = withRun(sendingRun(sent, 0), runSample([statement]));
  const place = pagePlace(run, statement);
  const inputs = { statement, columns: statement.columns, tabId, runId: 'r1', connectionId: 'shop', place };
  const part = await Part.show(StatementTable, inputs);
  await part.settled();
  return part;
}

/** Waits until the grid asks for rows, which it does a moment after they come into sight, and answers. */
export async function rowsAnswered(answer: (offset: number, limit: number) => object | null): Promise<string[]> {
  let asked: string[] = [];
  await until(() => (asked = answerRows(answer)).length > 0);
  return asked;
}

/** Waits until the page has come to something. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn++) {
    if (turn > 500) throw new Error('It did not come to that');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The pages of rows that are asked for by now, as `offset+limit`, answered in turn; an answer may fail. */
export function answerRows(answer: (offset: number, limit: number) => object | null): string[] {
  const asked = TestBed.inject(HttpTestingController).match(({ url }) => url.endsWith('/rows'));
  return asked.map((request) => {
    const [offset = 0, limit = 0] = ['offset', 'limit'].map((name) => Number(request.request.params.get(name)));
    const body = answer(offset, limit);
    if (body) request.flush(body);
    else request.flush(problemDocument('run-not-found', 'r'), { status: 404, statusText: '' });
    return `${offset}+${limit}`;
  });
}
