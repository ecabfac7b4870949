import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inProject } from '../project.mjs';

const INDEX = `<link rel="modulepreload" href="chunk-CCCCCCCC.js"><script src="main-AAAAAAAA.js" type="module"></script>`;
const FILES = {
  'package.json': '{"type": "module"}',
  'index.html': `<body>${INDEX}</body>`,
  'main-AAAAAAAA.js': `import { say } from './chunk-CCCCCCCC.js'; say('main'); import('./chunk-SSSSSSSS.js').then(({ begin }) => begin()).then(() => import('./chunk-JJJJJJJJ.js')).then(() => import('./chunk-LLLLLLLL.js')).then(() => import('./chunk-MMMMMMMM.js'));`,
  'chunk-CCCCCCCC.js': `export function say(word) { console.log(word); }`,
  'chunk-SSSSSSSS.js': `import { say } from './chunk-CCCCCCCC.js'; import { part } from './chunk-PPPPPPPP.js'; import { more } from './chunk-QQQQQQQQ.js'; export const begin = () => say('studio ' + part + more);`,
  'chunk-PPPPPPPP.js': `export const part = new URL('worker-WWWWWWWW.js', import.meta.url).pathname.split('/').at(-1);`,
  'chunk-QQQQQQQQ.js': `export const more = 2;`,
  'chunk-JJJJJJJJ.js': `import { say } from './chunk-CCCCCCCC.js'; import { part } from './chunk-PPPPPPPP.js'; import { more } from './chunk-QQQQQQQQ.js'; say('jobs ' + part.length + more);`,
  'chunk-LLLLLLLL.js': `import { more } from './chunk-QQQQQQQQ.js'; import { part } from './chunk-MMMMMMMM.js'; console.log('list ' + more + part);`,
  'chunk-MMMMMMMM.js': `console.log('desk'); export const part = 3;`,
  'worker-WWWWWWWW.js': 'postMessage(1);',
};
/** The bundler's own code takes no values of a test's world, so that it runs outside of it. */
const PROGRAM = `
  const { joinChunks } = await import(process.argv[1]);
  console.log(JSON.stringify(await joinChunks(process.argv[2], JSON.parse(process.argv[3]))));
`;
const GROUPS = {
  application: ['main-AAAAAAAA.js', 'chunk-CCCCCCCC.js'],
  studio: ['chunk-SSSSSSSS.js'],
  shared: ['chunk-PPPPPPPP.js', 'chunk-QQQQQQQQ.js'],
  sections: ['chunk-LLLLLLLL.js', 'chunk-MMMMMMMM.js'],
};

describe('the chunks that a visit begins with', () => {
  let folder: string;
  const node = (...parameters: string[]) =>
    execFileSync(process.execPath, parameters, { encoding: 'utf8', stdio: 'pipe' });
  const joinChunks = (): unknown =>
    JSON.parse(
      node(
        '--input-type=module',
        '-e',
        PROGRAM,
        inProject('tools/build/join-chunks.mjs'),
        folder,
        JSON.stringify(GROUPS),
      ),
    );
  const scripts = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.js'));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'workbench-chunks-'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are one file each, beside those that come later', () => {
    const ahead = joinChunks();
    expect(ahead).toEqual([
      expect.stringMatching(/^studio-[\w-]{8}\.js$/),
      // A file with several entries takes some lines of the bundler's.
      expect.stringMatching(/^rolldown-runtime-[\w-]{8}\.js$/),
      expect.stringMatching(/^shared-[\w-]{8}\.js$/),
    ]);
    const kinds = new Set(scripts().map((name) => name.split('-')[0]));
    expect([...kinds].sort()).toEqual(['chunk', 'main', 'rolldown', 'sections', 'shared', 'studio', 'worker']);
    expect(scripts()).toContain('worker-WWWWWWWW.js');
  });

  it('are named by the page in the place of the old ones', () => {
    joinChunks();
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const names = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, name]) => String(name));
    expect(names.at(-1)).toMatch(/^main-[\w-]{8}\.js$/);
    expect(scripts()).toEqual(expect.arrayContaining(names));
    expect(html).not.toContain('AAAAAAAA');
  });

  it('do what they did, in the same order', () => {
    joinChunks();
    const main = scripts().find((name) => name.startsWith('main-'));
    expect(node(join(folder, String(main)))).toBe('main\nstudio worker-WWWWWWWW.js2\njobs 182\ndesk\nlist 23\n');
  });

  it('are not joined where the page begins with something else', () => {
    writeFileSync(join(folder, 'index.html'), '<script src="other.js" type="module"></script>');
    expect(joinChunks).toThrow('main-AAAAAAAA.js');
  });
});
