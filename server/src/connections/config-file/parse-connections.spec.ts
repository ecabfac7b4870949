import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FILES_DEFAULTS } from '#libs/files';
import { openSecret, sealSecret, secretKeyOf } from '../../platform/secrets/sealed-values.js';
import { CONNECTION_KINDS } from '../engines/engines.js';
import { parseConnections } from './parse-connections.js';

const KEY = secretKeyOf(Buffer.alloc(32, 1));
const ENV = { SHOP_PASSWORD: 's3cret', DB_PORT: '6543', RO: 'true', HOST: 'db.internal', BELL: '\u0007', BLANK: '' };

const parse = (text: string) =>
  parseConnections(text, { env: ENV, decrypt: (sealed) => openSecret(sealed, KEY), baseDir: '/etc/workbench' });

/** `line:column message` of each mistake. */
function mistakesOf(text: string): string[] {
  const parsing = parse(text);
  return parsing.kind === 'valid'
    ? []
    : parsing.mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

const entry = (settings: string) => `connections:\n  - ${settings.split('\n').join('\n    ')}\n`;
const postgres = (extra: string) => entry(`id: a\nname: A\nkind: postgres\nhost: h\ndatabase: d\nuser: u\n${extra}`);

describe('an encrypted password', () => {
  const other = secretKeyOf(Buffer.alloc(32, 2));

  it.each([
    ['of another key', sealSecret('p', other), `key ${other.fingerprint}, but secret.key holds key ${KEY.fingerprint}`],
    ['that is damaged', 'enc:v1:AAAA', 'it is damaged, or not encrypted with the key in secret.key'],
  ])('%s makes its own connection unusable and no other one', (_, password, reason) => {
    const text = `${postgres(`password: ${password}`)}  - { id: b, name: B, kind: files, path: p }\n`;
    const parsing = parse(text);
    expect(parsing).toMatchObject({
      kind: 'valid',
      connections: [{ id: 'a', password: null, passwordFault: expect.stringContaining(reason) }, { id: 'b' }],
    });
  });
});

describe('parseConnections', () => {
  it('reads the documented example', () => {
    const text = `connections:
  - id: shop                 # letters, digits, - and _
    name: Shop (production)
    kind: postgres           # postgres | duckdb | files
    colour: red
    host: 127.0.0.1
    port: 5432
    database: shop
    user: app
    password: \${SHOP_PASSWORD}
    ssl: verify-full
    pool: { max: 10 }
    read_only: false
    statement_timeout_ms: 0
  - { id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb }
  - { id: drop, name: Drop folder, kind: files, path: ./drop }
`;
    const common = {
      colour: null,
      writes: 'direct',
      statementTimeoutMs: 0,
      autoCommit: true,
      confirmDestructive: true,
    };
    expect(parse(text)).toEqual({
      kind: 'valid',
      connections: [
        {
          ...{ ...common, id: 'shop', name: 'Shop (production)', kind: 'postgres', colour: 'red', readOnly: false },
          ...{ host: '127.0.0.1', port: 5432, database: 'shop', user: 'app', password: 's3cret' },
          ...{ ssl: 'verify-full', pool: { max: 10 } },
        },
        {
          ...{ ...common, id: 'lake', name: 'Lake', kind: 'duckdb', readOnly: false },
          ...{ path: '/etc/workbench/lake.duckdb', pathAsWritten: './lake.duckdb' },
        },
        {
          ...{ ...common, id: 'drop', name: 'Drop folder', kind: 'files', readOnly: true, writes: 'none' },
          ...{ path: '/etc/workbench/drop', pathAsWritten: './drop', ...FILES_DEFAULTS },
        },
      ],
    });
  });

  it('reads how files are read, for all and for some', () => {
    const text = `connections:
  - id: drop
    name: Drop
    kind: files
    path: ./drop
    encoding: windows-1250
    date_format: "%d.%m.%Y"
    files:
      "legacy/*.csv": { encoding: latin-1, header: false }
      names.tsv:
        timestamp_format: "%d.%m.%Y %H:%M"
`;
    expect(parse(text)).toMatchObject({
      connections: [
        {
          ...{ encoding: 'windows-1250', header: null, dateFormat: '%d.%m.%Y', timestampFormat: null },
          files: {
            'legacy/*.csv': { encoding: 'latin-1', header: false },
            'names.tsv': { timestampFormat: '%d.%m.%Y %H:%M' },
          },
        },
      ],
    });
  });

  it('fills in what is left out', () => {
    expect(parse(postgres('colour:'))).toMatchObject({
      connections: [
        {
          port: 5432,
          ssl: 'disable',
          pool: { max: 10 },
          readOnly: false,
          writes: 'direct',
          statementTimeoutMs: 0,
          autoCommit: true,
          confirmDestructive: true,
          password: null,
          colour: null,
        },
      ],
    });
  });

  it.each([
    ['writes: review', { readOnly: false, writes: 'review' }],
    ['writes: none', { readOnly: true, writes: 'none' }],
    ['writes: review\nread_only: true', { readOnly: true, writes: 'none' }],
    ['writes: none\nread_only: false', { readOnly: true, writes: 'none' }],
  ])('takes the stricter of how a connection is written to: %j', (settings, expected) => {
    expect(parse(postgres(settings))).toMatchObject({ connections: [expected] });
  });

  it('takes numbers and switches out of environment variables', () => {
    expect(parse(postgres('port: ${DB_PORT}\nread_only: ${RO}\npool: { max: "${DB_PORT}" }'))).toEqual({
      kind: 'invalid',
      mistakes: [{ line: 10, column: 18, message: '`max` must be a whole number from 1 to 100' }],
    });
    expect(parse(postgres('confirm_destructive: false'))).toMatchObject({
      connections: [{ confirmDestructive: false }],
    });
    expect(parse(postgres('port: ${DB_PORT}\nread_only: ${RO}'))).toMatchObject({
      connections: [{ port: 6543, readOnly: true }],
    });
  });

  it('opens sealed passwords', () => {
    expect(parse(postgres(`password: ${sealSecret('p w', KEY)}`))).toMatchObject({
      connections: [{ password: 'p w' }],
    });
  });

  it('refuses a URL as host without repeating it', () => {
    const text = postgres('read_only: false').replace('host: h', 'host: postgres://ann:pw@db/shop');
    expect(text).toContain('ann:pw');
    const message = '`host` must be a name, an address or the folder of a Unix socket, not a URL';
    expect(parse(text)).toMatchObject({ kind: 'invalid', mistakes: [{ message }] });
  });

  it('refuses a list of hosts, and takes the folder of a socket with a comma in its name', () => {
    const hosts = (host: string) => parse(postgres('read_only: false').replace('host: h', `host: "${host}"`));
    const message = '`host` must be one host, since the workbench does not switch to another one';
    expect(hosts('h1,h2:5433')).toMatchObject({ kind: 'invalid', mistakes: [{ message }] });
    expect(hosts('/run/a,b')).toMatchObject({ connections: [{ host: '/run/a,b' }] });
  });

  it('takes an empty password for none', () => {
    expect(parse(postgres('password: ""'))).toMatchObject({ connections: [{ password: null }] });
    expect(parse(postgres('password: ${BLANK}'))).toMatchObject({ connections: [{ password: null }] });
  });

  it.each(['connections:\n', 'connections: []\n', '# words\nconnections: ~\n', '---\nconnections: []\n...\n'])(
    'reads %j as an empty list',
    (text) => expect(parse(text)).toEqual({ kind: 'valid', connections: [] }),
  );

  it.each<[string, string, string[]]>([
    ['nothing', '', ['1:1 the file must begin with a `connections:` list']],
    ['only comments', '# hello\n', ['1:1 the file must begin with a `connections:` list']],
    ['a text', 'hello', ['1:1 the file must begin with a `connections:` list']],
    ['a list', '- a', ['1:1 the file must begin with a `connections:` list']],
    [
      'another map',
      'conections: []',
      [
        '1:1 `conections` is not a setting of this file; did you mean `connections`?',
        '1:1 there is no `connections:` list',
      ],
    ],
    [
      'a map in place of the list',
      'connections: { a: 1 }',
      ['1:14 `connections` must be a list: begin each connection with a dash'],
    ],
    ['a text in the list', 'connections:\n  - shop', ['2:5 a connection must be a map of settings, like `id: shop`']],
    ['an empty item', 'connections:\n  -\n', ['2:4 a connection must be a map of settings, like `id: shop`']],
    ['no id', entry('name: A\nkind: files\npath: p'), ['2:5 `id` is missing']],
    ['a number as id', entry('id: 7\nname: A\nkind: files\npath: p'), ['2:9 `id` must be text: put quotes around it']],
    ['a bad id', entry('id: a/b\nname: A\nkind: files\npath: p'), ['2:9 `id` must be 1 to 64 letters, digits, - or _']],
    [
      'an id that is a path of the API',
      entry('id: Kinds\nname: A\nkind: files\npath: p'),
      ['2:9 `id` must not be `kinds`, which the API uses itself'],
    ],
    [
      'a variable as id',
      entry('id: ${HOST}\nname: A\nkind: files\npath: p'),
      ['2:9 `id` must be 1 to 64 letters, digits, - or _'],
    ],
    [
      'a long id',
      entry(`id: ${'a'.repeat(65)}\nname: A\nkind: files\npath: p`),
      ['2:9 `id` must be 1 to 64 letters, digits, - or _'],
    ],
    ['no name', entry('id: a\nkind: files\npath: p'), ['2:5 `name` is missing']],
    ['a blank name', entry('id: a\nname: " "\nkind: files\npath: p'), ['3:11 `name` must not be empty']],
    ['no kind', entry('id: a\nname: A'), ['2:5 `kind` is missing']],
    [
      'an unknown kind',
      entry('id: a\nname: A\nkind: postgre'),
      [`4:11 \`kind\` must be one of ${CONNECTION_KINDS.join(', ')}; did you mean postgres?`],
    ],
    [
      'a foreign kind',
      entry('id: a\nname: A\nkind: oracle'),
      [`4:11 \`kind\` must be one of ${CONNECTION_KINDS.join(', ')}`],
    ],
    ['a missing path', entry('id: a\nname: A\nkind: duckdb'), ['2:5 `path` is missing']],
    [
      'missing settings',
      entry('id: a\nname: A\nkind: postgres'),
      ['2:5 `host` is missing', '2:5 `database` is missing', '2:5 `user` is missing'],
    ],
    [
      'a setting of another kind',
      entry('id: a\nname: A\nkind: files\npath: p\nhost: h'),
      ['6:5 `host` is not a setting of a files connection'],
    ],
    [
      'a slip in a name',
      postgres('colr: red'),
      ['8:5 `colr` is not a setting of a postgres connection; did you mean `colour`?'],
    ],
    [
      'an American',
      postgres('color: red'),
      ['8:5 `color` is not a setting of a postgres connection; did you mean `colour`?'],
    ],
    [
      'a bad colour',
      postgres('colour: pink'),
      ['8:13 `colour` must be one of red, amber, green, blue, violet, grey, or "#rrggbb"'],
    ],
    [
      'a colour that YAML reads as a comment',
      postgres('colour: #ff0000'),
      ['8:13 YAML takes what follows # for a comment: put quotes around the colour'],
    ],
    ['a port out of range', postgres('port: 65536'), ['8:11 `port` must be a whole number from 1 to 65535']],
    ['a port in quotes', postgres('port: "5432"'), ['8:11 `port` must be a whole number from 1 to 65535']],
    ['a broken port', postgres('port: 54.5'), ['8:11 `port` must be a whole number from 1 to 65535']],
    ['a list as port', postgres('port: [1]'), ['8:11 `port` must be a single value']],
    ['a word as switch', postgres('read_only: yes'), ['8:16 `read_only` must be true or false']],
    [
      'an unknown TLS mode',
      postgres('ssl: prefer'),
      ['8:10 `ssl` must be one of disable, require, verify-ca, verify-full'],
    ],
    ['a number as pool', postgres('pool: 5'), ['8:11 `pool` must be a map, like { max: 10 }']],
    ['a slip in the pool', postgres('pool: { mx: 5 }'), ['8:13 `mx` is not a setting of `pool`; did you mean `max`?']],
    [
      'an endless timeout',
      postgres('statement_timeout_ms: 2147483648'),
      ['8:27 `statement_timeout_ms` must be a whole number from 0 to 2147483647'],
    ],
    [
      'a number as database',
      entry('id: a\nname: A\nkind: postgres\nhost: h\ndatabase: 2024\nuser: u'),
      ['6:15 `database` must be text: put quotes around it'],
    ],
    ...['password', 'ssh_password', 'ssh_key_password'].map((name): [string, string, string[]] => [
      `an undefined variable inside the ${name}`,
      postgres(`${name}: abc\${NOPE}def`),
      [`8:${name.length + 7} the environment variable in \`${name}\` is not set`],
    ]),
    ['an undefined variable', postgres('password: ${NOPE}'), ['8:15 the environment variable `NOPE` is not set']],
    [
      'a variable that is empty',
      entry('id: a\nname: A\nkind: files\npath: ${BLANK}'),
      ['5:11 `path` must not be empty'],
    ],
    [
      'control characters',
      entry('id: a\nname: "A\\u0000B"\nkind: files\npath: ${BELL}'),
      ['3:11 `name` must not hold control characters', '5:11 `path` must not hold control characters'],
    ],
    ['a NUL in a password', postgres('password: "a\\0b"'), ['8:15 `password` must not hold a NUL character']],
    [
      'one id twice',
      entry('id: a\nname: A\nkind: files\npath: p') + entry('id: a\nname: B\nkind: files\npath: q').slice(13),
      ['6:9 another connection has this `id` already'],
    ],
    ['a setting twice', postgres('host: other'), ['8:5 this setting stands twice in one place']],
    [
      'an anchor and an alias',
      'connections:\n  - &x { id: a, name: A, kind: files, path: p }\n  - *x\n',
      [
        '2:8 anchors (&) and aliases (*) are not supported; a text that begins with one of them needs quotes',
        '3:5 anchors (&) and aliases (*) are not supported; a text that begins with one of them needs quotes',
        '3:5 a connection must be a map of settings, like `id: shop`',
      ],
    ],
    [
      'a merge key',
      'connections:\n  - <<: { id: a }\n    id: a\n    name: A\n    kind: files\n    path: p\n',
      ['2:5 this is not a setting of a files connection'],
    ],
    [
      'two documents',
      'connections: []\n---\nconnections: []\n',
      ['2:1 only one document is read: remove the second ---'],
    ],
    ['a tab', 'connections:\n\t- id: a\n', ['2:1 a tab is used for indentation: use spaces']],
    ['an open bracket', 'connections: [', ['1:15 the indentation does not fit, or a bracket is not closed']],
    ['an open quote', 'connections: "', ['1:15 a quote, a comma, a colon or a space is missing']],
    [
      'a map as name',
      '? { a: b }\n: c\n',
      ['1:1 there is no `connections:` list', '1:3 the name of a setting must be a plain word'],
    ],
  ])('finds %s', (_, text, expected) => {
    expect(mistakesOf(text)).toEqual(expected);
  });

  it('reports every mistake of every connection at once, in the order of the text', () => {
    const text =
      'connections:\n  - { id: a b, kind: duckdb }\n  - id: c\n    name: 3\n    kind: postgres\n    port: 0\n    hots: h\n';
    expect(mistakesOf(text).map((mistake) => mistake.replace(/ .*`(\w+)`.*$/, ' $1'))).toEqual([
      ...[
        '2:5 name',
        '2:5 path',
        '2:11 id',
        '3:5 host',
        '3:5 database',
        '3:5 user',
        '4:11 name',
        '6:11 port',
        '7:5 host',
      ],
    ]);
  });

  it.each(
    [
      ['*hunter2', '&hunter2 x', '!hunter2', '!hunter2 x', '@hunter2', '`hunter2', '%hunter2', '"hunter2', "'hunter2"],
      ['hunter2: x', '[hunter2', '{hunter2', '"\\hunter2"', 'a${hunter2}b', '${hunter2', '${hunter2}x', '| hunter2'],
      ['enc:v1:hunter2', '"x\\0hunter2"', '[hunter2]', '{ hunter2: 1 }', '? hunter2', '- hunter2', '"hunter2" hunter2'],
    ].flat(),
  )('never repeats a password: %s', (password) => {
    const text = postgres(`password: ${password}`);
    const parsing = parse(text);
    expect(parsing.kind).toBe(password.startsWith('enc:') ? 'valid' : 'invalid');
    expect(JSON.stringify(parsing)).not.toContain('hunter2');
  });

  it('refuses a huge file without reading it', () => {
    expect(mistakesOf(`connections: []\n#${'x'.repeat(256 * 1024)}`)).toEqual(['1:1 the file is larger than 256 kB']);
  });

  it.each([
    ['brackets', '['.repeat(100_000)],
    ['braces', '{a: '.repeat(60_000)],
    ['dashes', '- '.repeat(100_000)],
    ['levels', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
    [
      'a billion laughs',
      `a: &a [x,x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [${i === 0 ? '*a,*a' : `*b${i - 1},*b${i - 1}`}]\n`).join('')}`,
    ],
    ['many mistakes', `connections:\n${'  - x\n'.repeat(20_000)}`],
  ])('survives %s', (_, text) => {
    const parsing = parse(text);
    expect(parsing.kind).toBe('invalid');
    expect(JSON.stringify(parsing).length).toBeLessThan(20_000);
  });

  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      ...[
        'connections:',
        '\n',
        '  ',
        '- ',
        'id: a',
        'name: A',
        'kind: files',
        ': ',
        '{',
        '}',
        '[',
        ']',
        '"',
        "'",
        '|',
        '>',
        '#',
      ],
      ...['&a', '*a', '!t', '---', '...', '%YAML 1.1', '\t', '? ', ',', '${', '\r\n', '\u0000', 'é', '<<', '~'],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 5, arbitrary: piece }, fc.string()), { maxLength: 40 }), (pieces) => {
        expect(['valid', 'invalid']).toContain(parse(pieces.join('')).kind);
      }),
      { numRuns: 2000 },
    );
  });
});
