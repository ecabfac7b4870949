import type { StatementError } from '#libs/api';
import type { CatalogObject, Dependent, Table } from '#libs/catalog';

/** A table as it was read, with what distinguishes it from another one of the same name. */
export interface ReadTable {
  /** In canonical form. */
  readonly table: Table;
  /** The engine's own id of the table: equal ids in one database are the same table, whatever it is called. */
  readonly objectId: string;
  /** The engine's own numbers of the columns, in their order; likewise. */
  readonly columnNumbers: readonly number[];
}

/** A view, enum or domain as it was read. */
export interface ReadObject {
  /** In canonical form. */
  readonly object: CatalogObject;
  /** As in `ReadTable`. */
  readonly objectId: string;
}

/** Everything that a catalog holds at one moment. */
export interface CatalogReading {
  /** Equal for equal catalogs of one database: nothing needs to be read while it stays. */
  readonly fingerprint: string;
  /** Which database this is; ids mean nothing in another one. */
  readonly database: string;
  /** As the server reports it. */
  readonly serverVersion: string;
  /** False where the catalog was being changed each time that it was read. */
  readonly isStable: boolean;
  /** Without partitions and tables of extensions. */
  readonly tableCount: number;
  /** Schemas with watched tables that the role may not use, by name: a catalog shows tables that cannot be read. */
  readonly inaccessibleSchemas: readonly string[];
  /** Ordered by schema and name; put together one at a time during the iteration, each time anew. */
  readonly tables: Iterable<ReadTable>;
  /** Ordered by kind, schema and name. */
  readonly objects: readonly ReadObject[];
  /** What the views of people's schemas read, in no promised order. */
  readonly dependents: readonly Dependent[];
}

/** The catalog is as it was when the given fingerprint was taken. */
export interface UnchangedCatalog {
  readonly fingerprint: string;
  readonly tables: null;
  /** As in a reading; a role can lose a right without a change of the catalog. */
  readonly inaccessibleSchemas: readonly string[];
}

/** How long a rehearsed statement may wait for a lock, and take. */
export interface RehearsalLimits {
  readonly lockTimeoutMs: number;
  readonly statementTimeoutMs: number;
}

/** How one statement of a rehearsal ended; `error.position` is 1-based in the statement's own text. */
export interface RehearsedStatement {
  readonly elapsedMs: number;
  readonly error: StatementError | null;
}

/** What statements would do to a catalog; nothing of it was kept. */
export interface Rehearsal {
  readonly before: CatalogReading;
  /** Up to the first that failed. */
  readonly statements: readonly RehearsedStatement[];
  /** Null where a statement failed. */
  readonly after: CatalogReading | null;
}

/** Processes the tables of a reading, and its objects, which are read after them. */
export type TablesUse = (tables: Iterable<ReadTable>, objects: Promise<readonly ReadObject[]>) => Promise<void>;

/** Reads whole catalogs; only engines with a relational catalog have one. */
export interface CatalogReader {
  /**
   * Reads everything, or nothing where the fingerprint is still `knownFingerprint`. `use` is called with the tables
   * while the server is still asked whether anything moved meanwhile, and again where it did: its last call counts, and
   * is waited for. The tables are gone afterwards, so that they take no memory longer than they have to. With
   * `snapshot`, which another session has exported, the catalog is read once, as that session sees it. Throws
   * `ConnectFailure`.
   */
  readCatalog(
    signal: AbortSignal,
    knownFingerprint: string | null,
    use?: TablesUse,
    snapshot?: string,
  ): Promise<CatalogReading | UnchangedCatalog>;
  /**
   * Runs statements one after another in a transaction of its own that is rolled back whatever happens, and reads the
   * catalog before and after them inside it. The statements must not begin or end transactions. Throws `ConnectFailure`.
   */
  rehearse(statements: readonly string[], limits: RehearsalLimits, signal: AbortSignal): Promise<Rehearsal>;
}
