import type { ExploreHit } from '#libs/api';
import { CATALOG_DIALECT } from '#libs/dialects';
import { quoteIdentifier } from '#libs/sql';

export type ExploreView = 'tables' | 'diagram' | 'spatial';

/** A table of a connection. */
export interface TableAt {
  readonly connectionId: string;
  readonly schema: string;
  readonly table: string;
}

/** What the address says: what is looked for, where, and what is looked at. */
export interface ExploreState {
  readonly words: string;
  /** Null is every connection. */
  readonly within: string | null;
  readonly view: ExploreView;
  readonly at: TableAt | null;
}

/** Rows of a sample. */
const SAMPLE_ROWS = 20;

/** Reads the address. */
export function exploreState(query: (name: string) => string | null): ExploreState {
  const [connectionId, schema, table] = [query('on'), query('schema'), query('table')];
  const isAt = connectionId !== null && schema !== null && table !== null;
  return {
    words: query('q') ?? '',
    within: query('in'),
    view: viewIn(query('view')),
    at: isAt ? { connectionId, schema, table } : null,
  };
}

function viewIn(text: string | null): ExploreView {
  return text === 'spatial' || text === 'diagram' ? text : 'tables';
}

/** The part of the address that names a table. */
export function addressOfTable({ connectionId, schema, table }: TableAt): Record<string, string> {
  return { on: connectionId, schema, table };
}

/** The table that a hit is in. */
export function tableOf({ connection_id: connectionId, schema, table }: ExploreHit): TableAt {
  return { connectionId, schema, table };
}

/** The statement of a sample. */
export function sampleStatement({ schema, table }: TableAt): string {
  const name = [schema, table].map((part) => quoteIdentifier(part, CATALOG_DIALECT)).join('.');
  return `SELECT * FROM ${name} LIMIT ${SAMPLE_ROWS}`;
}
