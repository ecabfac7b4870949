import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { AuditApp, fact } from './testing/audit-app.js';
import { verifyState } from './verify-state.js';

describe('the audit', () => {
  let app: AuditApp;
  beforeEach(async () => {
    app = await AuditApp.start();
    await app.state.transaction((manager) => manager.query('CREATE TABLE note (text varchar)'));
  });
  afterEach(() => app.stop());

  const write = (text: string) => app.state.manager.query<unknown>('INSERT INTO note VALUES (?)', [text]);
  const notes = async () =>
    (await app.state.manager.query<{ text: string }[]>('SELECT text FROM note')).map(({ text }) => text);
  const published = (id: string) => {
    app.publish(id);
    return Promise.resolve();
  };
  const run = (sql: string) => app.state.transaction((manager) => manager.query(sql));

  it('is written in the transaction of its action', async () => {
    await app.state.transaction(async (manager) => {
      await write('work');
      app.publish('kept');
      const rows = await manager.query<unknown[]>('SELECT * FROM audit_entry');
      expect(rows).toEqual([]);
    });
    expect((await app.list()).items).toMatchObject([
      { sequence: 1, action: 'user.change', actor: { user_id: 'ann' }, object: { id: 'kept' } },
    ]);
  });

  it('has nothing of a transaction that failed, and goes on without a gap', async () => {
    app.publish('before');
    const failing = app.state.transaction(async () => {
      app.publish('lost');
      await write('lost');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await app.state.transaction(() => published('after'));
    expect((await app.list()).items.map(({ sequence, object }) => [sequence, object.id]).sort()).toEqual([
      [1, 'after'],
      [2, 'before'],
    ]);
    expect(await app.verification()).toMatchObject({ valid: true, entries: 2 });
  });

  it('takes back what cannot be written down', async () => {
    await run("CREATE TRIGGER full BEFORE INSERT ON audit_entry BEGIN SELECT RAISE(ABORT, 'disk full'); END");
    const publishing = app.state.transaction(async () => {
      await write('unseen');
      app.publish('unseen');
    });
    await expect(publishing).rejects.toThrow('disk full');
    await run('DROP TRIGGER full');
    await app.state.transaction(() => published('next'));
    expect([await notes(), await app.ids(), (await app.verification()).valid]).toEqual([[], ['next'], true]);
  });

  it('tries again, in order, what happened outside of transactions while nothing could be written', async () => {
    await run("CREATE TRIGGER full BEFORE INSERT ON audit_entry BEGIN SELECT RAISE(ABORT, 'disk full'); END");
    for (const id of ['a', 'b', 'c']) app.publish(id);
    expect(await app.ids()).toEqual([]);
    await run('DROP TRIGGER full');
    app.publish('d');
    expect(await app.ids()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is one chain without gaps, with concurrent writers and rollbacks', async () => {
    const pause = (n: number) => new Promise((resolve) => setTimeout(resolve, n % 3));
    const work = Array.from({ length: 300 }, (_, n) =>
      n % 3 === 0
        ? pause(n).then(() => app.publish(`alone ${n}`))
        : app.state.transaction(async () => {
            app.publish(`first ${n}`);
            await pause(n);
            app.publish(`second ${n}`);
            if (n % 7 === 0) throw new Error('no');
          }),
    );
    const results = await Promise.allSettled(work);
    const failures = results.filter(({ status }) => status === 'rejected').length;
    const expected = 100 + 2 * (200 - failures);
    const { items } = await app.list('limit=500');
    expect(failures).toBe(28);
    expect(items.map(({ sequence }) => sequence)).toEqual(Array.from({ length: expected }, (_, n) => expected - n));
    expect(await app.verification()).toMatchObject({ valid: true, entries: expected, broken_at: null, reason: null });
  });

  it.each([
    ['changed', "UPDATE audit_entry SET outcome = 'done' WHERE sequence = 1", 'append-only'],
    ['taken away', 'DELETE FROM audit_entry', 'append-only'],
    [
      'exchanged',
      "INSERT OR REPLACE INTO audit_entry SELECT 1, at, 'x', outcome, NULL, NULL, NULL, NULL, 'x', 'x', NULL, '{}', 'x' FROM audit_entry",
      'no gaps',
    ],
    [
      'put further on',
      "INSERT INTO audit_entry SELECT 9, at, 'x', outcome, NULL, NULL, NULL, NULL, 'x', 'x', NULL, '{}', 'x' FROM audit_entry",
      'no gaps',
    ],
  ])('has no entry %s', async (_, sql, message) => {
    app.publish('kept', { outcome: 'denied' });
    expect(await app.ids()).toEqual(['kept']);
    await expect(run(sql)).rejects.toThrow(message);
    expect(await app.verification()).toMatchObject({ valid: true, entries: 1 });
  });

  it('keeps secrets out and texts as they are', async () => {
    const name = "O'Brien\u0000\n\u2028😀 \ud800";
    app.publish('odd', { object: { kind: 'user', id: 'odd', name }, details: { password: 'open-sesame', n: NaN } });
    const [entry] = (await app.list()).items;
    expect(entry).toMatchObject({
      object: { name: "O'Brien\u2400\n\u2028😀 \ufffd" },
      details: { password: '[hidden]', n: 'NaN' },
    });
    expect((await app.verification()).valid).toBe(true);
  });

  it('loses nothing of a flood when the workbench stops in the middle of it', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'audit-copy-'));
    const { home } = app.workbench;
    const sequence = Array.from({ length: 10_000 }, (_, n) => String(n));
    for (const id of sequence) app.publish(id, { action: 'auth.sign_in', outcome: 'failed', actor: null });
    await app.workbench.app.close();
    cpSync(home, copy, { recursive: true });
    const database = new Database(join(copy, 'state.sqlite'));
    const ids = [...database.prepare('SELECT object_id FROM audit_entry ORDER BY sequence').pluck(true).iterate()];
    database.close();
    expect(ids).toEqual(sequence);
    const outcome = await verifyState([copy], {}, '/');
    expect([outcome.exitCode, outcome.text]).toEqual([0, expect.stringMatching(/^The audit is sound: 10,000 entries/)]);
    for (const folder of [copy, home]) rmSync(folder, { recursive: true });
    app = await AuditApp.start();
  });

  it('writes a flood in few transactions', async () => {
    const { driver } = app.workbench.app.get(DataSource);
    const created = driver.createQueryRunner.bind(driver);
    let transactions = 0;
    driver.createQueryRunner = (mode) => {
      transactions += 1;
      return created(mode);
    };
    for (let n = 0; n < 5000; n += 1) app.events.publish('action.performed', fact(String(n)));
    expect((await app.list('limit=1')).items[0]?.sequence).toBe(5000);
    expect(transactions).toBeLessThan(40);
  });
});
