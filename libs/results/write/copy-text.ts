import type { ResultColumn, ResultRow } from '../../api/index.js';
import type { SqlDialect } from '../../sql/index.js';
import { inList } from './in-list.js';
import { insertStatement } from './insert.js';
import { writeMarkdown } from './markdown.js';
import { writeResult } from './result-writer.js';
import { writeTsv } from './tsv.js';

/** What rows on the clipboard can be. */
export const COPY_FORMATS = ['csv', 'tsv', 'json', 'markdown', 'insert', 'in-list'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** Rows that are to be copied. */
export interface CopySubject {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly ResultRow[];
  readonly dialect: SqlDialect;
  /** The column whose values make an IN-list, counted from 0. */
  readonly column: number;
  /** False leaves out the line of names; of TSV only. */
  readonly hasNames?: boolean;
}

/** Rows as text for the clipboard; empty where the format has nothing to say of them. */
export function copyText(format: CopyFormat, { columns, rows, dialect, column, hasNames }: CopySubject): string {
  switch (format) {
    case 'csv':
    case 'json':
      return writeResult(format, columns, rows);
    case 'tsv':
      return writeTsv(columns, rows, hasNames);
    case 'markdown':
      return writeMarkdown(columns, rows);
    case 'insert':
      return insertStatement(columns, rows, dialect);
    case 'in-list':
      return inList(
        rows.map((row) => row[column] ?? null),
        columns[column] ?? { kind: 'text', type: 'text' },
        dialect,
      );
  }
}
