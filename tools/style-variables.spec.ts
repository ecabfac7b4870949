import { globSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { inProject } from './project.mjs';

/** Where a variable is set: in a style, by its name in a script, or by a binding. */
const SET = /(--[a-z0-9-]+)(?:\s*:|['"`])|\[style\.(--[a-z0-9-]+)/g;
/** A variable that is read without another value to fall back to. */
const READ = /var\(\s*(--[a-z0-9-]+)\s*\)/g;

it('names no variable of styles that nothing sets: a browser leaves the whole declaration out', () => {
  const files = globSync('client/src/**/*.{css,ts,html}', { cwd: inProject('.') });
  const texts = files.map((file) => [file, readFileSync(inProject(file), 'utf8')] as const);
  const set = new Set(texts.flatMap(([, text]) => [...text.matchAll(SET)].map(([, one, other]) => one ?? other)));
  const missing = texts.flatMap(([file, text]) =>
    [...text.matchAll(READ)].filter(([, name]) => !set.has(name)).map(([, name]) => `${file}: ${name}`),
  );
  expect([files.length > 100, set.size > 100, missing]).toEqual([true, true, []]);
});
