import { describe, expect, it } from '@jest/globals';
import { savedQuerySample } from '../../../testing/saved-query-samples';
import { foldersOf } from './saved-folders';

const inFolders = (...folders: string[]) =>
  foldersOf(folders.map((folder, at) => savedQuerySample({ id: `q${at}`, folder })));

describe('foldersOf', () => {
  it.each<[string[], [string, string[]][]]>([
    [[], []],
    [['', ''], [['', ['q0', 'q1']]]],
    [
      ['Reports', '', 'Admin', 'Reports'],
      [
        ['', ['q1']],
        ['Admin', ['q2']],
        ['Reports', ['q0', 'q3']],
      ],
    ],
    [['b'], [['b', ['q0']]]],
    [
      ['ä', 'b', 'A'],
      [
        ['A', ['q2']],
        ['ä', ['q0']],
        ['b', ['q1']],
      ],
    ],
  ])('puts %j into %j', (folders, expected) => {
    expect(inFolders(...folders).map(({ name, queries }) => [name, queries.map(({ id }) => id)])).toEqual(expected);
  });
});
