import type { ColumnKind, ResultColumn } from '#libs/api';
import { builtinType } from './type-name.js';

/** A column as RowDescription reports it. */
export interface FieldDescription {
  readonly name: string;
  /** The source table's object id, 0 where the column is no plain table column. */
  readonly tableID: number;
  /** Its number in that table, 0 likewise. */
  readonly columnID?: number;
  readonly dataTypeID: number;
  readonly dataTypeModifier: number;
}

/** A type as a result column shows it. */
export interface NamedType {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** A type by object id and modifier. */
export interface TypeReference {
  readonly oid: number;
  readonly typmod: number;
}

/** Asks the server for names; what it does not know is left out of the answer. */
export interface NameSource {
  tables(oids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  types(references: readonly TypeReference[]): Promise<readonly (NamedType & TypeReference)[]>;
}

/** Names that only the session with the open transaction sees. */
export interface UncommittedNames {
  readonly tables: ReadonlyMap<number, string>;
  /** By object id; such types have no modifier. */
  readonly types: ReadonlyMap<number, NamedType>;
}

interface Dated<T> {
  readonly value: T;
  readonly until: number;
}

/** A rename made elsewhere is seen after this time at the latest; one made through the workbench at once. */
const NAMES_LAST_MS = 60_000;

/** Above this many names the cache starts anew, so that it cannot grow with every temporary table. */
const MOST_NAMES = 20_000;

/** What `format_type` prints for a type that is not there. */
const UNKNOWN_TYPE: NamedType = { name: '???', kind: 'other' };

/**
 * Names the types and source tables of result columns. Built-in types are named without asking; everything else is
 * asked for once and remembered for a minute, so that a statement whose names are known costs no round trip. It is asked
 * on another line than the statement runs on, so what an open transaction has made is reported by its session.
 */
export class ColumnCatalog {
  readonly #tables = new Map<number, Dated<string | null>>();
  readonly #types = new Map<string, Dated<NamedType>>();

  constructor(
    private readonly source: NameSource,
    private readonly now: () => number,
  ) {}

  /** The columns where every name is at hand, else null. */
  known(fields: readonly FieldDescription[], own: UncommittedNames | null): ResultColumn[] | null {
    const now = this.now();
    const columns: ResultColumn[] = [];
    for (const field of fields) {
      const type = this.#type(field, own, now);
      const table = this.#table(field.tableID, own, now);
      if (!type || table === undefined) return null;
      columns.push({ name: field.name, type: type.name, kind: type.kind, table });
    }
    return columns;
  }

  /** The columns after asking the server for the missing names; a name it does not know is `???`, a table null. */
  async lookUp(fields: readonly FieldDescription[], own: UncommittedNames | null): Promise<ResultColumn[]> {
    await this.#ask(fields, own).catch(() => undefined);
    const now = this.now();
    return fields.map(({ name, ...field }) => {
      const type = this.#type(field, own, now) ?? UNKNOWN_TYPE;
      return { name, type: type.name, kind: type.kind, table: this.#table(field.tableID, own, now) ?? null };
    });
  }

  /** Drops every remembered name; called when a statement has changed the catalog. */
  forget(): void {
    this.#tables.clear();
    this.#types.clear();
  }

  #type(field: Omit<FieldDescription, 'name'>, own: UncommittedNames | null, now: number): NamedType | null {
    const builtin = builtinType(field.dataTypeID, field.dataTypeModifier);
    if (builtin) return builtin;
    const known = this.#types.get(typeKey(field.dataTypeID, field.dataTypeModifier));
    return own?.types.get(field.dataTypeID) ?? fresh(known, now) ?? null;
  }

  #table(oid: number, own: UncommittedNames | null, now: number): string | null | undefined {
    return oid === 0 ? null : (own?.tables.get(oid) ?? fresh(this.#tables.get(oid), now));
  }

  async #ask(fields: readonly FieldDescription[], own: UncommittedNames | null): Promise<void> {
    const oids = new Set<number>();
    const references = new Map<string, TypeReference>();
    const now = this.now();
    for (const field of fields) {
      if (this.#table(field.tableID, own, now) === undefined) oids.add(field.tableID);
      if (this.#type(field, own, now)) continue;
      const reference = { oid: field.dataTypeID, typmod: field.dataTypeModifier };
      references.set(typeKey(reference.oid, reference.typmod), reference);
    }
    if (this.#tables.size + this.#types.size > MOST_NAMES) this.forget();
    if (oids.size > 0) await this.#askTables([...oids]);
    if (references.size > 0) await this.#askTypes([...references.values()]);
  }

  async #askTables(oids: readonly number[]): Promise<void> {
    const names = await this.source.tables(oids);
    const until = this.now() + NAMES_LAST_MS;
    for (const [oid, value] of names) this.#tables.set(oid, { value, until });
  }

  async #askTypes(references: readonly TypeReference[]): Promise<void> {
    const types = await this.source.types(references);
    const until = this.now() + NAMES_LAST_MS;
    for (const { oid, typmod, name, kind } of types)
      this.#types.set(typeKey(oid, typmod), { value: { name, kind }, until });
  }
}

function fresh<T>(entry: Dated<T> | undefined, now: number): T | undefined {
  return entry && entry.until > now ? entry.value : undefined;
}

function typeKey(oid: number, typmod: number): string {
  return `${oid}:${typmod}`;
}
