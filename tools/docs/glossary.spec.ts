import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../project.mjs';

/** A line of the glossary: the term, its meaning, and the exported name with its folder. */
const LINE = /^- \*\*(?<term>[^*]+)\*\*: .+\. \(`(?<name>\w+)` in `(?<folder>[\w/-]+)`\)$/;

const LINES = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- '));
const TERMS = LINES.flatMap((line) => {
  const { term = '', name = '', folder = '' } = LINE.exec(line)?.groups ?? {};
  return term === '' ? [] : [{ term, name, folder }];
});

/** Whether a source file in a folder or below it exports a declaration of that name. */
function isExported(name: string, folder: string): boolean {
  const declaration = new RegExp(`^export (abstract )?(class|interface|type|const|function) ${name}\\b`, 'm');
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .some((path) => declaration.test(readFileSync(join(ROOT, folder, path), 'utf8')));
}

describe('docs/glossary.md', () => {
  it('has at least thirty terms in alphabetical order, each with its code', () => {
    const terms = TERMS.map(({ term }) => term);
    expect(LINES.filter((line) => !LINE.test(line))).toEqual([]);
    expect(terms.length).toBeGreaterThanOrEqual(30);
    expect(terms).toEqual([...new Set(terms)].sort((one, other) => one.localeCompare(other, 'en')));
  });

  it.each(TERMS)('names code that exists: $term: $name in $folder', ({ name, folder }) => {
    expect(isExported(name, folder)).toBe(true);
  });

  it('does not accept a name that is missing from a folder', () => {
    expect(isExported('Run', 'libs/tiles')).toBe(false);
  });
});
