import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { ROOT } from '../../project.mjs';
import { compiledTypeScript } from './compiled-typescript.mjs';
import { sourceMaps } from './module-hooks.mjs';

const SERVICE = join(import.meta.dirname, '../../../server/src/settings/settings.service.ts');

it('loads a file of tests anew each time that it runs, and what it imports once', async () => {
  const library = await import('#libs/problem');
  expect(await import('../../../libs/problem/index.js')).toBe(library);
  expect(new URL(import.meta.url).searchParams.get('run')).toMatch(/^\d+$/);
  expect([...sourceMaps.keys()].filter((url) => url.includes('/libs/problem/index.ts'))).toEqual([
    new URL('../../../libs/problem/index.ts', import.meta.url).href,
  ]);
});

it('leads each import of a library to its source, parts of libraries as well', () => {
  const found = globSync('libs/**/index.ts', { cwd: ROOT });
  expect(found.length).toBeGreaterThan(50);
  for (const path of found) {
    const specifier = `#${path.replace(/\/index\.ts$/, '')}`;
    expect(import.meta.resolve(specifier)).toBe(pathToFileURL(join(ROOT, path)).href);
  }
});

it('compiles with the types of injected parameters and a map to the source', () => {
  const { code, map } = compiledTypeScript(SERVICE);
  expect(code).toContain('design:paramtypes');
  expect(JSON.parse(readFileSync(map, 'utf8'))).toMatchObject({ sources: [SERVICE] });
  expect(compiledTypeScript(SERVICE)).toEqual({ code, map });
});

it('shows the lines of the source in stacks', () => {
  const [, line = ''] = new Error('here').stack?.split('\n') ?? [];
  expect(line).toMatch(/module-hooks\.spec\.ts:37:\d+\)$/);
});
