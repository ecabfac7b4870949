import type { Dialect } from '../dialect.js';
import { wordRules } from '../lexer.js';
import { textWithNul } from '../nul-text.js';
import { outsideTransaction } from '../outside-transaction.js';
import { castPlace, decimalFault } from './cast-place.js';
import { IMPORTS } from './imports.js';
import { ownStatement } from './own-statement.js';
import { RESERVED_WORDS } from './reserved-words.js';

/** DuckDB replaces these spaces of Unicode before it reads a text. */
const SPACE = String.raw`[\t\n\f\r \u00A0\u2000-\u200B\u202F\u205F\u2060\u3000\uFEFF]+`;
const LETTERS = String.raw`\u0080-\u009F\u00A1-\u1FFF\u200C-\u202E\u2030-\u205E\u2061-\u2FFF\u3001-\uFEFE\uFF00-\uFFFF`;
/** A bare number is a DECIMAL of at most 38 digits: exact for integers and decimals, but rounded twice on its way to a float. */
const EXACT_NUMBER = /^-?\d{1,18}(?:\.\d{1,18})?$/;
const HELD_STATE_QUERY = ownStatement`SELECT 1 FROM duckdb_tables() WHERE temporary
  UNION ALL SELECT 1 FROM duckdb_views() WHERE temporary AND NOT internal`;

/** The SQL of DuckDB, also over a folder of files. */
export const DUCKDB: Dialect = {
  name: 'duckdb',
  lexer: {
    ...wordRules(SPACE, LETTERS),
    hasEscapeStrings: true,
    hasDollarQuotes: true,
    hasBacktickNames: false,
    hasBracketNames: false,
    hasTclVariables: false,
    hasNestedComments: true,
    endsLineAtReturn: true,
  },
  statements: {
    bracketsHoldStatements: false,
    bodyHead: null,
    hasAtomicBodies: false,
    hasCopyStreams: false,
    replacesTables: true,
    outsideTransaction: outsideTransaction('^(?:FORCE )?CHECKPOINT\\b', '^(?:ATTACH|DETACH|USE|SET|RESET|PRAGMA)\\b'),
  },
  // Names are compared without regard to case.
  names: { plain: /^[A-Za-z_][A-Za-z0-9_]*$/, reserved: RESERVED_WORDS, systemPrefix: null },
  values: {
    textLiteral: (text) => textWithNul(text, 'chr(0)'),
    numberLiteral: (printed, kind) => (kind !== 'float' && EXACT_NUMBER.test(printed) ? printed : null),
    bytesLiteral: null,
    bytesText: (digits) => digits.toUpperCase().replace(/../g, '\\x$&'),
    readsBytesFromText: true,
    textsHoldNul: true,
    hasBooleans: true,
    hasSinglePrecision: true,
    columnsKeepTypes: true,
    printedBytes: {
      isExact: (cell) => `TRY_CAST(${cell} AS BLOB)::VARCHAR = ${cell} AND true`,
      value: (cell) => `CAST(${cell} AS BLOB)`,
    },
    textBeginning: (column, _, characters) => `left(CAST(${column} AS VARCHAR), ${characters})`,
  },
  parameters: {
    marks: '$',
    mayHave: /(?<!:):[\p{L}_]|\$[\p{L}\p{N}_]/u,
    hasPrefixAliases: true,
    areInGrammar: false,
    bindsOwnTypes: false,
    place: castPlace,
    fault: decimalFault,
  },
  ddl: {
    // The engine makes up names that cannot be given again.
    namesConstraints: false,
    hasComments: true,
    impliedSchema: null,
    createIndex: 'CREATE INDEX',
    refusedBehindDroppedIndex: /^ALTER TABLE .* (?:DROP COLUMN|ALTER COLUMN .* TYPE)\b/s,
    truncate: { command: 'TRUNCATE', hasOptions: false },
    hasCascade: true,
    renamesViews: true,
    renamesObjects: false,
    function: { word: 'MACRO', hasArguments: false },
    triggersBelongToTables: false,
    addsNotNull: false,
    altersColumns: true,
    hasCollation: () => false,
    altersConstraints: false,
  },
  imports: IMPORTS,
  plans: {
    jsonPrefix: (isAnalyzed) => (isAnalyzed ? 'EXPLAIN (ANALYZE, FORMAT json) ' : 'EXPLAIN (FORMAT json) '),
    hasAnalyze: true,
  },
  sessions: { heldStateQuery: HELD_STATE_QUERY, hasSavepoints: false, localSetting: null, hasPostgis: false },
  // What a read-only transaction, a read-only database and a folder of files answer to a write.
  writes: {
    shownBy: 'refusal',
    message: /^(?:Cannot .* in read-only mode|The files of this connection are read-only)\b/s,
  },
  formatter: { language: 'duckdb', named: [':', '$'], numbered: ['$', '?'], isPositional: true },
};
