import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { inProject } from '../project.mjs';
import { lintWithTypes, typedRules } from './typed-rules.mjs';

/** Breaks one rule each. */
const BROKEN: readonly (readonly [rule: string, text: string])[] = [
  ['no-floating-promises', 'Promise.resolve(1);'],
  ['no-misused-promises', 'if (Promise.resolve(true)) void 0;'],
  ['no-unsafe-assignment', "export const parsed: string = JSON.parse('1');"],
  ['no-unsafe-enum-assignment', 'enum Sort { up = 1 }\nexport const sort: Sort = (0 as number) + 1;'],
  ['no-unnecessary-condition', "const text: string = 'a';\nexport const length = text?.length;"],
  ['prefer-optional-chain', 'export const n = (a: string[] | null) => a !== null && a.length;'],
  ['restrict-template-expressions', 'export const text = (one: object) => `${one}`;'],
];
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'typed-rules-'));
  const compilerOptions = { strict: true, target: 'ES2023', types: [] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('rules that need types', () => {
  it('are all known to oxlint', async () => {
    const known = execFileSync(process.execPath, [
      inProject('node_modules/oxlint/bin/oxlint'),
      '--rules',
      '--format=json',
    ]);
    const names = (JSON.parse(known.toString()) as { scope: string; value: string }[]).map(
      ({ scope, value }) => `${scope}/${value}`,
    );
    const rules = Object.keys(await typedRules());
    expect(rules.length).toBeGreaterThan(45);
    expect(rules.filter((rule) => !names.includes(rule))).toEqual([]);
  });

  it.each(['client/src/main.ts', 'libs/sql/index.ts', 'e2e/first-minute.e2e.ts', 'tools/lint/typed-rules.spec.ts'])(
    'are the same for %s',
    async (file) => {
      const eslint = new ESLint({ cwd: inProject('.') });
      const names = Object.keys(await typedRules()).map((name) => name.replace('typescript/', '@typescript-eslint/'));
      const rulesOf = async (path: string) => {
        const { rules } = (await eslint.calculateConfigForFile(path)) as { rules: Record<string, unknown> };
        return names.map((name) => rules[name]);
      };
      expect(await rulesOf(file)).toEqual(await rulesOf('server/src/main.ts'));
    },
  );

  it.each(BROKEN)('find what breaks %s', async (rule, text) => {
    const file = join(folder, `${rule}.ts`);
    await writeFile(file, `${text}\nexport {};\n`);
    const { exitCode, output } = await lintWithTypes([file]);
    expect(output).toContain(rule);
    expect(exitCode).toBe(1);
  });

  it('find nothing in what is good', async () => {
    const file = join(folder, 'good.ts');
    await writeFile(file, 'export const length = (text: string) => text.length;\n');
    expect(await lintWithTypes([file])).toMatchObject({ exitCode: 0 });
  });
});
