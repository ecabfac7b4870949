import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isMap, isSeq } from 'yaml';
import { EditRefused, addConnection, changeConnection, removeConnection } from './edit-connections.js';
import type { SettingChanges } from './edit-connections.js';
import { parseConnections } from './parse-connections.js';
import { readYaml } from './yaml-document.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');

type Change = { add: SettingChanges } | { change: string; to: SettingChanges } | { remove: string };

function edit(text: string, change: Change): string {
  if ('add' in change) return addConnection(text, change.add);
  if ('remove' in change) return removeConnection(text, change.remove);
  return changeConnection(text, change.change, change.to);
}

const parse = (text: string) =>
  parseConnections(text, { env: {}, decrypt: () => ({ kind: 'plain', text: 'x' }), baseDir: '/srv' });

describe('editing the configuration file', () => {
  it.each(readdirSync(FIXTURES))('changes what it has to and nothing else: %s', (name) => {
    const read = (file: string) => readFileSync(join(FIXTURES, name, file), 'utf8');
    expect(edit(read('before.yaml'), JSON.parse(read('change.json')) as Change)).toBe(read('after.yaml'));
  });

  it('begins a new file with a few words and a list', () => {
    const text = addConnection(null, { id: 'a', name: 'A', kind: 'files', path: './a' });
    expect(text).toMatch(/^# .*\nconnections:\n {2}- id: a\n {4}name: A\n {4}kind: files\n {4}path: .\/a\n$/s);
  });

  it.each([
    ['connections:', 'connections:\n'],
    ['connections: []', 'connections:\n'],
    ['connections: ~ # none', 'connections: # none\n'],
    ['connections: null\n# end\n', 'connections:\n'],
  ])('fills the empty list %j', (text, start) => {
    const edited = addConnection(text, { id: 'a', name: 'A', kind: 'files', path: './a' });
    expect(edited.startsWith(`${start}  - id: a\n`)).toBe(true);
  });

  it('keeps a list in brackets in brackets', () => {
    const entry = { id: 'a', name: 'A', kind: 'files', path: './a' };
    const one = addConnection('{"connections": []}', entry);
    expect(one).toBe('{"connections": [{ "id": "a", "name": "A", "kind": "files", "path": "./a" }]}');
    expect(removeConnection(one, 'a')).toBe('{"connections": []}');
  });

  it.each([
    '? connections\n: - {id: a, name: A, kind: files, path: a}\n',
    'connections:\n  - ? id\n    : a\n    name: A\n    kind: files\n    path: a\n',
  ])('either changes an unusual text rightly or leaves it: %j', (text) => {
    let edited: string;
    try {
      edited = changeConnection(text, 'a', { name: 'B', id: 'c' });
    } catch (error) {
      expect(error).toBeInstanceOf(EditRefused);
      return;
    }
    expect(parse(edited)).toMatchObject({ kind: 'valid', connections: [{ id: 'c', name: 'B' }] });
  });

  it('writes any text so that it is read back as it was, whatever YAML would make of it', () => {
    const hostile = fc.constantFrom(
      ...[
        'null',
        'yes',
        '1.0',
        '0x10',
        '~',
        '*a',
        '&a',
        '!a',
        '- a',
        'a: b',
        'a #b',
        '#a',
        "it's",
        '"',
        '{',
        '[a]',
        '%',
        '@',
      ],
      ...[
        '\n',
        'a\n  - id: evil',
        "'\n- id: evil",
        '---',
        '...',
        ' a ',
        '\t',
        '\u2028',
        '\ufeff',
        '\u0085',
        '\u0000',
        '😀',
        '<<',
        '=',
      ],
      ...[
        '.inf',
        '.5',
        '2024-01-01',
        '1_000',
        '\\',
        'a\\',
        'é',
        'a:b',
        'a:',
        '? a',
        '| ',
        '> a',
        'no',
        ',',
        'a, b',
        '}',
        'a]',
      ],
    );
    const text = fc.oneof(hostile, fc.string({ unit: 'binary' }), fc.string());
    const templates = [
      'connections:\n  - {id: a, name: NAME, kind: files, path: a}\n',
      'connections:\n  - id: a\n    name: NAME # c\n    kind: files\n    path: a\n',
      '{"connections": [{"id": "a", "name": NAME, "kind": "files", "path": "a"}]}',
    ];
    const old = fc.constantFrom('x', "'x'", '"x"');
    fc.assert(
      fc.property(text, fc.constantFrom(...templates), old, (name, template, style) => {
        const edited = changeConnection(template.replace('NAME', style), 'a', { name });
        expect(readYaml(edited).document.getIn(['connections', 0, 'name'])).toBe(name);
        expect(readYaml(edited).document.getIn(['connections'], true)).toMatchObject({ items: { length: 1 } });
      }),
      { numRuns: 500 },
    );
  });

  it('leaves every other entry byte for byte alone through any sequence of changes', () => {
    fc.assert(
      fc.property(fc.array(step(), { maxLength: 12 }), fc.constantFrom(...STARTS), (steps, start) => {
        let text = start;
        for (const apply of steps) {
          const before = entriesOf(text);
          const { edited, touched } = apply(text);
          const after = entriesOf(edited);
          for (const [id, source] of before) if (id !== touched) expect(after.get(id)).toBe(source);
          expect(commentsOf(edited).filter((comment) => comment.includes('outside'))).toEqual(
            commentsOf(text).filter((comment) => comment.includes('outside')),
          );
          expect(parse(edited).kind).toBe('valid');
          text = edited;
        }
      }),
      { numRuns: 300 },
    );
  });
});

const STARTS = [
  'connections: []\n',
  '# outside top\nconnections: # outside list\n  # outside a\n  - id: a   # in\n    name:  "A"\n    kind: files\n    path:   ./a\n\n  # outside b\n  - {id: b,name: B,  kind: duckdb, path: "./b"} # in\n# outside end\n',
  '{"connections": [ {"id":"a", "name":"A","kind":"files","path":"a"},\n {"id":"b","name":"B","kind":"files","path":"b"} ]}',
  '---\r\nconnections:\r\n- id: a\r\n  name: A\r\n  kind: postgres\r\n  host: h\r\n  database: d\r\n  user: u\r\n  pool:\r\n    max: 3 # in\r\n- id: b\r\n  name: |-\r\n    long\r\n  kind: files\r\n  path: p\r\n',
];

type Step = (text: string) => { edited: string; touched: string };

function step(): fc.Arbitrary<Step> {
  const id = fc.constantFrom('a', 'b', 'c', 'd');
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((text) => !/[\p{C}$]/u.test(text) && text.trim() !== '');
  const colour = fc.constantFrom(null, 'red', '#abcdef');
  return fc.tuple(id, name, colour, fc.boolean(), fc.nat(9)).map(([touched, newName, newColour, readOnly, action]) => {
    return (text) => {
      const isThere = entriesOf(text).has(touched);
      const changes = { name: newName, colour: newColour, read_only: readOnly };
      if (!isThere)
        return { touched, edited: addConnection(text, { ...changes, id: touched, kind: 'files', path: newName }) };
      if (action < 3) return { touched, edited: removeConnection(text, touched) };
      return { touched, edited: changeConnection(text, touched, action < 6 ? { colour: newColour } : changes) };
    };
  });
}

/** The source of each entry: from its first setting to its last value. */
function entriesOf(text: string): Map<string, string> {
  return new Map(sourceRanges(text).map(({ id, start, end }) => [id, text.slice(start, end).trimEnd()]));
}

function commentsOf(text: string): string[] {
  return [...text.matchAll(/#.*/g)].map(([comment]) => comment.trim());
}

function sourceRanges(text: string): { id: string; start: number; end: number }[] {
  const list = readYaml(text).document.get('connections');
  if (!isSeq(list)) return [];
  return list.items.filter(isMap).map((item) => {
    const [start, end] = item.range ?? [0, 0];
    return { id: String(item.get('id')), start, end };
  });
}
