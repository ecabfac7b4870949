import { dialectOf } from '#libs/dialects';
import { fillTableSql } from '#libs/imports';
import type { FilledColumn } from '#libs/imports';
import type { SqlDialect } from '#libs/sql';
import type { ImportSession, Refusal } from './import-session.js';
import { rowAtLine } from './row-at-line.js';

/** A table that takes rows, as texts of the form that its dialect reads. */
export interface RowTarget {
  /** Adds the rows, all or none; answers why not. */
  put(rows: readonly string[]): Promise<Refusal | null>;
}

/** The table of an import, and the columns that are filled. */
export interface TargetTable {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly FilledColumn[];
  readonly dialect: SqlDialect;
}

/** The request of a COPY into the table. */
export function copyRequestOf(target: TargetTable): { sql: string; table: string; columns: string[] } {
  const columns = target.columns.map(({ name }) => name);
  return { sql: fillTableSql(target, target.columns, target.dialect), table: target.table, columns };
}

/** The table, by a COPY of each batch where the dialect has one, else by an INSERT. */
export function rowTarget(session: ImportSession, target: TargetTable): RowTarget {
  return dialectOf(target.dialect).imports.rows === 'copy'
    ? copyTarget(session, target)
    : insertTarget(session, target);
}

function copyTarget(session: ImportSession, target: TargetTable): RowTarget {
  const request = copyRequestOf(target);
  return {
    async put(rows) {
      const refusal = await session.copy({ ...request, rows: [Buffer.from(rows.join(''))] });
      const line = refusal?.at ?? null;
      return refusal === null || line === null ? refusal : { ...refusal, at: rowAtLine(rows, line) };
    },
  };
}

function insertTarget(session: ImportSession, target: TargetTable): RowTarget {
  const sql = fillTableSql(target, target.columns, target.dialect);
  return {
    put: (rows) => session.attempt(sql, [{ name: 'rows', text: `[${rows.join(',')}]`, type: null }]),
  };
}
