import type {
  CompletionCatalog,
  CompletionForeignKey,
  CompletionSchema,
  CompletionTable,
  FunctionName,
  HiddenPart,
  TableKind,
} from '#libs/api';

/** What an engine knows of everything that can be completed, and a text that changes with it. */
export interface CompletionReading {
  readonly fingerprint: string;
  readonly catalog: CompletionCatalog;
}

/** A table with the names of its columns and, at the same places, of their types. */
export interface CompletionTableRow {
  readonly schema: string;
  readonly name: string;
  readonly kind: TableKind;
  readonly columns: readonly string[];
  readonly types: readonly string[];
  /** Empty where there is none. */
  readonly primaryKey: readonly string[];
  /** What the role may not see of it. */
  readonly hides?: HiddenPart | undefined;
  readonly partitionOf?: CompletionTable['partition_of'] | undefined;
  readonly isOfExtension?: boolean;
}

/** Puts an engine's rows together: each type's name is kept once, and schemas come into being as they are met. */
export class CompletionBuilder {
  private readonly schemas = new Map<string, CompletionSchema>();
  private readonly tables = new Map<string, CompletionTable>();
  private readonly typePlaces = new Map<string, number>();

  /** `isSystem` recognizes the engine's own schemas by their names. */
  constructor(private readonly isSystem: (schema: string) => boolean) {}

  schema(name: string): CompletionSchema {
    const known = this.schemas.get(name);
    if (known) return known;
    const made: CompletionSchema = { name, is_system: this.isSystem(name), tables: [], functions: [] };
    this.schemas.set(name, made);
    return made;
  }

  table({ schema, name, kind, columns, types, primaryKey, ...rest }: CompletionTableRow): void {
    const { hides, partitionOf, isOfExtension } = rest;
    const table: CompletionTable = {
      ...{ name, kind, columns: [...columns], types: types.map((type) => this.placeOf(type)) },
      ...(primaryKey.length > 0 ? { primary_key: [...primaryKey] } : {}),
      ...(hides ? { hides } : {}),
      ...(partitionOf ? { partition_of: partitionOf } : {}),
      ...(isOfExtension === true ? { is_extension: true } : {}),
    };
    this.tables.set(keyOf(schema, name), table);
    this.schema(schema).tables.push(table);
  }

  /** Does nothing for a table that was not named before. */
  foreignKey(schema: string, name: string, key: CompletionForeignKey): void {
    const table = this.tables.get(keyOf(schema, name));
    if (table) (table.foreign_keys ??= []).push(key);
  }

  function(schema: string, entry: FunctionName): void {
    this.schema(schema).functions.push(entry);
  }

  catalog(rest: Pick<CompletionCatalog, 'dialect' | 'search_path' | 'types' | 'keywords'>): CompletionCatalog {
    return { ...rest, schemas: [...this.schemas.values()], column_types: [...this.typePlaces.keys()] };
  }

  private placeOf(type: string): number {
    const known = this.typePlaces.get(type);
    if (known !== undefined) return known;
    this.typePlaces.set(type, this.typePlaces.size);
    return this.typePlaces.size - 1;
  }
}

function keyOf(schema: string, table: string): string {
  return `${schema}\0${table}`;
}
