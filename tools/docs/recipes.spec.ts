import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../project.mjs';

const MOST_LINES = 10;
const NAMES = [
  ...['an engine', 'a dialect', 'a job kind', 'a channel'],
  ...['a result mode', 'a page', 'a setting', 'a migration'],
];

/** The recipes of CONTRIBUTING.md: the lines below each heading, by its text. */
function recipesOf(page: string): Map<string, string[]> {
  const [, section = ''] = page.split('\n## Recipes\n');
  const recipes = section.split('\n### ').slice(1);
  return new Map(
    recipes.map((text) => {
      const [heading = '', ...lines] = text.split('\n');
      return [heading, lines.filter((line) => line !== '')];
    }),
  );
}

/** The paths in a text, in code spans that begin with a folder of the project; a path ends where a placeholder begins. */
function pathsOf(text: string): string[] {
  const spans = text.matchAll(/`((?:libs|server|client|tools|docs)\/[^`\s]*)`/g);
  return [...spans].map(([, path = '']) => path.replace(/[^/]*<.*$/, ''));
}

const RECIPES = recipesOf(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));

describe('the recipes of CONTRIBUTING.md', () => {
  it('are those for all parts that are added often', () => {
    expect([...RECIPES.keys()]).toEqual(NAMES.map((name) => `Add ${name}`));
  });

  it.each([...RECIPES])('has at most ten lines and names paths that exist: %s', (_, lines) => {
    const paths = pathsOf(lines.join('\n'));
    expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('reads paths up to their placeholders', () => {
    expect(pathsOf('`libs/a.ts`, `client/src/<page>/`, `server/migrations/<digits>-x.ts`, `JobKinds`')).toEqual([
      'libs/a.ts',
      'client/src/',
      'server/migrations/',
    ]);
  });
});
