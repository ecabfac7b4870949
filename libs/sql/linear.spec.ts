import { describe, expect, it } from '@jest/globals';
import { destructiveFindings } from '../write-safety/index.js';
import type { SqlDialect } from '../dialects/index.js';
import {
  changesData,
  clientCommand,
  complete,
  indexCatalog,
  offsetAfterFormat,
  readExplainText,
  readRunText,
  isEquivalent,
  splitStatements,
  syntaxMarker,
  withPlainParameters,
} from './index.js';

const emptyIndex = (dialect: SqlDialect) =>
  indexCatalog({ dialect, search_path: [], schemas: [], column_types: [], types: [], keywords: [] });
const INDEXES = { postgres: emptyIndex('postgres'), duckdb: emptyIndex('duckdb'), sqlite: emptyIndex('sqlite') };

const READINGS: Readonly<Record<string, (text: string, dialect: SqlDialect) => unknown>> = {
  splitStatements,
  clientCommand,
  withPlainParameters,
  readRunText,
  destructiveFindings,
  changesData,
  readExplainText: (text, dialect) => readExplainText(text, dialect, 1_000_000),
  isEquivalent: (text, dialect) => isEquivalent(text, text, dialect),
  offsetAfterFormat: (text) => offsetAfterFormat(text, text, text.length),
  complete: (text, dialect) => complete(INDEXES[dialect], text, text.length),
  syntaxMarker: (text) => syntaxMarker({ sql: text, start: 0, end: text.length }, { message: '', offset: text.length }),
};

/** What texts are made of that keep a careless reader busy. */
const PARTS = [
  ...['a ', "'a' ", "E'' ", "E'a''", "E'\\", 'a;', '$a$ $a$ ', '$a$b', '$a', '$', '(', ')', '[', '{', '/* ', '/**/'],
  ...['-- x\n', '\r', '\n', ' ', '\t', ':a ', ':a', '$1 ', '"a" ', '"', '`', '@a ', '?', 'a.', '+-*/', ':', 'é', '\\'],
  ...['DROP TABLE a,', 'DELETE FROM t;', 'UPDATE t SET a=1 WHERE true OR ', 'WITH x AS (', 'CASE ', 'JOIN a ON '],
  ...['@a(', '$a(', '#a(', ':a(', '@a::', '@a::('],
  ...['-', '--', '--\n', '\u200B', '\v', "\n'"],
  ...['CREATE FUNCTION f() BEGIN ', 'EXPLAIN ', 'EXPLAIN (', 'COPY a FROM (', '.a;', 'ALTER TABLE a DETACH PARTITION '],
];

/** What such parts may follow: a string that a newline may continue, and what is not closed. */
const LEADS = ['', "E'a' ", "E'a'\n", "E'a' --", 'SELECT "', '(', '$1 '];

const CASES = Object.entries(READINGS).flatMap(([name, read]) => {
  const isOfAllDialects = ['splitStatements', 'readRunText', 'destructiveFindings', 'complete'].includes(name);
  const dialects = isOfAllDialects ? (['postgres', 'duckdb', 'sqlite'] as const) : (['postgres'] as const);
  return dialects.map((dialect) => ({ name, dialect, read }));
});

describe('reading SQL', () => {
  it.each(CASES)('by $name for $dialect takes a time linear in the text', ({ read, dialect }) => {
    const texts = LEADS.flatMap((lead) => PARTS.map((part) => [lead, part] as const));
    const slow = texts.filter(([lead, part]) => !isLinear((text) => read(text, dialect), lead, part));
    expect(slow).toEqual([]);
  });
});

/**
 * Ten times the text takes less than 40 times the processor time, a square 100 times. One of three tries is enough. A
 * time that doubles with each character shows in a short text already.
 */
function isLinear(read: (text: string) => unknown, lead: string, part: string): boolean {
  const msOf = (length: number) => {
    const text = lead + part.repeat(Math.ceil(length / part.length));
    const begun = process.cpuUsage();
    read(text);
    return process.cpuUsage(begun).user / 1000;
  };
  const length = lead === '' ? 10_000 : 3_000;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (msOf(36) > 100) continue;
    const [short, long] = [msOf(length), msOf(10 * length)];
    if (long < 100 || long < 40 * short) return true;
  }
  return false;
}
