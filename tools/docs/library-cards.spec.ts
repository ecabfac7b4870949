import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../project.mjs';

const LIBRARIES = readdirSync(join(ROOT, 'libs'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The sentences of a text, one for each full stop that ends one. */
const sentencesOf = (text: string): string[] => text.trim().split(/(?<=\.)\s+(?=[A-Z])/);

describe('README.md of a library', () => {
  it.each(LIBRARIES)('says in three sentences what it is for, its input and output, and its limits: %s', (name) => {
    const path = join(ROOT, 'libs', name, 'README.md');
    expect([path, existsSync(path)]).toEqual([path, true]);
    const [heading = '', ...body] = readFileSync(path, 'utf8').split('\n');
    expect(heading).toBe(`# ${name}`);
    expect(sentencesOf(body.join('\n'))).toHaveLength(3);
  });

  it.each(LIBRARIES)('names folders that exist: %s', (name) => {
    const folders = readFileSync(join(ROOT, 'libs', name, 'README.md'), 'utf8').matchAll(
      /`((?:libs|server)\/[\w/-]+)`/g,
    );
    const missing = [...folders].filter(([, folder = '']) => !existsSync(join(ROOT, folder)));
    expect(missing.map(([text]) => text)).toEqual([]);
  });
});
