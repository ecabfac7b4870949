import type { Dialect } from '../dialect.js';
import { BEYOND_ASCII, wordRules } from '../lexer.js';
import { PLAIN_NUMBER } from '../number-literal.js';
import { outsideTransaction } from '../outside-transaction.js';
import { HELD_STATE_QUERY } from './held-state-query.js';
import { hasCollation } from './collatable-types.js';
import { IMPORTS } from './imports.js';
import { RESERVED_WORDS } from './reserved-words.js';
import { textLiteral } from './text-literal.js';

/** The first version whose EXPLAIN prints the settings that bear on a plan. */
const SETTINGS_SINCE = 12;

/** The SQL of Postgres, versions 13 to 18. */
export const POSTGRES: Dialect = {
  name: 'postgres',
  lexer: {
    ...wordRules(String.raw`[\t-\r ]+`, BEYOND_ASCII),
    hasEscapeStrings: true,
    hasDollarQuotes: true,
    hasBacktickNames: false,
    hasBracketNames: false,
    hasTclVariables: false,
    hasNestedComments: true,
    endsLineAtReturn: true,
  },
  statements: {
    bracketsHoldStatements: true,
    bodyHead: /^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE) /,
    hasAtomicBodies: true,
    hasCopyStreams: true,
    replacesTables: false,
    outsideTransaction: outsideTransaction(
      '^PREPARE TRANSACTION\\b',
      '^VACUUM\\b',
      '^(?:CREATE|DROP) (?:DATABASE|TABLESPACE)\\b',
      '^(?:CREATE|ALTER|DROP) SUBSCRIPTION\\b',
      '^ALTER SYSTEM\\b',
      '^ALTER DATABASE .* SET TABLESPACE\\b',
      '^(?:CREATE (?:UNIQUE )?|DROP )INDEX CONCURRENTLY\\b',
      '^REINDEX (?:\\( [^)]* \\) )?(?:SCHEMA|DATABASE|SYSTEM)\\b',
      '^REINDEX .*\\bCONCURRENTLY\\b',
      '^ALTER TABLE .* DETACH PARTITION .* CONCURRENTLY\\b',
      '^CLUSTER(?: VERBOSE| \\( [^)]* \\))?$',
      '^DISCARD ALL\\b',
    ),
  },
  // Unquoted names are folded to lower case.
  names: { plain: /^[a-z_][a-z0-9_]*$/, reserved: RESERVED_WORDS, systemPrefix: 'pg_' },
  values: {
    textLiteral,
    // A bare -0 is the integer 0.
    numberLiteral: (printed) => (PLAIN_NUMBER.test(printed) && printed !== '-0' ? printed : null),
    bytesLiteral: null,
    bytesText: (digits) => `\\x${digits.toLowerCase()}`,
    readsBytesFromText: true,
    textsHoldNul: false,
    hasBooleans: true,
    hasSinglePrecision: true,
    columnsKeepTypes: true,
    printedBytes: {
      isExact: (cell) => String.raw`regexp_full_match(${cell}, '\\x([0-9a-f]{2})*')`,
      value: (cell) => `unhex(substr(${cell}, 3))`,
    },
    textBeginning,
  },
  parameters: {
    marks: '',
    mayHave: /(?<!:):[\p{L}_]|\$\d/u,
    hasPrefixAliases: false,
    areInGrammar: false,
    bindsOwnTypes: false,
    place: (place) => place,
    fault: () => null,
  },
  ddl: {
    namesConstraints: true,
    hasComments: true,
    impliedSchema: null,
    createIndex: 'CREATE INDEX CONCURRENTLY',
    refusedBehindDroppedIndex: null,
    truncate: { command: 'TRUNCATE TABLE', hasOptions: true },
    hasCascade: true,
    renamesViews: true,
    renamesObjects: true,
    function: { word: 'FUNCTION', hasArguments: true },
    triggersBelongToTables: true,
    addsNotNull: true,
    altersColumns: true,
    hasCollation,
    altersConstraints: true,
  },
  imports: IMPORTS,
  plans: { jsonPrefix, hasAnalyze: true },
  sessions: {
    heldStateQuery: HELD_STATE_QUERY,
    hasSavepoints: true,
    localSetting: (name, literal) => `SET LOCAL ${name} = ${literal}`,
    hasPostgis: true,
  },
  writes: { shownBy: 'parser' },
  formatter: { language: 'postgresql', named: [':'], numbered: ['$'], isPositional: false },
};

function textBeginning(column: string, type: string, characters: number): string {
  // As text, binary data takes twice its size.
  const value = type === 'bytea' ? `pg_catalog.substr(${column}, 1, ${characters})` : column;
  return `pg_catalog.left(${value}::pg_catalog.text, ${characters})`;
}

function jsonPrefix(isAnalyzed: boolean, version: number): string {
  const options = isAnalyzed ? ['ANALYZE', 'BUFFERS'] : [];
  if (version >= SETTINGS_SINCE) options.push('SETTINGS');
  return `EXPLAIN (${[...options, 'FORMAT JSON'].join(', ')}) `;
}
