import type { HiddenPart } from '../api/index.js';
import type { TablePlace } from './insert-sql.js';

/** What keeps rows of a table from being shown: all of them, or some. */
export interface HiddenRows {
  readonly isAll: boolean;
  /** A sentence. */
  readonly reason: string;
}

/** Why rows of a table are not shown to the role of a connection; null where all of them are. */
export function hiddenRows({ schema, table }: TablePlace, hides: HiddenPart | undefined): HiddenRows | null {
  if (hides === 'schema') return { isAll: true, reason: `The role may not use the schema ${schema}.` };
  if (hides === 'table') return { isAll: true, reason: `The role may not read ${schema}.${table}.` };
  if (hides === 'rows') return { isAll: false, reason: `Row-level security may hide rows of ${schema}.${table}.` };
  return null;
}
