import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inProject } from './project.mjs';

/** A sibling of any name: `a + *`, `a ~ *`. */
const ANY_SIBLING = /[+~]\s*\*/;

/** A last part without a name, class or attribute: `a > :is(.b, .c)`, `a ::ng-deep > *`. */
const ANY_ELEMENT = /[\s>]:(?:is|where)\([^()]*(?:\([^()]*\)[^()]*)*\)\s*[,{]|::ng-deep\s*>?\s*(?:\*|:not)/;

/** `:has()` of an element that every page is full of: `span:has(> .a)`. */
const HAS_OF_ANY = /(?:^|[\s>+~,}])(?:span|div|\*)?:has\(/m;

/** Comments have stars of their own. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\//g, '');
}

function stylesOf(path: string): string {
  const text = readFileSync(inProject(path), 'utf8');
  const inline = path.endsWith('.ts') ? [...text.matchAll(/styles: `([^`]*)`/g)].map(([, css = '']) => css) : [text];
  return withoutComments(inline.join('\n'));
}

function filesWith(pattern: RegExp, folders: readonly string[]): string[] {
  const sources = folders.flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  return sources.filter((path) => /\.(?:css|ts)$/.test(path) && pattern.test(stylesOf(path)));
}

describe('selectors of siblings', () => {
  // With one such rule anywhere, a browser styles all cells of a grid again whenever a row is put into it.
  it('name what follows', () => {
    expect(filesWith(ANY_SIBLING, ['client/src'])).toEqual([]);
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

describe('selectors of any element', () => {
  // A browser finds the rules for an element by its name, classes and attributes; these it tries on all elements.
  it('name what they select', () => {
    expect(filesWith(ANY_ELEMENT, ['client/src'])).toEqual([]);
  });

  it.each<[string, boolean]>([
    ['.rail > :is(.label, .end) { display: none }', true],
    [':host(.on) :is(.label, hr) { display: none }', true],
    ['.rail :where(.label), .end { display: none }', true],
    ['main ::ng-deep > :not(router-outlet) { flex: 1 }', true],
    ['.item:is(.focused, :hover) { gap: 0 } .rail > .end { gap: 0 } .a :is(.b, .c) .d { gap: 0 }', false],
  ])('finds %s: %s', (css, isFound) => {
    expect(ANY_ELEMENT.test(css)).toBe(isFound);
  });
});

describe('selectors of what is inside', () => {
  // The editor is spans and divs: with one such rule, each key has them all looked at.
  it('name whose inside they look at', () => {
    expect(filesWith(HAS_OF_ANY, ['client/src'])).toEqual([]);
  });

  it.each<[string, boolean]>([
    ["span:has(> dw-badge[data-tone='conn']) { gap: 0 }", true],
    ['.row > div:has(.end) { gap: 0 }', true],
    ['.a, :has(.b) { gap: 0 }', true],
    [
      '.row:hover:has(.actions) .hint { gap: 0 } .dw-things td:has(> button) { gap: 0 } .a :is(.b:has(.c)) { gap: 0 }',
      false,
    ],
  ])('finds %s: %s', (css, isFound) => {
    expect(HAS_OF_ANY.test(css)).toBe(isFound);
  });
});

describe('queries of containers', () => {
  // One that applies makes Chromium lay the whole page out some forty times with each key in the editor.
  it('have no place beside the editor: the attribute data-folded does the same', () => {
    const folders = ['client/src/app/studio', 'client/src/app/shared', 'client/src/styles'];
    expect(filesWith(/@container\b/, folders)).toEqual([]);
  });

  it('are found', () => {
    expect(filesWith(/@container\b/, ['client/src/app/scheduler'])).toContain(
      'client/src/app/scheduler/ui/job-table.css',
    );
  });
});
