import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lintWithOxlint, oxlintConfig, rulesThatOxlintLacks } from './with-oxlint.mjs';

/** Breaks one rule each: those that need types, those that do not, and our own, each in a file that has the rule. */
const BROKEN: readonly (readonly [rule: string, file: string, text: string])[] = [
  ['no-floating-promises', 'a.ts', 'Promise.resolve(1);'],
  ['no-misused-promises', 'a.ts', 'if (Promise.resolve(true)) void 0;'],
  ['no-unsafe-assignment', 'a.ts', "export const parsed: string = JSON.parse('1');"],
  ['no-unsafe-enum-assignment', 'a.ts', 'enum Sort { up = 1 }\nexport const sort: Sort = (0 as number) + 1;'],
  ['no-unnecessary-condition', 'a.ts', "const text: string = 'a';\nexport const length = text?.length;"],
  ['prefer-optional-chain', 'a.ts', 'export const n = (a: string[] | null) => a !== null && a.length;'],
  ['restrict-template-expressions', 'a.ts', 'export const text = (one: object) => `${one}`;'],
  ['eqeqeq', 'a.ts', 'export const is = (a: number, b: number) => a == b;'],
  ['no-console', 'a.ts', "console.log('a');"],
  ['no-unused-vars', 'a.ts', 'const unused = 1;'],
  ['no-explicit-any', 'a.ts', 'export const all: any[] = [];'],
  ['no-non-null-assertion', 'a.ts', 'export const first = (all: string[]) => all[0]!;'],
  ['no-control-regex', 'a.ts', 'export const nul = /\\x00/;'],
  ['no-useless-escape', 'a.ts', "export const text = '\\a';"],
  ['prefer-const', 'a.ts', 'let one = 1;\nexport const two = one + 1;'],
  ['no-extraneous-class', 'a.ts', 'export class Empty {}'],
  ['consistent-type-definitions', 'a.ts', 'export type One = { a: string };'],
  ['consistent-type-imports', 'a.ts', "import { Stats } from 'node:fs';\nexport type One = Stats;"],
  ['ban-ts-comment', 'a.ts', '// @ts-ignore\nexport const a = 1;'],
  ['no-undef', 'a.mjs', 'export const a = unknownName;'],
  ['no-empty', 'a.mjs', 'if (process.pid) {}'],
  ['no-dupe-keys', 'a.mjs', 'export const a = { b: 1, b: 2 };'],
  ['dialect-names', 'libs/a.ts', "export const is = (dialect: string) => dialect === 'postgres';"],
  ['no-super-linear-backtracking', 'libs/a.ts', 'export const is = (text: string) => /^(?:-|--[^a]*)*b/.test(text);'],
  ['no-super-linear-move', 'server/a.ts', 'export const cut = (text: string) => text.replace(/0+$/, "");'],
  ['Unused eslint-disable', 'a.ts', '// eslint-disable-next-line no-console\nexport const a = 1;'],
];
/** Breaks none. */
const GOOD: readonly (readonly [file: string, text: string])[] = [
  ['a.ts', 'export const length = (text: string) => text.length;'],
  ['a.mjs', "console.log(new URL('http://localhost'));"],
  ['server/a.ts', "import { Stats } from 'node:fs';\nexport type One = Stats;"],
  ['libs/dialects/a.ts', "export const is = (dialect: string) => dialect === 'postgres';"],
  ['client/a.spec.ts', 'export const cut = (text: string) => text.replace(/0+$/, "");'],
  ['libs/a.ts', 'export const cut = (text: string) => text.replace(/(?<!0)0+$/, "");'],
  ['libs/a.spec.ts', "export const is = (dialect: string) => dialect === 'postgres';"],
];
let folder = '';
/** What was said of each file, by its path below the folder, all found by one run. */
let findings: Map<string, string[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'with-oxlint-'));
  const compilerOptions = {
    strict: true,
    target: 'ES2023',
    module: 'preserve',
    allowJs: true,
    noEmit: true,
    types: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*'] }));
  findings = await lintAll();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Each case has a folder of its own, since several have one name. */
const placeOf = (group: string, index: number, file: string): string => join(`${group}-${index}`, file);

async function lintAll(): Promise<Map<string, string[]>> {
  const files = [
    ...BROKEN.map(([, file, text], index) => [placeOf('broken', index, file), text] as const),
    ...GOOD.map(([file, text], index) => [placeOf('good', index, file), text] as const),
  ];
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), `${text}\nexport {};\n`);
  }
  const { exitCode, output } = await lintWithOxlint([folder]);
  expect(exitCode).toBe(1);
  const lines = output.split('\n');
  return new Map(files.map(([name]) => [name, lines.filter((line) => line.includes(`${name}:`))]));
}

describe('rules that oxlint checks', () => {
  it.each(['libs/sql/index.ts', 'server/src/main.ts', 'e2e/first-minute.e2e.ts', 'tools/run.mjs', 'bench/tiles.mjs'])(
    'are all of %s',
    async (file) => {
      const refusedByTheParser = ['no-octal', 'no-dupe-args'];
      const lacking = (await rulesThatOxlintLacks(file)).filter((rule) => !refusedByTheParser.includes(rule));
      expect(lacking.filter((rule) => !rule.startsWith('workbench/'))).toEqual([]);
    },
  );

  it('are all of the client but those for Angular and for what it may call', async () => {
    const lacking = await rulesThatOxlintLacks('client/src/app/studio/studio-page.ts');
    const others = lacking.filter((rule) => !rule.startsWith('@angular-eslint/'));
    expect(others.sort()).toEqual(['no-octal', 'no-restricted-syntax', 'workbench/dialect-names']);
  });

  it('are not few', async () => {
    const { overrides } = await oxlintConfig();
    const checked = Object.values(overrides[0]?.rules ?? {}).filter((rule) => rule !== 'off');
    expect(checked.length).toBeGreaterThan(100);
  });

  it.each(BROKEN.map(([rule, file], index) => ({ rule, file, place: placeOf('broken', index, file) })))(
    'find what breaks $rule in $file',
    ({ rule, place }) => {
      expect(findings.get(place)).toContainEqual(
        expect.stringMatching(new RegExp(`${rule}.*\\[Error|\\[Error.*${rule}`)),
      );
    },
  );

  it.each(GOOD.map(([file], index) => ({ file, place: placeOf('good', index, file) })))(
    'find nothing in a good $file',
    ({ place }) => {
      expect(findings.get(place)).toEqual([]);
    },
  );

  it('end in a success where nothing is found', async () => {
    expect(await lintWithOxlint([join(folder, 'good-0')])).toMatchObject({ exitCode: 0 });
  });
});
