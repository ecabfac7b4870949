import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../project.mjs';
import { expectedArchitecture, moduleDrawing, moduleImports } from './module-graph.mjs';

const SOURCES = new Map([
  ['app.module.ts', "import { A } from './a/index.js';"],
  ['platform/index.ts', ''],
  ['a/index.ts', "export { A } from './parts/one.js';"],
  ['a/parts/one.ts', "import { P } from '../../platform/index.js'; import type { B } from '../../b/index.js';"],
  ['a/parts/lazy.ts', "const c = await import('../../c/index.js');"],
  ['a/parts/one.spec.ts', "import { D } from '../../d/index.js';"],
  ['a/testing/help.ts', "import { D } from '../../d/index.js';"],
  ['b/index.ts', "export * from './inner/index.js';"],
  ['b/inner/index.ts', "// import { C } from '../../c/index.js';"],
  ['c/index.ts', "import { x } from 'node:fs'; import { y } from '../platform/index.js';"],
  ['d/index.ts', ''],
  ['without-index/part.ts', "import { A } from '../a/index.js';"],
]);

describe('the drawing of the modules', () => {
  it('is that of the imports; run "npm run modules" after changing them', () => {
    expect(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')).toBe(expectedArchitecture());
  });

  it('has the imports of code, types and lazy ones included, and none of tests', () => {
    expect(Object.fromEntries(moduleImports(SOURCES))).toEqual({
      a: ['b', 'c', 'platform'],
      b: [],
      c: ['platform'],
      d: [],
      platform: [],
    });
  });

  it('leaves the platform out, which every module uses', () => {
    expect(moduleDrawing(moduleImports(SOURCES)).split('\n')).toEqual([
      '```mermaid',
      'flowchart TD',
      '  a',
      '  b',
      '  c',
      '  d',
      '  a --> b',
      '  a --> c',
      '```',
    ]);
  });
});
