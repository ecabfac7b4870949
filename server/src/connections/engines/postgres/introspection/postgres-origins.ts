import type { SourceTable } from '#libs/changes';
import type { RowOrigins } from '../../row-origins.js';
import type { CatalogClient } from './catalog-client.js';
import { ORIGINS_SQL } from './origin.sql.js';

/** What `ORIGINS_SQL` answers. */
interface OriginDocument {
  readonly relation: string;
  readonly schema: string;
  readonly table: string;
  readonly relkind: string;
  readonly is_temporary: boolean;
  readonly is_user: boolean;
  readonly has_children: boolean;
  readonly is_standby: boolean;
  readonly reads_only: boolean;
  readonly can_insert: boolean;
  readonly can_update: boolean;
  readonly can_delete: boolean;
  readonly columns: { attribute: string; name: string; can_read: boolean; can_write: boolean }[];
  readonly keys: string[][];
}

const NO_TABLES: Readonly<Record<string, string>> = {
  v: 'a view',
  m: 'a materialized view',
  f: 'a foreign table, which other transactions write as well',
};

/** Reads from pg_catalog what the tables behind the columns of a result allow. */
export class PostgresOrigins implements RowOrigins {
  constructor(private readonly client: CatalogClient) {}

  async tables(relations: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, SourceTable>> {
    if (relations.length === 0) return new Map();
    const rows = await this.client.query(ORIGINS_SQL, [relations], signal);
    const documents = rows.map(([text]) => JSON.parse(text ?? '') as OriginDocument);
    return new Map(documents.map((document) => [document.relation, sourceOf(document)]));
  }
}

function sourceOf(document: OriginDocument): SourceTable {
  const { schema, table, columns, keys } = document;
  return {
    ...{ schema, table, keys, obstacle: obstacleOf(document) },
    columns: columns.map(({ attribute, name, can_read: canRead, can_write: canWrite }) => {
      return { attribute, name, canRead, canWrite };
    }),
    ...{ canInsert: document.can_insert, canUpdate: document.can_update, canDelete: document.can_delete },
  };
}

function obstacleOf({ schema, table, relkind, ...facts }: OriginDocument): string | null {
  const name = `${schema}.${table}`;
  const kind = NO_TABLES[relkind];
  if (kind !== undefined) return `${name} is ${kind}.`;
  if (facts.is_temporary) return `${table} is a temporary table, which other sessions do not see.`;
  if (!facts.is_user) return `${name} is a system table.`;
  if (facts.is_standby) return 'The server is a standby, which allows no writes.';
  if (facts.reads_only) return 'Transactions are read-only here by default (default_transaction_read_only).';
  return facts.has_children ? `Other tables inherit from ${name}, so that its key may not be unique.` : null;
}
