import type { ResultColumn, Run, StatementError, StatementResult } from '#libs/api';

/** A result column. */
export function columnSample(name: string, kind: ResultColumn['kind'] = 'text', type: string = kind): ResultColumn {
  return { name, type, kind, table: null };
}

/** A statement that gave one row of one column; `change` makes it the one a test needs. */
export function statementSample(change: Partial<StatementResult> = {}): StatementResult {
  return {
    index: 0,
    sql: 'SELECT 1',
    start: 0,
    status: 'succeeded',
    command: 'SELECT',
    columns: [columnSample('n', 'integer')],
    rows: [['1']],
    row_count: 1,
    received_rows: 1,
    spooled_bytes: 0,
    complete: true,
    delivery: 'whole',
    affected_rows: null,
    elapsed_ms: 1.2,
    notices: [],
    error: null,
    ...change,
  };
}

/** What Postgres says against a misspelt word. */
export function errorSample(change: Partial<StatementError> = {}): StatementError {
  return {
    message: 'syntax error at or near "FORM"',
    sqlstate: '42601',
    position: 10,
    detail: null,
    hint: null,
    ...change,
  };
}

/** A finished run of these statements, numbered in order. */
export function runSample(statements: StatementResult[] = [statementSample()], change: Partial<Run> = {}): Run {
  const status = statements.some((statement) => statement.status === 'failed') ? 'failed' : 'succeeded';
  return {
    id: 'r1',
    connection_id: 'shop',
    status,
    started_at: '2026-05-19T09:41:12+01:00',
    elapsed_ms: 412,
    error: null,
    session: null,
    statements: statements.map((statement, index) => ({ ...statement, index })),
    ...change,
  };
}
