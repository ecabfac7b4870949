import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inProject } from './project.mjs';

/** A sibling of any name: `a + *`, `a ~ *`. */
const ANY_SIBLING = /[+~]\s*\*/;

/** Comments have stars of their own. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\//g, '');
}

function stylesOf(path: string): string {
  const text = readFileSync(inProject(path), 'utf8');
  const inline = path.endsWith('.ts') ? [...text.matchAll(/styles: `([^`]*)`/g)].map(([, css = '']) => css) : [text];
  return withoutComments(inline.join('\n'));
}

describe('selectors of siblings', () => {
  // With one such rule anywhere, a browser styles all cells of a grid again whenever a row is put into it.
  it('name what follows', () => {
    const found = readdirSync(inProject('client/src'), { recursive: true, encoding: 'utf8' });
    const sources = found.map((path) => join('client/src', path)).filter((path) => /\.(?:css|ts)$/.test(path));
    expect(sources.filter((path) => ANY_SIBLING.test(stylesOf(path)))).toEqual([]);
  });

  it.each<[string, boolean]>([
    ['main > router-outlet + * { flex: 1 }', true],
    ['.row ~ * { gap: 0 }', true],
    ['.row + .row { gap: 0 } .cell > * { gap: 0 }', false],
    ['/* a + * b */ .row { width: calc(1px * 2) }', false],
  ])('finds %s: %s', (css, isFound) => {
    expect(ANY_SIBLING.test(withoutComments(css))).toBe(isFound);
  });
});
