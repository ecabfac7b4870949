import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ReferencedRows, TableDetails } from '#libs/api';
import { labelColumn } from '#libs/rows';
import { ConnectFailure, ConnectionsQueries, SessionSlots, problemOfConnectFailure } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';
import { isAborted, LOOKUP_MS, lookUp } from './lookup-session.js';
import type { LookupPlace } from './lookup-session.js';
import { MOST_ROWS, referencedSql } from './referenced-sql.js';
import type { SearchedTable } from './referenced-sql.js';

/** The column with a foreign key, and what its rows are searched by. */
export interface ReferencedRequest {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly search: string;
}

type References = NonNullable<ReferencedRows['references']>;

/** Finds the rows that a column with a foreign key can refer to. */
@Injectable()
export class ReferencedRowsService {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly slots: SessionSlots,
  ) {}

  /**
   * At most 50 rows whose key begins with a text, or whose describing column has it; with a reason where the database does
   * not let them be read, or takes longer than 2 s. Throws `connection-not-found`, `table-not-found`, `person-limit`,
   * `session-limit`, and what kept the database from being reached.
   */
  async find(
    actor: Actor,
    connectionId: string,
    request: ReferencedRequest,
    isGone: AbortSignal,
  ): Promise<ReferencedRows> {
    const connector = await this.connections.connector(actor, connectionId);
    const signal = AbortSignal.any([isGone, AbortSignal.timeout(LOOKUP_MS)]);
    const place = { actor, connectionId, connector, signal };
    let references: References | null = null;
    try {
      const { foreign_keys: keys } = await this.table(place, request);
      const key = keys.find(({ columns }) => columns.length === 1 && columns[0] === request.column);
      if (!key) return { references: null, items: [], is_incomplete: false, reason: null };
      const { schema, table, columns } = key.references;
      references = { schema, table, column: columns[0] ?? '' };
      return { references, ...(await this.search(place, references, request.search)) };
    } catch (error) {
      if (isAborted(signal)) return refused(references, 'Searching the rows took longer than 2 s.');
      const isHidden = references !== null && error instanceof Problem && error.code === 'table-not-found';
      if (isHidden) return refused(references, `The role may not read ${nameOf(references)}.`);
      throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
    }
  }

  private async search(
    place: LookupPlace,
    references: References,
    search: string,
  ): Promise<Omit<ReferencedRows, 'references'>> {
    const { columns } = await this.table(place, references);
    const of = (name: string | null): SearchedTable['label'] => columns.find((column) => column.name === name) ?? null;
    const key = of(references.column) ?? { name: references.column, type: '' };
    const searched = { ...references, key, label: of(labelColumn(columns, references.column)) };
    const { rows, reason, isDenied } = await lookUp(
      this.slots,
      place,
      referencedSql(searched, search, place.connector.dialect),
    );
    if (isAborted(place.signal)) throw place.signal.reason;
    const items = rows.slice(0, MOST_ROWS).map(([found, label]) => ({ key: found ?? '', label: label ?? null }));
    if (isDenied) return { items: [], is_incomplete: false, reason: `The role may not read ${nameOf(references)}.` };
    const sentence = reason === null ? null : `You cannot search ${nameOf(references)}: ${reason}`;
    return { items, is_incomplete: rows.length > MOST_ROWS, reason: sentence };
  }

  private async table(
    { actor, connectionId, signal }: LookupPlace,
    { schema, table }: { schema: string; table: string },
  ): Promise<TableDetails> {
    return (await this.connections.schema(actor, connectionId, { schema, table }, signal)) as TableDetails;
  }
}

function refused(references: References | null, reason: string): ReferencedRows {
  return { references, items: [], is_incomplete: false, reason };
}

function nameOf(references: References | null): string {
  return references === null ? 'the table' : `${references.schema}.${references.table}`;
}
