/** Runs statements that came in one message. */
import type { StatementSync } from 'node:sqlite';
import type { ResultRow } from '#libs/api';
import type { CellTexts } from './cell-text.js';
import type { BatchRequest, BoundValues } from './protocol.js';
import type { SqliteAuthorizer } from './sqlite-authorizer.js';

/** What a batch needs of the program that runs it. */
export interface BatchProgram {
  readonly authorizer: Pick<SqliteAuthorizer, 'begin' | 'run'>;
  readonly texts: Pick<CellTexts, 'row' | 'lengthOf'>;
  /** The statement; null where the text has none. Throws for more than one. */
  prepare(sql: string): StatementSync | null;
  /** Throws where the statement has a parameter without a value. */
  check(statement: StatementSync, values: BoundValues): void;
}

/** The rows of the statements that ran, and what the one behind them threw. */
export interface RanBatch {
  readonly rows: ResultRow[][];
  readonly thrown: { readonly error: unknown } | null;
}

interface Compiled {
  readonly statement: StatementSync | null;
  readonly valueCount: number;
}

/** Runs statements in their order until one fails or the slice is over. Each text is compiled once. */
export function runStatements({ texts, runs, slice }: BatchRequest, program: BatchProgram): RanBatch {
  const compiled = new Map<number, Compiled>();
  const rows: ResultRow[][] = [];
  const endsAtMs = performance.now() + slice.ms;
  let characters = 0;
  for (const { text, values } of runs) {
    try {
      program.authorizer.begin();
      const valueCount = Object.keys(values).length;
      const known = compiled.get(text);
      const found = known?.valueCount === valueCount ? known : compile(texts[text] ?? '', values, program);
      compiled.set(text, found);
      program.authorizer.run();
      const own = rowsOf(found.statement, values).map((row) => program.texts.row(row));
      for (const row of own) characters += program.texts.lengthOf(row);
      rows.push(own);
    } catch (error) {
      return { rows, thrown: { error } };
    }
    if (characters >= slice.characters || performance.now() >= endsAtMs) break;
  }
  return { rows, thrown: null };
}

function compile(sql: string, values: BoundValues, program: BatchProgram): Compiled {
  const statement = program.prepare(sql);
  if (statement !== null) program.check(statement, values);
  return { statement, valueCount: Object.keys(values).length };
}

function rowsOf(statement: StatementSync | null, values: BoundValues): unknown[][] {
  if (statement === null) return [];
  if (statement.columns().length > 0) return statement.all(values) as unknown as unknown[][];
  statement.run(values);
  return [];
}
