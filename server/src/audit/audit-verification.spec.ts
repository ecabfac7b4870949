import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditHeads } from './audit-heads.js';
import { AuditApp, tamper } from './testing/audit-app.js';
import { verifyState } from './verify-state.js';

describe('checking the audit', () => {
  let app: AuditApp;
  const folders: string[] = [];
  beforeAll(async () => {
    app = await AuditApp.start();
    for (let n = 1; n <= 6; n += 1) app.publish(`user-${n}`, { details: { n } });
    await app.ids();
    await app.workbench.app.get(AuditHeads).note();
    for (let n = 7; n <= 8; n += 1) app.publish(`user-${n}`);
    await app.ids();
  });
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));
  afterAll(() => app.stop());

  /** A copy of the state, made while the workbench runs on it. */
  function copy(): string {
    const folder = mkdtempSync(join(tmpdir(), 'audit-copy-'));
    folders.push(folder);
    cpSync(app.workbench.home, folder, { recursive: true });
    return folder;
  }
  const sealed = (at: number) => `UPDATE audit_entry SET hash = '${'a'.repeat(64)}' WHERE sequence = ${at}`;

  it('works on a running workbench, on a copy and by the environment', async () => {
    const copied = copy();
    const { home } = app.workbench;
    for (const [parameters, env] of [
      [[home], {}],
      [[app.stateFile], {}],
      [[copied], {}],
      [[], { WORKBENCH_HOME: home }],
    ] as const) {
      const { exitCode, text } = await verifyState(parameters, env, '/');
      expect([exitCode, text]).toEqual([
        0,
        expect.stringMatching(/^The audit is sound: 8 entries\.\nHead: 8:[0-9a-f]{64}\n$/),
      ]);
    }
    const { valid, entries, head } = await app.verification();
    expect([valid, entries, head?.sequence]).toEqual([true, 8, 8]);
  });

  it.each<[string, string[], number, string]>([
    ['an outcome', ["UPDATE audit_entry SET outcome = 'denied' WHERE sequence = 3"], 3, 'is not what'],
    ['the time', ["UPDATE audit_entry SET at = '2026-01-01T00:00:00.000Z' WHERE sequence = 3"], 3, 'is not what'],
    ['who did it', ["UPDATE audit_entry SET actor_user_id = 'eve' WHERE sequence = 1"], 1, 'is not what'],
    ['that anybody did it', ['UPDATE audit_entry SET actor_kind = NULL WHERE sequence = 2'], 2, 'is not what'],
    ['a null to a text', ["UPDATE audit_entry SET object_name = '' WHERE sequence = 2"], 2, 'is not what'],
    ['details', [`UPDATE audit_entry SET details = '{"n":9}' WHERE sequence = 4`], 4, 'is not what'],
    ['details to what means the same', [`UPDATE audit_entry SET details = '{"n": 4}' WHERE sequence = 4`], 4, 'is not'],
    ['details to what is no JSON', ["UPDATE audit_entry SET details = '{' WHERE sequence = 4"], 4, 'is not what'],
    ['details to bytes', ["UPDATE audit_entry SET details = x'00ff' WHERE sequence = 4"], 4, 'is not what'],
    ['a hash', [sealed(5)], 5, 'is not what'],
    ['the order', ['UPDATE audit_entry SET sequence = 99 WHERE sequence = 2'], 2, 'is missing'],
    ['the first away', ['DELETE FROM audit_entry WHERE sequence = 1'], 1, 'is missing'],
    ['one away', ['DELETE FROM audit_entry WHERE sequence = 5'], 5, 'is missing'],
    ['the last ones of which there is a note away', ['DELETE FROM audit_entry WHERE sequence > 4'], 5, 'is missing'],
    ['all of them away', ['DELETE FROM audit_entry'], 1, 'is missing'],
    ['two things', [sealed(6), 'DELETE FROM audit_entry WHERE sequence = 2'], 2, 'is missing'],
  ])('finds the first entry that is broken by changing %s', async (_, statements, sequence, words) => {
    const folder = copy();
    tamper(join(folder, 'state.sqlite'), ...statements);
    const { exitCode, text } = await verifyState([folder], {}, '/');
    expect([exitCode, text]).toEqual([1, expect.stringContaining(`broken: entry ${sequence} ${words}`)]);
  });

  it('needs a head from elsewhere to find that entries after the last note are gone', async () => {
    const head = /Head: (\S+)/.exec((await verifyState([copy()], {}, '/')).text)?.[1] ?? '';
    const folder = copy();
    tamper(join(folder, 'state.sqlite'), 'DELETE FROM audit_entry WHERE sequence = 8');
    expect((await verifyState([folder], {}, '/')).exitCode).toBe(0);
    const outcome = await verifyState([folder, '--head', head], {}, '/');
    expect([outcome.exitCode, outcome.text]).toEqual([1, expect.stringContaining('entry 8 is missing')]);
  });

  it('finds that the whole audit was written anew', async () => {
    const other = await AuditApp.start();
    for (let n = 1; n <= 9; n += 1) other.publish(`user-${n}`);
    await other.ids();
    const folder = copy();
    const notes = readFileSync(join(folder, 'audit-heads.ndjson'));
    rmSync(folder, { recursive: true });
    cpSync(other.workbench.home, folder, { recursive: true });
    await other.stop();
    writeFileSync(join(folder, 'audit-heads.ndjson'), notes);
    const { exitCode, text } = await verifyState([folder], {}, '/');
    expect([exitCode, text]).toEqual([1, expect.stringContaining('entry 6 is another one than was noted earlier')]);
  });

  it('passes over a note that a crash cut off', async () => {
    const folder = copy();
    appendFileSync(join(folder, 'audit-heads.ndjson'), '{"sequence":99,"ha');
    expect((await verifyState([folder], {}, '/')).exitCode).toBe(0);
  });

  it.each<[string, (folder: string) => string[], string]>([
    ['a path without a state', () => ['/nowhere/at/all'], 'there is no /nowhere/at/all'],
    ['a folder without one', () => [tmpdir()], 'there is no'],
    ['two paths', () => ['a', 'b'], 'usage: audit-verify'],
    ['a head that is none', (folder) => [folder, '--head', '7'], '"7" is not a head'],
    ['an option that there is not', (folder) => [folder, '--force'], "Unknown option '--force'"],
    ['a file that is no database', (folder) => [join(folder, 'audit-heads.ndjson')], 'file is not a database'],
  ])('says that it cannot be done with %s', async (_, parameters, words) => {
    const { exitCode, text } = await verifyState(parameters(copy()), {}, '/');
    expect([exitCode, text]).toEqual([2, expect.stringContaining(words)]);
  });

  it('says that it cannot be done where the audit is gone altogether', async () => {
    const folder = copy();
    tamper(join(folder, 'state.sqlite'), 'DROP TABLE audit_entry');
    const { exitCode, text } = await verifyState([folder], {}, '/');
    expect([exitCode, text]).toEqual([2, 'The audit cannot be checked: no such table: audit_entry\n']);
  });

  it('is answered over HTTP as well, with the place and the reason', async () => {
    app.tamper("UPDATE audit_entry SET outcome = 'denied' WHERE sequence = 3");
    expect(await app.verification()).toEqual({
      valid: false,
      entries: 8,
      broken_at: 3,
      reason: 'changed',
      head: { sequence: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(await Promise.all([app.verification(), app.verification()])).toMatchObject([
      { broken_at: 3 },
      { broken_at: 3 },
    ]);
  });
});

describe('the notes of heads', () => {
  it('are made when the workbench stops, once for each head, and only grow', async () => {
    const app = await AuditApp.start();
    const file = join(app.workbench.home, 'audit-heads.ndjson');
    const heads = app.workbench.app.get(AuditHeads);
    const sequences = () =>
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { sequence: number }).sequence);
    await heads.note();
    app.publish('one');
    await app.ids();
    await heads.note();
    await heads.note();
    expect(sequences()).toEqual([1]);
    app.publish('two');
    app.publish('three');
    await app.workbench.app.close();
    expect(sequences()).toEqual([1, 3]);
    rmSync(app.workbench.home, { recursive: true });
  });
});
