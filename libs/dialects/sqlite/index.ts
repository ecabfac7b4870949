import type { Dialect } from '../dialect.js';
import { BEYOND_ASCII, wordRules } from '../lexer.js';
import { textWithNul } from '../nul-text.js';
import { PLAIN_NUMBER } from '../number-literal.js';
import { outsideTransaction } from '../outside-transaction.js';
import { IMPORTS } from './imports.js';
import { RESERVED_WORDS } from './reserved-words.js';

/** A vertical tab is space behind other space alone, and a byte order mark is space unless a word is in front of it. */
const SPACE = String.raw`(?:[\t\n\f\r ][\t-\r ]*|\uFEFF)+`;
const NO_BYTE_ORDER_MARK = String.raw`\u0080-\uFEFE\uFF00-\uFFFF`;

/** The engine has no words for infinite numbers, and reads what is too large as one. */
const INFINITE = new Map([
  ['Inf', '9e999'],
  ['-Inf', '-9e999'],
]);

/** The SQL of SQLite. */
export const SQLITE: Dialect = {
  name: 'sqlite',
  lexer: {
    ...wordRules(SPACE, NO_BYTE_ORDER_MARK, BEYOND_ASCII),
    hasEscapeStrings: false,
    hasDollarQuotes: false,
    hasBacktickNames: true,
    hasBracketNames: true,
    hasTclVariables: true,
    hasNestedComments: false,
    endsLineAtReturn: false,
  },
  statements: {
    bracketsHoldStatements: false,
    bodyHead: /^(?:EXPLAIN (?:QUERY PLAN )?)?CREATE (?:TEMP |TEMPORARY )?TRIGGER /,
    hasAtomicBodies: false,
    hasCopyStreams: false,
    replacesTables: false,
    outsideTransaction: outsideTransaction('^(?:SAVEPOINT|RELEASE|VACUUM|PRAGMA|ATTACH|DETACH)\\b'),
  },
  // Names are compared without regard to case.
  names: { plain: /^[A-Za-z_][A-Za-z0-9_]*$/, reserved: RESERVED_WORDS, systemPrefix: null },
  values: {
    textLiteral: (text) => textWithNul(text, 'char(0)'),
    numberLiteral: (printed) => INFINITE.get(printed) ?? (PLAIN_NUMBER.test(printed) ? printed : null),
    bytesLiteral: /^X'[0-9A-F]*'$/,
    bytesText: (digits) => `X'${digits.toUpperCase()}'`,
    readsBytesFromText: false,
    // Booleans are 1 and 0, and `true` would be kept as a text.
    textsHoldNul: true,
    hasBooleans: false,
    hasSinglePrecision: false,
    columnsKeepTypes: false,
    printedBytes: {
      isExact: (cell) => `regexp_full_match(${cell}, 'X''([0-9A-F]{2})*''')`,
      value: (cell) => `unhex(${cell}[3:-2])`,
    },
    textBeginning: (column, _, characters) =>
      `CASE typeof(${column}) WHEN 'blob' THEN NULL ELSE substr(CAST(${column} AS TEXT), 1, ${characters}) END`,
  },
  parameters: {
    marks: '$@',
    mayHave: /(?<!:):[\p{L}_]|@[\p{L}_]|\$[\p{L}\p{N}_]/u,
    hasPrefixAliases: false,
    areInGrammar: true,
    bindsOwnTypes: true,
    place: (place) => place,
    fault: () => null,
  },
  ddl: {
    // The engine makes up names that cannot be given again.
    namesConstraints: false,
    hasComments: false,
    impliedSchema: 'main',
    createIndex: 'CREATE INDEX',
    refusedBehindDroppedIndex: null,
    truncate: { command: 'DELETE FROM', hasOptions: false },
    hasCascade: false,
    renamesViews: false,
    renamesObjects: false,
    function: { word: 'FUNCTION', hasArguments: false },
    triggersBelongToTables: false,
    addsNotNull: true,
    altersColumns: false,
    hasCollation: () => false,
    altersConstraints: false,
  },
  imports: IMPORTS,
  plans: { jsonPrefix: null, hasAnalyze: false },
  sessions: {
    heldStateQuery: 'SELECT 1 FROM sqlite_temp_master',
    hasSavepoints: true,
    localSetting: null,
    hasPostgis: false,
  },
  writes: { shownBy: 'program', message: /^attempt to write a readonly database\b/ },
  formatter: { language: 'sqlite', named: [':', '@', '$'], numbered: ['?', '$'], isPositional: true },
};
