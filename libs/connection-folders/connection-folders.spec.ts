import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allFolders, folderRows, foldersTo, matchesWords, normalFolder } from './index.js';

const item = (name: string, folder: string | null = null) => ({ name, folder });
const ITEMS = [
  item('local'),
  item('eu-1', 'Production/Europe'),
  item('dev', 'dev'),
  item('us', 'Production'),
  item('eu-10', 'Production/Europe'),
];

/** A row in one line: two blanks for each folder that it is in. */
function lines(items: readonly { name: string; folder: string | null }[], closed: string[] = []): string[] {
  return folderRows(items, new Set(closed)).map((row) => {
    const indent = '  '.repeat(row.depth);
    return row.kind === 'item'
      ? `${indent}${row.item.name}`
      : `${indent}${row.isOpen ? '-' : '+'} ${row.name} (${row.count})`;
  });
}

describe('normalFolder', () => {
  it.each<[string, string | null]>([
    ['Production', 'Production'],
    [' Production / Europe ', 'Production/Europe'],
    ['/Production//Europe/', 'Production/Europe'],
    ['', null],
    [' / / ', null],
  ])('of %j is %j', (text, expected) => expect(normalFolder(text)).toBe(expected));

  it('of its own outcome is that outcome', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const path = normalFolder(text);
        if (path !== null) expect(normalFolder(path)).toBe(path);
      }),
    );
  });
});

describe('folderRows', () => {
  it('has folders by name, then items in their order', () => {
    expect(lines(ITEMS)).toEqual([
      '- dev (1)',
      '  dev',
      '- Production (3)',
      '  - Europe (2)',
      '    eu-1',
      '    eu-10',
      '  us',
      'local',
    ]);
  });

  it('leaves out what is in closed folders', () => {
    expect(lines(ITEMS, ['Production', 'gone'])).toEqual(['- dev (1)', '  dev', '+ Production (3)', 'local']);
    expect(lines(ITEMS, ['Production/Europe'])).toContain('  + Europe (2)');
  });

  it('sorts numbers by their value', () => {
    expect(allFolders([item('a', 'f10'), item('b', 'f9'), item('c', 'F9')])).toEqual(['F9', 'f9', 'f10']);
  });

  it('loses no item and repeats none', () => {
    const folder = fc.option(
      fc.string().map((text) => normalFolder(text)),
      { nil: null },
    );
    fc.assert(
      fc.property(fc.array(folder), (folders) => {
        const items = folders.map((path, index) => item(String(index), path));
        const shown = folderRows(items, new Set()).flatMap((row) => (row.kind === 'item' ? [row.item.name] : []));
        expect(shown.toSorted()).toEqual(items.map(({ name }) => name).toSorted());
      }),
    );
  });
});

describe('folders', () => {
  it('lead from the outermost one', () => expect(foldersTo('a/b/c')).toEqual(['a', 'a/b', 'a/b/c']));
  it('are found by words', () => {
    expect(matchesWords('EU prod', ['eu-1', 'Production/Europe'])).toBe(true);
    expect(matchesWords('eu staging', ['eu-1', 'Production'])).toBe(false);
    expect(matchesWords('  ', ['x'])).toBe(true);
  });
});
