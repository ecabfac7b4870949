import { describe, expect, it } from '@jest/globals';
import { SystemTableNotes } from './system-table-notes.js';

const denied = (name: string): string => `permission denied to vacuum "${name}", skipping it`;

describe('what a database says of its system tables', () => {
  it.each<[string, string[], string[], boolean[]]>([
    ['one', [denied('pg_type')], [denied('pg_type')], [true]],
    [
      'several',
      [denied('pg_type'), denied('pg_class')],
      ['2 system tables: permission denied to vacuum "…", skipping it'],
      [true, true],
    ],
    [
      'in another language',
      ['überspringe »pg_type«', 'überspringe »pg_class«'],
      ['2 system tables: überspringe »…«'],
      [true, true],
    ],
    ['different things', [denied('pg_type'), 'pg_class is odd'], [denied('pg_type'), 'pg_class is odd'], [true, true]],
    ['another table', [denied('orders'), denied('my_pg_type')], [], [false, false]],
  ])('is summarized: %s', (_, messages, lines, taken) => {
    const notes = new SystemTableNotes(new Set(['pg_type', 'pg_class']));
    expect(messages.map((message) => notes.take(message, 'warn'))).toEqual(taken);
    expect(notes.lines().map(({ text }) => text)).toEqual(lines);
    for (const { text, level } of notes.lines())
      expect(level).toBe(text.includes(' system tables: ') ? 'info' : 'warn');
  });
});
