import type { ImportDateOrder, ParameterType, StatementError } from '../api/index.js';
import type { LexerRules } from './lexer.js';
import type { NumberKind } from './number-literal.js';
import type { SqlDialect } from './sql-dialect.js';

/** What differs between dialects and needs no database. Code asks for these properties and never for the name. */
export interface Dialect {
  readonly name: SqlDialect;
  readonly lexer: LexerRules;
  readonly statements: StatementRules;
  readonly names: NameRules;
  readonly values: ValueRules;
  readonly parameters: ParameterRules;
  readonly ddl: DdlRules;
  readonly imports: ImportRules;
  readonly plans: PlanRules;
  readonly sessions: SessionRules;
  readonly writes: WriteSign;
  readonly formatter: FormatterRules;
}

/** How a text is split into statements, and what some of them do. */
export interface StatementRules {
  /** A semicolon inside of brackets ends no statement. */
  readonly bracketsHoldStatements: boolean;
  /**
   * How a statement begins whose `BEGIN … END` body may hold semicolons: its words in upper case, each followed by a
   * space. Null where no statement has a body.
   */
  readonly bodyHead: RegExp | null;
  /** A body begins with `BEGIN ATOMIC`. Otherwise it begins with a `BEGIN` behind the `ON` of a trigger. */
  readonly hasAtomicBodies: boolean;
  /** `COPY` streams rows from and to the client. Otherwise the commands of its command-line shell begin with a dot. */
  readonly hasCopyStreams: boolean;
  /** `CREATE OR REPLACE TABLE` drops the table that is there. */
  readonly replacesTables: boolean;
  /** The statements that open no transaction, by their first tokens with a space between them. */
  readonly outsideTransaction: RegExp;
}

/** How names are written. */
export interface NameRules {
  /** A name that needs no quotes unless it is reserved. */
  readonly plain: RegExp;
  /** Words that are no bare name of a table or column, in lower case. */
  readonly reserved: ReadonlySet<string>;
  /** How the names of system tables begin that are found before those of the default schema; null where none are. */
  readonly systemPrefix: string | null;
}

/** How values are written and kept. */
export interface ValueRules {
  /** A text as a literal, or as an expression in brackets where no literal can hold it. */
  readonly textLiteral: (text: string) => string;
  /** A printed number as a bare literal of exactly this value; null where only a text has the value. */
  readonly numberLiteral: (printed: string, kind: NumberKind) => string | null;
  /** A printed cell of bytes that is a literal as it is; null where it is a text to be read. */
  readonly bytesLiteral: RegExp | null;
  /** Bytes, given as pairs of hexadecimal digits in any case, as a text that the engine reads as bytes. */
  readonly bytesText: (digits: string) => string;
  /** A text for a column of bytes is read as bytes. Otherwise its value needs the type `binary`. */
  readonly readsBytesFromText: boolean;
  readonly hasBooleans: boolean;
  /** A text may hold NUL. */
  readonly textsHoldNul: boolean;
  /** `real` and `float` have single precision. */
  readonly hasSinglePrecision: boolean;
  /** A column holds only values of its type. */
  readonly columnsKeepTypes: boolean;
  /** How printed bytes are read in the SQL of DuckDB; both take the printed text as an expression. */
  readonly printedBytes: {
    /** True where the text has the form of printed bytes. */
    readonly isExact: (cell: string) => string;
    /** The bytes. */
    readonly value: (cell: string) => string;
  };
  /** An expression for the first characters of a column's values as text; `column` is quoted. */
  readonly textBeginning: (column: string, type: string, characters: number) => string;
}

/** A parameter's value as far as its place in the text depends on it. */
export interface PlacedValue {
  readonly text: string | null;
  readonly type: ParameterType | null;
}

/** How parameters are written and bound. */
export interface ParameterRules {
  /** Marks in front of a name, apart from the colon, that make it a parameter. */
  readonly marks: string;
  /** Matches any text that has a parameter, and quickly refuses most others. */
  readonly mayHave: RegExp;
  /** `alias: value`: a colon behind a word is that of an alias. */
  readonly hasPrefixAliases: boolean;
  /** The engine's grammar accepts named parameters. */
  readonly areInGrammar: boolean;
  /** A number or a boolean is bound as what it is, because the engine finds no type by itself. */
  readonly bindsOwnTypes: boolean;
  /** What stands in the text for `place` (`$1`) with a value: the place itself, or a cast of it. */
  readonly place: (place: string, value: PlacedValue | undefined) => string;
  /** Why the engine would change a value of a type on its way, behind its name; null where it would not. */
  readonly fault: (value: PlacedValue) => string | null;
}

/** How tables, keys and indexes are written. */
export interface DdlRules {
  /** The name of a key can be given. */
  readonly namesConstraints: boolean;
  /** `COMMENT ON`. */
  readonly hasComments: boolean;
  /** The schema that is left out of names; null where every schema is written. */
  readonly impliedSchema: string | null;
  /** The command that makes an index, without locking the table where that is possible. */
  readonly createIndex: string;
  /** Statements that are refused in the transaction that has dropped an index of their column; null where none are. */
  readonly refusedBehindDroppedIndex: RegExp | null;
  /** What empties a table, and whether `RESTART IDENTITY` and `CASCADE` may follow it. */
  readonly truncate: { readonly command: string; readonly hasOptions: boolean };
  /** `DROP … CASCADE`. */
  readonly hasCascade: boolean;
  /** `ALTER VIEW … RENAME TO`. */
  readonly renamesViews: boolean;
  /** Objects that are no tables can be renamed. */
  readonly renamesObjects: boolean;
  /** What a function is called in DDL; its argument types follow its name where they distinguish it. */
  readonly function: { readonly word: string; readonly hasArguments: boolean };
  /** A trigger's name is one of its table. */
  readonly triggersBelongToTables: boolean;
  /** `ALTER TABLE … ADD COLUMN` takes NOT NULL; otherwise it is set afterwards. */
  readonly addsNotNull: boolean;
  /** `ALTER TABLE … ALTER COLUMN`: type, default and NOT NULL. */
  readonly altersColumns: boolean;
  /** Whether a column that gets this type takes `COLLATE` behind it. */
  readonly hasCollation: (type: string) => boolean;
  /** `ALTER TABLE … ADD CONSTRAINT`, and the same with DROP. */
  readonly altersConstraints: boolean;
}

/** How tables of imported files are created and filled. */
export interface ImportRules {
  /** The type of a new column that holds every value of a DuckDB type exactly. */
  readonly columnType: (duckdbType: string) => string;
  /**
   * `copy`: the engine reads CSV from its client. Otherwise rows come as one JSON array of arrays of texts, the parameter
   * `$1` of `from`, and `element` is the text of a column by its place from 0.
   */
  readonly rows: 'copy' | { readonly from: string; readonly element: (index: number) => string };
  /** The era of a date stands in brackets, as DuckDB prints it: ` (BC)`; without them it would be passed over. */
  readonly hasEraInBrackets: boolean;
  /**
   * The statement after which texts of dates are read in an order until the transaction ends, and only ISO dates where it
   * is null; null where the engine reads no other ones.
   */
  readonly readDatesIn: ((order: ImportDateOrder | null) => string) | null;
  /** The types that a person can choose for a new column, most frequent first. */
  readonly columnTypes: readonly string[];
  /**
   * An INSERT of the rows that `$1` has, a JSON array of objects, into columns of a quoted table: each text is read as the
   * column's type reads it, lengths included. Null where the dialect has none.
   */
  readonly insertRecords: ((table: string, columns: readonly string[]) => string) | null;
  /** Whether an error is about no row: other rows would be refused with it, too. `isInValue` where it names a value. */
  readonly isBeyondRows: (error: Pick<StatementError, 'sqlstate' | 'message'>, isInValue: boolean) => boolean;
}

/** How the engine shows its plans. */
export interface PlanRules {
  /**
   * What stands before a statement so that its plan comes as JSON; null where plans are not read. `version` is the
   * server's major version, `NaN` where it is unknown.
   */
  readonly jsonPrefix: ((isAnalyzed: boolean, version: number) => string) | null;
  /** `EXPLAIN ANALYZE` runs the statement. */
  readonly hasAnalyze: boolean;
}

/** What sessions of the engine have. */
export interface SessionRules {
  /** A query with a row where its session holds what would be lost with it, as far as the engine shows that. */
  readonly heldStateQuery: string;
  readonly hasSavepoints: boolean;
  /** The statement that gives a setting a value until the transaction ends; null where settings are locked. */
  readonly localSetting: ((name: string, literal: string) => string) | null;
  /** PostGIS may be installed. */
  readonly hasPostgis: boolean;
}

/**
 * How a statement that writes is found without running it: by the engine's parser, by how a read-only session refuses to
 * plan it, or by the program that EXPLAIN lists.
 */
export type WriteSign =
  | { readonly shownBy: 'parser' }
  | { readonly shownBy: 'refusal'; readonly message: RegExp }
  | {
      readonly shownBy: 'program';
      /** The message of a read-only session that was to write. */
      readonly message: RegExp;
    };

/** The language of `sql-formatter`, and what it takes for a parameter. */
export interface FormatterRules {
  readonly language: 'postgresql' | 'duckdb' | 'sqlite';
  readonly named: readonly (':' | '@' | '$')[];
  readonly numbered: readonly ('?' | '$')[];
  /** A bare `?` is a parameter. */
  readonly isPositional: boolean;
}
