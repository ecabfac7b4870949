import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { ROOT } from '../project.mjs';
import { DIALECT_NAMES } from './dialect-names.mjs';

/** The number of refused names in a text that stands at a path. */
function refusedIn(text: string, path = 'libs/ddl/planted.ts'): number {
  const linter = new Linter({ configType: 'flat', cwd: ROOT });
  const parsed = { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } };
  const messages = linter.verify(text, [parsed, DIALECT_NAMES], join(ROOT, path));
  expect(messages.filter(({ fatal }) => fatal === true)).toEqual([]);
  return messages.filter(({ ruleId }) => ruleId === 'workbench/dialect-names').length;
}

describe('the name of a dialect', () => {
  it.each([
    "if (dialect === 'postgres') run();",
    "const isOther = 'sqlite' !== dialect;",
    "switch (dialect) { case 'duckdb': run(); }",
    "quoteIdentifier(name, 'mysql');",
    "function read(dialect = 'postgres') {}",
    "read({ dialect: 'sqlite' });",
    "const known = ['duckdb'];",
    "const dialect = connection ? connection.dialect : 'postgres';",
  ])('is refused: %s', (text) => {
    expect(refusedIn(text)).toBe(1);
  });

  it.each([
    "type Engine = 'postgres' | 'duckdb';",
    "const plan = { engine: 'duckdb' };",
    "const words = ['postgresql', 'Postgres'];",
    "import driver from 'postgres';",
    'const rules = { postgres: 1 };',
  ])('is accepted: %s', (text) => {
    expect(refusedIn(text)).toBe(0);
  });

  it.each([
    ['libs/sql/split-statements.ts', 1],
    ['server/src/studio/runs.service.ts', 1],
    ['client/src/app/studio/editor/ui/sql-editor.ts', 1],
    ['libs/dialects/postgres/index.ts', 0],
    ['server/src/connections/engines/duckdb/duckdb-connector.ts', 0],
    ['libs/sql/split-statements.spec.ts', 0],
    ['server/src/demo/demo.service.ts', 0],
  ])('is looked for in its place: %s', (path, count) => {
    expect(refusedIn("if (dialect === 'postgres') run();", path)).toBe(count);
  });
});
