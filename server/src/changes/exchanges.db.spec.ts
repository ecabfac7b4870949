import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Cell, ChangeItem, RowEdit } from '#libs/api';
import { ChangesApp, editsOf } from './testing/changes-app.js';
import type { ChangesCaller } from './testing/changes-caller.js';
import { FileChangesApp } from './testing/file-changes-app.js';

/** An engine with a table `seats` of three rows, whose columns are unique in several ways. */
interface Engine {
  readonly schema: string;
  start(): Promise<ChangesCaller>;
  run(app: ChangesCaller, ...statements: readonly string[]): Promise<Cell[][]>;
  stop(app: ChangesCaller): Promise<void>;
}

const POSTGRES: Engine = {
  schema: 'public',
  start: () => ChangesApp.start(),
  async run(app, ...statements) {
    const { database } = app as ChangesApp;
    for (const sql of statements.slice(0, -1)) await database.execute(sql);
    return (app as ChangesApp).cells(statements.at(-1) ?? '');
  },
  stop: (app) => (app as ChangesApp).stop(),
};

function fileEngine(connection: 'lite' | 'duck'): Engine {
  return {
    schema: 'main',
    start: () => FileChangesApp.start(connection),
    run: (app, ...statements) => (app as FileChangesApp).execute(...statements),
    stop: (app) => (app as FileChangesApp).stop(),
  };
}

const SEATS = [
  'DROP TABLE IF EXISTS seats',
  `CREATE TABLE seats (
    id INTEGER PRIMARY KEY, u VARCHAR(10) UNIQUE, n INTEGER NOT NULL CHECK (n > 0), b BOOLEAN NOT NULL DEFAULT true,
    UNIQUE (b, n))`,
  `INSERT INTO seats (id, u, n) VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)`,
];
const ROWS = 'SELECT id, u, n FROM seats ORDER BY id';

describe.each([
  ['Postgres', POSTGRES],
  ['SQLite', fileEngine('lite')],
  ['DuckDB', fileEngine('duck')],
])('rows that exchange unique values on %s', (_, engine) => {
  let app: ChangesCaller;
  beforeAll(async () => (app = await engine.start()));
  afterAll(() => engine.stop(app));
  beforeEach(() => engine.run(app, ...SEATS, ROWS));

  const rows = () => engine.run(app, ROWS);
  const seats = editsOf('seats', engine.schema);
  const edit = (id: string, before: Record<string, Cell>, values: Record<string, string | null>): RowEdit =>
    seats.update({ id }, before, values);

  it.each<[string, RowEdit[], string[][]]>([
    [
      'two texts',
      [edit('1', { u: 'a' }, { u: 'b' }), edit('2', { u: 'b' }, { u: 'a' })],
      [
        ['1', 'b', '1'],
        ['2', 'a', '2'],
      ],
    ],
    [
      'numbers in a circle',
      [edit('1', { n: '1' }, { n: '2' }), edit('2', { n: '2' }, { n: '3' }), edit('3', { n: '3' }, { n: '1' })],
      [
        ['1', 'a', '2'],
        ['2', 'b', '3'],
        ['3', 'c', '1'],
      ],
    ],
    [
      'primary keys',
      [edit('1', { id: '1' }, { id: '2' }), edit('2', { id: '2' }, { id: '1' })],
      [
        ['1', 'b', '2'],
        ['2', 'a', '1'],
      ],
    ],
    [
      'keys and texts at once',
      [edit('1', { id: '1', u: 'a' }, { id: '2', u: 'b' }), edit('2', { id: '2', u: 'b' }, { id: '1', u: 'a' })],
      [
        ['1', 'a', '2'],
        ['2', 'b', '1'],
      ],
    ],
    [
      'a chain',
      [edit('1', { n: '1' }, { n: '2' }), edit('2', { n: '2' }, { n: '4' })],
      [
        ['1', 'a', '2'],
        ['2', 'b', '4'],
      ],
    ],
    [
      'a value of a row that is removed',
      [seats.insert({ id: '4', u: 'a', n: '9' }), seats.remove({ id: '1' }, { u: 'a' })],
      [
        ['4', 'a', '9'],
        ['2', 'b', '2'],
      ],
    ],
  ])('get %s, and back', async (_case, edits, expected) => {
    const before = await rows();
    const change = await app.rehearsed(edits);
    expect(await rows()).toEqual(before);
    expect(change.rehearsal).toMatchObject({ status: 'ready', failures: [], touched: [], not_undoable: [] });
    expect((await app.rowsOf(change.id)).map(({ item }) => item)).toEqual(edits.map((_edit, item) => item));
    const { status, body } = await app.apply(change);
    expect([status, body.state]).toEqual([200, 'applied']);
    expect(await rows()).toEqual(expect.arrayContaining(expected));
    expect((await app.undone(body)).state).toBe('undone');
    expect(await rows()).toEqual(before);
  });

  it('are refused where no value in between is known, with the reason', async () => {
    await engine.run(
      app,
      'DROP TABLE IF EXISTS flags',
      'CREATE TABLE flags (id INTEGER PRIMARY KEY, b BOOLEAN NOT NULL UNIQUE)',
      'INSERT INTO flags VALUES (1, true), (2, false)',
      ROWS,
    );
    const [[yes = '', no = ''] = []] = await engine.run(
      app,
      'SELECT (SELECT b FROM flags WHERE id = 1), (SELECT b FROM flags WHERE id = 2)',
    );
    const flags = editsOf('flags', engine.schema);
    const change = await app.rehearsed([
      flags.update({ id: '1' }, { b: yes }, { b: no }),
      flags.update({ id: '2' }, { b: no }, { b: yes }),
    ]);
    expect(change.rehearsal?.status).toBe('failed');
    expect(change.rehearsal?.failures[0]?.error).toMatchObject({
      message:
        'Rows exchange values of the unique key (b), and no value is known that one of them could have in between.',
      hint: 'Give one of them a free value in a change set of its own first.',
    });
  });

  const SIZE = 200;
  it('are exchanged by two hundred at once, and not at all beside a row that is refused', async () => {
    await engine.run(
      app,
      'DROP TABLE IF EXISTS many',
      'CREATE TABLE many (id INTEGER PRIMARY KEY, n INTEGER NOT NULL UNIQUE)',
      `WITH RECURSIVE r (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r WHERE id < ${SIZE}) INSERT INTO many SELECT id, id FROM r`,
      ROWS,
    );
    const many = editsOf('many', engine.schema);
    const circle = Array.from({ length: SIZE }, (_edit, index): ChangeItem => {
      const n = String(index + 1);
      return many.update({ id: n }, { n }, { n: String(((index + 1) % SIZE) + 1) });
    });
    const refused = await app.rehearsed([...circle.slice(0, 2), edit('1', { n: '1' }, { n: '0' })]);
    expect(refused.rehearsal).toMatchObject({ status: 'failed' });
    const change = await app.rehearsed(circle);
    expect(change.rehearsal).toMatchObject({ status: 'ready', updated: SIZE, touched: [] });
    const { body } = await app.apply(change);
    expect(await engine.run(app, 'SELECT count(*) FROM many WHERE n = id % 200 + 1')).toEqual([[String(SIZE)]]);
    await app.undone(body);
    expect(await engine.run(app, 'SELECT count(*) FROM many WHERE n = id')).toEqual([[String(SIZE)]]);
  });
});

describe.each([
  ['Postgres', POSTGRES],
  ['SQLite', fileEngine('lite')],
])('rows that others refer to on %s', (_, engine) => {
  let app: ChangesCaller;
  beforeAll(async () => (app = await engine.start()));
  afterAll(() => engine.stop(app));

  it.each([
    ['by name', 'id integer PRIMARY KEY, code text UNIQUE', 'keyed (code)'],
    ['by a primary key without NOT NULL', 'id integer NOT NULL UNIQUE, code text PRIMARY KEY', 'keyed'],
  ])('%s are followed when they exchange values that may be NULL', async (_case, columns, target) => {
    const children = 'SELECT id, code FROM child ORDER BY id';
    const before = await engine.run(
      app,
      'DROP TABLE IF EXISTS child',
      'DROP TABLE IF EXISTS keyed',
      `CREATE TABLE keyed (${columns})`,
      `CREATE TABLE child (id integer PRIMARY KEY, code text REFERENCES ${target} ON UPDATE CASCADE)`,
      "INSERT INTO keyed VALUES (1, 'a'), (2, 'b')",
      "INSERT INTO child VALUES (1, 'a'), (2, 'b')",
      children,
    );
    const keyed = editsOf('keyed', engine.schema);
    const { body } = await app.apply(
      await app.rehearsed([
        keyed.update({ id: '1' }, { code: 'a' }, { code: 'b' }),
        keyed.update({ id: '2' }, { code: 'b' }, { code: 'a' }),
      ]),
    );
    expect(body.state).toBe('applied');
    expect(await engine.run(app, children)).toEqual([
      ['1', 'b'],
      ['2', 'a'],
    ]);
    await app.undone(body);
    expect(await engine.run(app, children)).toEqual(before);
  });
});

describe('rows that exchange unique values on Postgres', () => {
  let app: ChangesApp;
  beforeAll(async () => (app = await ChangesApp.start()));
  afterAll(() => app.stop());
  const keyed = editsOf('keyed');
  const swap = [
    keyed.update({ id: '1' }, { code: 'a' }, { code: 'b' }),
    keyed.update({ id: '2' }, { code: 'b' }, { code: 'a' }),
  ];
  const fill = (column: string, ...more: readonly string[]) =>
    app.database.execute(`
      DROP TABLE IF EXISTS child, log, keyed CASCADE; CREATE TABLE keyed (id integer PRIMARY KEY, code ${column});
      INSERT INTO keyed VALUES (1, 'a'), (2, 'b'); ${more.join('; ')}`);
  const codes = () => app.cells('SELECT id, code FROM keyed ORDER BY id');
  const SWAPPED = [
    ['1', 'b'],
    ['2', 'a'],
  ];

  it.each([
    ['a constraint that is checked later', 'text NOT NULL UNIQUE DEFERRABLE'],
    ['a constraint that refuses the first value in between', 'text NOT NULL UNIQUE CHECK (length(code) = 1)'],
    ['a column for short texts', 'varchar(2) NOT NULL UNIQUE'],
    ['NULLS NOT DISTINCT', 'text UNIQUE NULLS NOT DISTINCT'],
    ['an index in place of a constraint', 'text NOT NULL'],
    ['an index of an expression', 'text NOT NULL, UNIQUE (id)', 'CREATE UNIQUE INDEX ON keyed (lower(code))'],
    ['a column that is computed', 'text NOT NULL, twice text GENERATED ALWAYS AS (code || code) STORED UNIQUE'],
  ])('do so with %s', async (_, given, index = 'CREATE UNIQUE INDEX ON keyed (code)') => {
    const [[version = ''] = []] = await app.cells('SHOW server_version_num');
    const column = Number(version) < 150_000 ? given.replace(' NULLS NOT DISTINCT', '') : given;
    await fill(column, ...(column.includes('UNIQUE') && !index.includes('lower') ? [] : [index]));
    const change = await app.rehearsed(swap);
    expect(change.rehearsal).toMatchObject({ status: 'ready', failures: [], touched: [] });
    const { body } = await app.apply(change);
    expect(await codes()).toEqual(SWAPPED);
    await app.undone(body);
    expect(await codes()).toEqual([
      ['1', 'a'],
      ['2', 'b'],
    ]);
  });

  it('take along the rows that refer to them', async () => {
    const child = 'CREATE TABLE child (id integer PRIMARY KEY, code text REFERENCES keyed (code) ON UPDATE CASCADE)';
    await fill('text NOT NULL UNIQUE', child, "INSERT INTO child VALUES (1, 'a')");
    const { body } = await app.apply(await app.rehearsed(swap));
    expect(body.state).toBe('applied');
    expect(await app.cells('SELECT code FROM child')).toEqual([['b']]);
    await app.undone(body);
    expect(await app.cells('SELECT code FROM child')).toEqual([['a']]);
  });

  it('are refused where rows refer to them and do not follow, with the reason', async () => {
    const child = 'CREATE TABLE child (id integer PRIMARY KEY, code text REFERENCES keyed (code))';
    await fill('text NOT NULL UNIQUE', child, "INSERT INTO child VALUES (1, 'a')");
    const { rehearsal } = await app.rehearsed(swap);
    expect(rehearsal?.failures[0]).toMatchObject({
      item: 0,
      error: {
        sqlstate: '23503',
        hint: 'Rows exchange values of the unique key (code), so that one of them has another value in between, which the database refuses.',
      },
    });
    expect(await codes()).toEqual([
      ['1', 'a'],
      ['2', 'b'],
    ]);
  });

  it('do so across partitions, and where a reference is checked later', async () => {
    await app.database.execute(`
      DROP TABLE IF EXISTS visit, room CASCADE;
      CREATE TABLE room (id integer, code integer, note text, PRIMARY KEY (id, code)) PARTITION BY RANGE (code);
      CREATE TABLE room_low PARTITION OF room FOR VALUES FROM (0) TO (10);
      CREATE TABLE room_high PARTITION OF room DEFAULT;
      CREATE TABLE visit (id integer PRIMARY KEY, room integer, code integer,
        FOREIGN KEY (room, code) REFERENCES room DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO room VALUES (1, 5, 'a'), (1, 50, 'b'); INSERT INTO visit VALUES (1, 1, 5)`);
    const room = editsOf('room');
    const rows = () => app.cells('SELECT code, note FROM room ORDER BY code');
    const change = await app.rehearsed([
      room.update({ id: '1', code: '5' }, { code: '5' }, { code: '50' }),
      room.update({ id: '1', code: '50' }, { code: '50' }, { code: '5' }),
    ]);
    expect(change.rehearsal).toMatchObject({ status: 'ready', failures: [], touched: [] });
    const { body } = await app.apply(change);
    expect(await rows()).toEqual([
      ['5', 'b'],
      ['50', 'a'],
    ]);
    await app.undone(body);
    expect(await rows()).toEqual([
      ['5', 'a'],
      ['50', 'b'],
    ]);
  });

  it('stay as they are where a policy does not let the value in between pass', async () => {
    await fill(
      'text NOT NULL UNIQUE',
      'ALTER TABLE keyed ENABLE ROW LEVEL SECURITY',
      "CREATE POLICY short ON keyed USING (true) WITH CHECK (code IN ('a', 'b'))",
      'GRANT ALL ON keyed TO PUBLIC',
    );
    const change = await app.rehearsed(swap, 'ann', 'limited');
    expect(change.rehearsal?.failures[0]?.error).toMatchObject({
      sqlstate: '42501',
      hint: expect.stringContaining('exchange values of the unique key (code)'),
    });
    expect((await app.apply(change)).status).toBe(409);
    expect(await codes()).toEqual([
      ['1', 'a'],
      ['2', 'b'],
    ]);
  });

  it('are exchanged once where two people apply the same at once', async () => {
    await fill('text NOT NULL UNIQUE');
    const changes = await Promise.all([app.rehearsed(swap), app.rehearsed(swap)]);
    const answers = await Promise.all(changes.map((change) => app.apply(change)));
    expect(answers.map(({ body }) => body.state).sort()).toEqual(['applied', 'conflicted']);
    expect(await codes()).toEqual(SWAPPED);
  });

  it('run their triggers for the value in between as well, which the rehearsal counts', async () => {
    await fill(
      'text NOT NULL UNIQUE',
      'CREATE TABLE log (code text)',
      `CREATE OR REPLACE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO log VALUES (new.code); RETURN new; END $$`,
      'CREATE TRIGGER note AFTER UPDATE ON keyed FOR EACH ROW EXECUTE FUNCTION note()',
    );
    const change = await app.rehearsed(swap);
    expect(change.rehearsal?.touched).toEqual([
      { schema: 'public', table: 'log', inserted: 3, updated: 0, deleted: 0 },
    ]);
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await codes()).toEqual(SWAPPED);
  });
});
