import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inProject } from '../project.mjs';
import { checkFormat } from './check-format.mjs';

/** Prettier prints each of them otherwise. */
const UNFORMATTED: readonly (readonly [name: string, text: string])[] = [
  ['quotes.ts', 'export const text = "a";\n'],
  ['long.ts', `export const all = [${Array.from({ length: 40 }, (_, i) => `'${String(i)}'`).join(', ')}];\n`],
  [
    'template.ts',
    "import { Component } from '@angular/core';\n@Component({ template: `<p  >a</p>` })\nexport class A {}\n",
  ],
  [
    'control.ts',
    "import { Component } from '@angular/core';\n@Component({ template: `@if (is) {\n<p>a</p>\n}` })\nexport class A {}\n",
  ],
  ['page.html', '@if (is) {\n<p>a</p>\n}\n'],
  ['data.json', '{"a":1}\n'],
  ['styles.css', 'a{color:red}\n'],
  ['words.md', '* one\n* two\n'],
  ['job.yaml', 'a:    1\n'],
  ['script.mjs', 'export const a=1\n'],
  ['unreadable.ts', 'export const a = (1;\n'],
];
/** Prettier prints them so, and oxfmt would change the component. */
const AS_PRETTIER_PRINTS_IT = `<span>{{ value.name }}</span
    ><span>{{ value.area }}</span>`;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(inProject('tools/format/.check-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function check(name: string, text: string) {
  const file = join(folder, name);
  await writeFile(file, text);
  return checkFormat([file]);
}

describe('the check of formatting', () => {
  it.each(UNFORMATTED)('finds %s', async (name, text) => {
    const { exitCode, output } = await check(name, text);
    expect(output).toContain(name);
    expect(exitCode).not.toBe(0);
  });

  it('has Prettier decide where oxfmt prints otherwise', async () => {
    const component = `import { Component } from '@angular/core';
@Component({
  template: \`
    ${AS_PRETTIER_PRINTS_IT}
  \`,
})
export class A {}
`;
    expect(await check('tags.ts', component)).toMatchObject({ exitCode: 0, doubtful: [expect.any(String)] });
  });

  it('has Prettier look at templates', async () => {
    expect(await check('good.html', '@if (is) {\n  <p>a</p>\n}\n')).toMatchObject({ exitCode: 0, doubtful: [] });
  });

  it('asks oxfmt alone about what it prints alike', async () => {
    expect(await check('good.ts', "export const text = 'a';\n")).toMatchObject({ exitCode: 0, doubtful: [] });
  });

  it('looks at the other files where one cannot be read', async () => {
    const files = [join(folder, 'unreadable.ts'), join(folder, 'ugly.ts')];
    await writeFile(files[0] ?? '', 'export const a = (1;\n');
    await writeFile(files[1] ?? '', 'export const a=1;\n');
    const { exitCode, output } = await checkFormat(files);
    expect(output).toContain('unreadable.ts');
    expect(output).toContain('ugly.ts');
    expect(exitCode).toBe(2);
  });
});
