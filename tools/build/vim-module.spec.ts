import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { withEndings } from './vim-module.mjs';

it('names the files of Monaco as Monaco exports them', () => {
  const text = withEndings(readFileSync('node_modules/monaco-vim/dist/index.mjs', 'utf8'));
  const names = [...text.matchAll(/from ["'](monaco-editor\/[^"']+)["']/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(readFileSync(`node_modules/${name}`, 'utf8')).not.toBe('');
});

it.each([
  ["import a from 'monaco-editor/esm/x/a';", "import a from 'monaco-editor/esm/x/a.js';"],
  ['import a from "monaco-editor/esm/x/a.js";', 'import a from "monaco-editor/esm/x/a.js";'],
  ["import a from 'monaco-editor';", "import a from 'monaco-editor';"],
])('%s', (text, expected) => {
  expect(withEndings(text)).toBe(expected);
});
