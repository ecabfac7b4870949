import type { SchemaObject, SchemaObjectKind, TableFacts } from '#libs/api';
import { MOST_FOUND, type ObjectReader, type ObjectRequest } from '../../object-reader.js';
import type { CatalogClient, CatalogRow } from '../introspection/catalog-client.js';
import { DEFINE_OBJECT_SQL } from './define-object.sql.js';
import { LISTED_KINDS, listObjectsSql } from './list-objects.sql.js';
import { tableScript, type TableScriptDocument } from './table-script.js';
import { TABLE_SCRIPT_SQL } from './table-script.sql.js';
import { TABLE_DEPENDENTS_SQL, TABLE_RIGHTS_SQL } from './table-facts.sql.js';

/** Object ids are unsigned integers of 32 bits. */
const OID = /^\d{1,10}$/;
const MOST_OID = 0xffff_ffff;

/** Runs work that talks to the server, and notes whether it could be reached. */
type Reaching = <T>(signal: AbortSignal, talk: () => Promise<T>) => Promise<T>;

/** Reads objects from pg_catalog: one query for each kind. */
export class PostgresObjects implements ObjectReader {
  constructor(
    private readonly client: CatalogClient,
    private readonly reaching: Reaching,
  ) {}

  list(request: ObjectRequest, signal: AbortSignal): Promise<SchemaObject[]> {
    return this.reaching(signal, () => this.#list(request, signal));
  }

  definition(kind: SchemaObjectKind, id: string, signal: AbortSignal): Promise<string | null> {
    return this.reaching(signal, () => this.#definition(kind, id, signal));
  }

  tableFacts(schema: string, table: string, signal: AbortSignal): Promise<TableFacts | null> {
    return this.reaching(signal, () => this.#tableFacts(schema, table, signal));
  }

  tableScript(schema: string, table: string, signal: AbortSignal): Promise<string | null> {
    return this.reaching(signal, () => this.#tableScript(schema, table, signal));
  }

  async #list({ kind, schema, words }: ObjectRequest, signal: AbortSignal): Promise<SchemaObject[]> {
    const found: SchemaObject[] = [];
    for (const one of kind === null ? LISTED_KINDS : [kind]) {
      const sql = listObjectsSql(one);
      if (sql === null) continue;
      const rows = await this.client.query(sql, [schema, words, words === null ? null : MOST_FOUND], signal);
      found.push(...rows.map((row) => objectOf(one, row)));
    }
    return found;
  }

  async #definition(kind: SchemaObjectKind, id: string, signal: AbortSignal): Promise<string | null> {
    const sql = DEFINE_OBJECT_SQL[kind];
    if (sql === undefined || !OID.test(id) || Number(id) > MOST_OID) return null;
    const [row] = await this.client.queryQualified(sql, [id], signal);
    return row?.[0] ?? null;
  }

  async #tableScript(schema: string, table: string, signal: AbortSignal): Promise<string | null> {
    const [row] = await this.client.queryQualified(TABLE_SCRIPT_SQL, [schema, table], signal);
    return row?.[0] ? tableScript(JSON.parse(row[0]) as TableScriptDocument) : null;
  }

  async #tableFacts(schema: string, table: string, signal: AbortSignal): Promise<TableFacts | null> {
    const [row] = await this.client.query(TABLE_RIGHTS_SQL, [schema, table], signal);
    if (row === undefined) return null;
    const [owner = null, role = null, mayAlter, mayTruncate] = row;
    const dependents = await this.client.query(TABLE_DEPENDENTS_SQL, [schema, table], signal);
    return {
      owner,
      role,
      may_alter: mayAlter === 't',
      may_truncate: mayTruncate === 't',
      dependents: dependents.map(([description, isPart]) => ({
        description: description ?? '',
        is_part: isPart === 't',
      })),
    };
  }
}

function objectOf(kind: SchemaObjectKind, row: CatalogRow): SchemaObject {
  const [id, name, schema = null, table = null, args = null, detail, comment = null, members] = row;
  const list = members ? (JSON.parse(members) as string[]) : [];
  const names = { id: id ?? '', name: name ?? '', schema, table };
  return { kind, ...names, arguments: args, detail: detail ?? '', comment, members: list };
}
