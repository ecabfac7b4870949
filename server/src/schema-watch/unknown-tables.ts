import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { SchemaContents, SchemaList, TableKind } from '#libs/api';
import { readTableSpelling, tablesInSchemas } from '#libs/catalog';
import { unresolvedText } from '#libs/contracts';
import { ConnectionsQueries } from '../connections/index.js';
import { Problem } from '../platform/index.js';

/** Names that are looked up among views; the others are only not found. */
const MOST_LOOKED_UP = 20;
const LOOKING_TIMEOUT_MS = 5_000;
/** What catalogs do not have. */
const UNCOVERED: ReadonlySet<TableKind> = new Set(['view', 'materialized_view']);

/** Says why names of tables mean none. */
@Injectable()
export class UnknownTables {
  constructor(private readonly connections: ConnectionsQueries) {}

  /** An `unknown-tables` for names that mean no table or several, which names views as such. */
  async problem(
    actor: Actor,
    connectionId: string,
    { unknown, ambiguous }: { readonly unknown: readonly string[]; readonly ambiguous: readonly string[] },
  ): Promise<Problem> {
    // A schema that cannot be read now leaves the names not found.
    const uncovered = await this.uncovered(actor, connectionId, unknown.slice(0, MOST_LOOKED_UP)).catch(() => []);
    const errors = [...unknown, ...ambiguous].map((name) => ({ pointer: '/tables', detail: name }));
    return new Problem('unknown-tables', unresolvedText({ unknown, ambiguous, uncovered }), { errors });
  }

  private async uncovered(actor: Actor, connectionId: string, names: readonly string[]): Promise<string[]> {
    if (names.length === 0) return [];
    const signal = AbortSignal.timeout(LOOKING_TIMEOUT_MS);
    const read = (part: { schema?: string }) => this.connections.schema(actor, connectionId, part, signal);
    const schemas = ((await read({})) as SchemaList).schemas.map(({ name }) => name);
    const places = names.flatMap((name) => {
      const spelled = readTableSpelling(name);
      const own = [{ schema: 'public', table: name }, ...tablesInSchemas(name, schemas)];
      return [...own, ...(spelled === null ? [] : [{ schema: spelled.schema ?? 'public', table: spelled.table }])].map(
        (place) => ({ ...place, name }),
      );
    });
    const found = new Set<string>();
    for (const schema of new Set(places.map((place) => place.schema).filter((one) => schemas.includes(one)))) {
      const { tables } = (await read({ schema })) as SchemaContents;
      const kinds = new Map(tables.map(({ name, kind }) => [name, kind]));
      for (const place of places.filter((one) => one.schema === schema)) {
        const kind = kinds.get(place.table);
        if (kind !== undefined && UNCOVERED.has(kind)) found.add(place.name);
      }
    }
    return [...found];
  }
}
