import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { AuditModule } from './audit/index.js';
import { verifyState } from './audit/verify-state.js';
import { EventBus, State } from './platform/index.js';
import { stateDatabaseOf } from './platform/testing/state-database.js';
import { TestWorkbench } from './platform/testing/test-workbench.js';

/** What holds with the state in a file holds with the state in Postgres: the very same tests. */
process.env.TEST_STATE = 'postgres';

await import('./audit/audit-of-sign-ins.spec.js');
await import('./auth/tokens/tokens.spec.js');
await import('./settings/settings.spec.js');

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('two workbenches on one Postgres', () => {
  let both: TestWorkbench[];
  let url: string;
  let outside: pg.Client;

  beforeAll(async () => {
    const first = await TestWorkbench.start({ features: [AuditModule] });
    const { STATE_DATABASE_URL = '' } = await stateDatabaseOf(first.home);
    url = STATE_DATABASE_URL;
    both = [first, await TestWorkbench.start({ features: [AuditModule], env: { STATE_DATABASE_URL: url } })];
    outside = new pg.Client({ connectionString: url });
    await outside.connect();
  });
  afterAll(async () => {
    await outside.end();
    for (const workbench of [...both].reverse()) await workbench.stop();
  });

  const add = (workbench: TestWorkbench, id: string) =>
    workbench.app.get(State).transaction(async () => {
      const object = { kind: 'user', id, name: `${id} \0 \ud800` } as const;
      const fact = { action: 'user.change', actor: null, outcome: 'done', object, details: {} } as const;
      workbench.app.get(EventBus).publish('action.performed', fact);
      await Promise.resolve();
    });

  it('write one chain of the audit together, without a gap', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, index) => both.map((one) => add(one, `u${index}`))).flat());
    const { rows } = await outside.query<{ count: string }>('SELECT count(*) FROM audit_entry');
    expect(Number(rows[0]?.count)).toBe(120);
    const sound = await verifyState([], { STATE_DATABASE_URL: url, WORKBENCH_HOME: '/nowhere' }, '/');
    expect([sound.exitCode, sound.text]).toEqual([0, expect.stringMatching(/sound: 120 entries/)]);
  });

  it('cannot have the audit changed, shortened or emptied', async () => {
    for (const statement of [
      "UPDATE audit_entry SET action = 'x'",
      'DELETE FROM audit_entry WHERE sequence = 120',
      'TRUNCATE audit_entry',
    ]) {
      await expect(outside.query(statement)).rejects.toThrow('the audit is append-only');
    }
    const skip = `INSERT INTO audit_entry SELECT (jsonb_populate_record(e, '{"sequence": 999}')).* FROM audit_entry e LIMIT 1`;
    await expect(outside.query(skip)).rejects.toThrow('the audit has no gaps');
  });

  it('notice what somebody changed who took the triggers away', async () => {
    await outside.query('ALTER TABLE audit_entry DISABLE TRIGGER USER');
    await outside.query("UPDATE audit_entry SET object_id = 'somebody else' WHERE sequence = 7");
    const broken = await verifyState([], { STATE_DATABASE_URL: url, WORKBENCH_HOME: '/nowhere' }, '/');
    expect([broken.exitCode, broken.text]).toEqual([1, expect.stringMatching(/broken: entry 7 /)]);
  });

  it('hear of what the other has done, once it is committed, and not of what was rolled back', async () => {
    const [first, second] = both.map((one) => one.app.get(EventBus));
    const heard: string[] = [];
    const stops = [first, second].map((bus, place) =>
      bus?.subscribe('contract.changed', ({ connection_id: id }) => void heard.push(`${place} ${id}`)),
    );
    const publish = (id: string, fails = false) =>
      both[0]?.app.get(State).transaction(async () => {
        first?.publish('contract.changed', { connection_id: id });
        await Promise.resolve();
        if (fails) throw new Error('no');
      });
    await expect(publish('lost', true)).rejects.toThrow('no');
    await publish('kept');
    await until(() => heard.length === 2);
    expect(heard.sort()).toEqual(['0 kept', '1 kept']);
    stops.forEach((stop) => stop?.());
  });

  it('hear each other again after their line was cut, and read again what they may have missed', async () => {
    const bus = both[1]?.app.get(EventBus);
    const heard: (string | null)[] = [];
    const stop = bus?.subscribe('state.changed_elsewhere', ({ action }) => void heard.push(action));
    await outside.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'data-workbench-peers'",
    );
    await until(() => heard.includes(null));
    const [first] = both;
    if (first !== undefined) await add(first, 'after');
    await until(() => heard.includes('user.change'));
    stop?.();
  });

  it('keep text in the order of its bytes, and what Postgres has no place for as a picture', async () => {
    const state = both[0]?.app.get(State);
    await state?.transaction(async (manager) => {
      await manager.query('CREATE TABLE note (text varchar COLLATE "C")');
      for (const text of ['b', 'B', 'a\0']) await manager.query('INSERT INTO note VALUES ($1)', [text]);
    });
    const { rows } = await outside.query<{ text: string }>('SELECT text FROM note ORDER BY text');
    expect(rows.map(({ text }) => text)).toEqual(['B', 'a\u2400', 'b']);
    const { rows: languages } = await outside.query(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying') AND collation_name IS DISTINCT FROM 'C'`,
    );
    expect(languages).toEqual([]);
  });
});
