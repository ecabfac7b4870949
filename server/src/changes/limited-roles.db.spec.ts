import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../connections/engines/testing/index.js';
import { ChangesApp, editsOf } from './testing/changes-app.js';

let app: ChangesApp;
let role: string;
beforeAll(async () => {
  app = await ChangesApp.start();
  role = `${app.database.config.database}_limited`;
});
afterAll(() => app.stop());

const LIMITED = ['ann', 'limited'] as const;
const names = (table: string) => app.cells(`SELECT id, owner, v FROM ${table} ORDER BY id`);

/** A table with two rows, of which the first belongs to the role. */
async function create(table: string, rights: string, ...others: string[]): Promise<void> {
  await app.database.execute(
    [
      `CREATE TABLE ${table} (id integer PRIMARY KEY, owner text, v text)`,
      `INSERT INTO ${table} VALUES (1, 'me', 'a'), (2, 'you', 'b')`,
      `GRANT ${rights} ON ${table} TO ${role}`,
      ...others,
    ].join('; '),
  );
}

describe('a role with policies for what it changes', () => {
  beforeAll(() =>
    create(
      'guarded',
      'ALL',
      'ALTER TABLE guarded ENABLE ROW LEVEL SECURITY',
      'CREATE POLICY read_all ON guarded FOR SELECT USING (true)',
      "CREATE POLICY change_own ON guarded FOR UPDATE USING (owner = 'me')",
      'CREATE POLICY remove_all ON guarded FOR DELETE USING (id < 3)',
    ),
  );
  const { update, remove } = editsOf('guarded');

  it('has no conflict for a row that it may read but not change', async () => {
    const { rehearsal } = await app.rehearsed([update({ id: '2' }, { v: 'b' }, { v: 'c' })], ...LIMITED);
    expect(rehearsal).toMatchObject({ status: 'failed', conflicts: [] });
    expect(rehearsal?.failures).toMatchObject([{ item: 0, error: { hint: expect.stringContaining('policy') } }]);
  });

  it('changes a row of its own', async () => {
    const change = await app.rehearsed([update({ id: '1' }, { v: 'a' }, { v: 'c' })], ...LIMITED);
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await names('guarded')).toContainEqual(['1', 'me', 'c']);
  });

  it('removes a row that it may remove but not change', async () => {
    const change = await app.rehearsed([remove({ id: '2' }, { v: 'b' })], ...LIMITED);
    expect(change.rehearsal).toMatchObject({ status: 'ready', deleted: 1 });
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await names('guarded')).not.toContainEqual(['2', 'you', 'b']);
  });

  it('has a conflict for a row that it may not read', async () => {
    const change = await app.rehearsed([remove({ id: '7' }, { v: 'b' })], ...LIMITED);
    expect(change.rehearsal).toMatchObject({ status: 'conflicted', conflicts: [{ item: 0, theirs: null }] });
  });
});

describe('a role with the right to remove rows, but not to change them', () => {
  beforeAll(() => create('removed', 'SELECT, DELETE'));
  const { update, remove } = editsOf('removed');

  it('removes them', async () => {
    const change = await app.rehearsed([remove({ id: '1' }, { v: 'a' })], ...LIMITED);
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await names('removed')).toEqual([['2', 'you', 'b']]);
  });

  it('has conflicts shown, and the reason for what it may not do', async () => {
    const changed = await app.rehearsed([remove({ id: '2' }, { v: 'other' })], ...LIMITED);
    expect(changed.rehearsal).toMatchObject({ status: 'conflicted', conflicts: [{ theirs: { v: 'b' } }] });
    const refused = await app.rehearsed([update({ id: '2' }, { v: 'b' }, { v: 'c' })], ...LIMITED);
    expect(refused.rehearsal).toMatchObject({
      status: 'failed',
      failures: [{ item: 0, error: { sqlstate: '42501' } }],
    });
  });

  it('does not remove a row that changes between its reading and its end', async () => {
    await create('racing', 'SELECT, DELETE');
    const change = await app.rehearsed([editsOf('racing').remove({ id: '1' }, { v: 'a' })], ...LIMITED);
    await app.cells('BEGIN');
    await app.cells("UPDATE racing SET v = 'z' WHERE id = 1");
    const applying = app.apply(change);
    await until(
      'the removal waits',
      async () => (await app.cells('SELECT 1 FROM pg_locks WHERE NOT granted')).length > 0,
    );
    await app.cells('COMMIT');
    expect((await applying).body).toMatchObject({
      state: 'conflicted',
      rehearsal: { conflicts: [{ theirs: { v: 'z' } }] },
    });
    expect(await names('racing')).toContainEqual(['1', 'me', 'z']);
  });
});
