import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FolderListing, SqlFile, SqlFileContent, SqlFileList } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { fillDisk, smallDisk } from '../../platform/testing/small-disk.js';
import { StudioWithoutDatabases } from '../testing/studio-without-databases.js';

const PATH = '/api/studio/files';

let studio: StudioWithoutDatabases;
let folder: string;
beforeEach(async () => {
  studio = await StudioWithoutDatabases.start();
  folder = join(studio.workbench.home, 'files');
});
afterEach(() => studio.stop());

/** Writes a file into the allowed folder and answers its path. */
function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function bookmark(path: string): Promise<SqlFile> {
  const { status, body } = await studio.send<SqlFile>('POST', PATH, { path });
  expect(status).toBe(201);
  return body;
}

const read = async (id: string) => (await studio.send<SqlFileContent>('GET', `${PATH}/${id}`)).body;
const save = (id: string, sql: string, etag: string | null) =>
  studio.send<SqlFile & ProblemDocument>('PUT', `${PATH}/${id}`, { sql, etag });
const list = async () => (await studio.send<SqlFileList>('GET', PATH)).body.items;
const browse = (path: string) =>
  studio.send<FolderListing & ProblemDocument>('GET', `${PATH}/browse?path=${encodeURIComponent(path)}`);

describe('files', () => {
  it('stand in a folder that is made when the workbench starts', async () => {
    const { body } = await studio.send<FolderListing>('GET', `${PATH}/browse`);
    expect(body).toMatchObject({ path: null, parent: null, folders: [{ name: 'files', path: folder }], files: [] });
  });

  it('are bookmarked, listed by name, read and saved in place', async () => {
    await bookmark(file('b.sql', 'SELECT 2;\n'));
    const made = await bookmark(file('A.sql', 'SELECT 1;\n'));
    expect(made).toMatchObject({ name: 'A.sql', state: 'present', bytes: 10 });
    expect((await list()).map(({ name }) => name)).toEqual(['A.sql', 'b.sql']);
    const { sql, etag } = await read(made.id);
    expect([sql, etag]).toEqual(['SELECT 1;\n', made.etag]);
    const saved = await save(made.id, "SELECT 'ünï 😀';\n", etag);
    expect(saved.status).toBe(200);
    expect(saved.body.etag).not.toBe(etag);
    expect(readFileSync(made.path, 'utf8')).toBe("SELECT 'ünï 😀';\n");
    expect(await read(made.id)).toMatchObject({ etag: saved.body.etag });
    expect(readdirSync(folder).sort()).toEqual(['A.sql', 'b.sql']);
  });

  it('keep their mode, their line endings and their byte order mark', async () => {
    const { id, path } = await bookmark(file('windows.sql', '\uFEFFSELECT 1;\r\nSELECT 2;\r\n'));
    chmodSync(path, 0o640);
    const { sql, etag } = await read(id);
    expect(sql).toBe('SELECT 1;\r\nSELECT 2;\r\n');
    expect((await save(id, 'SELECT 1;\nSELECT 3;\nSELECT 4;\n', etag)).status).toBe(200);
    expect(readFileSync(path, 'utf8')).toBe('\uFEFFSELECT 1;\r\nSELECT 3;\r\nSELECT 4;\r\n');
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it('are never overwritten when somebody else changed them since', async () => {
    const { id, path } = await bookmark(file('shared.sql', 'one'));
    const { etag } = await read(id);
    writeFileSync(path, 'two');
    const refused = await save(id, 'mine', etag);
    expect([refused.status, refused.body.code]).toEqual([409, 'changed-meanwhile']);
    expect(readFileSync(path, 'utf8')).toBe('two');
    const now = await read(id);
    expect((await save(id, 'mine', now.etag)).status).toBe(200);
  });

  it('notice a change of the same length in the same second', async () => {
    const { id, path } = await bookmark(file('same.sql', 'aaa'));
    const { etag } = await read(id);
    const { atime, mtime } = statSync(path);
    await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(path, 'bbb');
    utimesSync(path, atime, mtime);
    expect((await save(id, 'ccc', etag)).status).toBe(409);
  });

  it('are saved by one of two who save at once', async () => {
    const { id } = await bookmark(file('race.sql', 'x'));
    const { etag } = await read(id);
    const answers = await Promise.all(['a', 'b', 'c'].map((sql) => save(id, sql, etag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('are shown as missing when they are gone, and are made anew only when that is asked', async () => {
    const { id, path } = await bookmark(file('gone.sql', 'x'));
    const { etag } = await read(id);
    rmSync(path);
    expect(await list()).toMatchObject([{ state: 'missing', bytes: null, etag: null }]);
    const { status, body } = await studio.send<ProblemDocument>('GET', `${PATH}/${id}`);
    expect([status, body.code]).toEqual([404, 'file-missing']);
    expect((await save(id, 'y', etag)).body.code).toBe('file-missing');
    expect((await save(id, 'y', null)).status).toBe(200);
    expect(readFileSync(path, 'utf8')).toBe('y');
    expect((await save(id, 'z', null)).body.code).toBe('changed-meanwhile');
  });

  it('leave nothing behind where the disk is full, so that saving again works', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const takeAway = smallDisk(disk, 64 * 1024);
    try {
      const { id, path } = await bookmark(file('disk/gone.sql', 'x'));
      rmSync(path);
      fillDisk(disk, join(disk, 'ballast'));
      const { status, body } = await save(id, 'SELECT 1', null);
      expect([status, body.code]).toEqual([403, 'file-not-accessible']);
      expect(readdirSync(disk)).toEqual(['ballast']);
      rmSync(join(disk, 'ballast'));
      expect((await save(id, 'SELECT 1', null)).status).toBe(200);
      expect(readFileSync(path, 'utf8')).toBe('SELECT 1');
      expect(readdirSync(disk)).toEqual(['gone.sql']);
    } finally {
      takeAway();
    }
  });

  it('are made on request, never over one that is there', async () => {
    const path = join(folder, 'new.sql');
    const { status, body } = await studio.send<SqlFile>('POST', PATH, { path, create: true });
    expect([status, body.bytes, existsSync(path)]).toEqual([201, 0, true]);
    const again = await studio.send<ProblemDocument>('POST', PATH, { path, create: true });
    expect([again.status, again.body.code]).toEqual([409, 'name-taken']);
  });

  it('have one bookmark each, which is removed without the file', async () => {
    const path = file('once.sql', 'x');
    const first = await bookmark(path);
    expect((await bookmark(join(folder, '..', 'files', 'once.sql'))).id).toBe(first.id);
    const events = studio.heard('studio.files_changed');
    expect((await studio.send('DELETE', `${PATH}/${first.id}`)).status).toBe(204);
    expect([await list(), existsSync(path)]).toEqual([[], true]);
    expect(events).toEqual([{ owner_id: 'local', file_ids: [first.id] }]);
    const { body } = await studio.send<ProblemDocument>('DELETE', `${PATH}/${first.id}`);
    expect(body.code).toBe('file-not-found');
  });

  it('cannot be reached outside of the allowed folders, by no path and by no link', async () => {
    const outside = join(studio.workbench.home, 'secret.sql');
    writeFileSync(outside, 'secret');
    mkdirSync(join(studio.workbench.home, 'files-not'));
    writeFileSync(join(studio.workbench.home, 'files-not', 'x.sql'), 'secret');
    symlinkSync(outside, join(folder, 'link.sql'));
    symlinkSync(studio.workbench.home, join(folder, 'up'));
    const ways = [
      outside,
      join(folder, '../secret.sql'),
      `${folder}/../secret.sql`,
      join(folder, 'link.sql'),
      join(folder, 'up/secret.sql'),
      join(studio.workbench.home, 'files-not/x.sql'),
      '/etc/passwd.sql',
      'secret.sql',
      join(studio.workbench.home, 'does-not-exist.sql'),
    ];
    for (const path of ways) {
      const { status, body } = await studio.send<ProblemDocument>('POST', PATH, { path });
      expect([path, status, body.code]).toEqual([path, 403, 'file-not-allowed']);
    }
    const nul = await studio.send<ProblemDocument>('POST', PATH, { path: `${folder}/a\u0000.sql` });
    expect([nul.status, nul.body.code]).toEqual([400, 'validation-failed']);
    const made = await studio.send<ProblemDocument>('POST', PATH, { path: join(folder, 'up/new.sql'), create: true });
    expect([made.body.code, existsSync(join(studio.workbench.home, 'new.sql'))]).toEqual(['file-not-allowed', false]);
    for (const path of [studio.workbench.home, '/', join(folder, 'up'), `${folder}/..`]) {
      expect((await browse(path)).body.code).toBe('file-not-allowed');
    }
    expect((await browse(folder)).body).toMatchObject({ folders: [], files: [] });
  });

  it('are not followed when a bookmarked one is swapped for a link that leads out', async () => {
    const { id, path } = await bookmark(file('swap.sql', 'x'));
    const { etag } = await read(id);
    const outside = join(studio.workbench.home, 'victim.sql');
    writeFileSync(outside, 'victim');
    rmSync(path);
    symlinkSync(outside, path);
    expect(await list()).toMatchObject([{ state: 'refused' }]);
    expect((await studio.send<ProblemDocument>('GET', `${PATH}/${id}`)).body.code).toBe('file-not-allowed');
    expect((await save(id, 'mine', etag)).status).toBe(403);
    expect(readFileSync(outside, 'utf8')).toBe('victim');
  });

  it('may be reached by a link that stays inside, which stays a link', async () => {
    const target = file('target.sql', 'x');
    symlinkSync(target, join(folder, 'alias.sql'));
    const { id } = await bookmark(join(folder, 'alias.sql'));
    const { etag } = await read(id);
    expect((await save(id, 'y', etag)).status).toBe(200);
    expect(readFileSync(target, 'utf8')).toBe('y');
    expect(
      readdirSync(folder, { withFileTypes: true })
        .find(({ name }) => name === 'alias.sql')
        ?.isSymbolicLink(),
    ).toBe(true);
  });

  it.each<[string, string, string | Buffer, number, string]>([
    ['what is no UTF-8', 'latin.sql', Buffer.from([0x53, 0xe9]), 422, 'file-not-text'],
    ['more than 12 MB', 'large.sql', Buffer.alloc(12 * 1024 * 1024 + 1, 97), 413, 'too-large'],
    ['another kind of file', 'data.csv', 'a,b', 400, 'validation-failed'],
  ])('refuse %s', async (_, name, content, status, code) => {
    const answer = await studio.send<ProblemDocument>('POST', PATH, { path: file(name, content) });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('refuse folders that are called like files, and texts above 12 MB', async () => {
    mkdirSync(join(folder, 'folder.sql'));
    const { body } = await studio.send<ProblemDocument>('POST', PATH, { path: join(folder, 'folder.sql') });
    expect(body.code).toBe('file-not-allowed');
    const { id } = await bookmark(file('small.sql', 'x'));
    const { etag } = await read(id);
    expect((await save(id, 'é'.repeat(6 * 1024 * 1024 + 1), etag)).status).toBe(413);
  });

  it('are found by browsing, folders and .sql files only, hidden ones left out', async () => {
    mkdirSync(join(folder, 'reports'));
    file('b.SQL', 'x');
    file('a.sql', 'xy');
    file('.hidden.sql', 'x');
    file('notes.txt', 'x');
    await bookmark(join(folder, 'a.sql'));
    const { body } = await browse(folder);
    expect(body).toEqual({
      path: folder,
      parent: null,
      folders: [{ name: 'reports', path: join(folder, 'reports') }],
      files: [
        { name: 'a.sql', path: join(folder, 'a.sql'), bytes: 2, is_bookmarked: true },
        { name: 'b.SQL', path: join(folder, 'b.SQL'), bytes: 1, is_bookmarked: false },
      ],
      is_truncated: false,
    });
    expect((await browse(join(folder, 'reports'))).body.parent).toBe(folder);
    expect((await browse(join(folder, 'nope'))).body.code).toBe('file-missing');
  });

  it('never show a path in an error', async () => {
    const { body } = await studio.send<ProblemDocument>('POST', PATH, { path: join(folder, 'nope.sql') });
    expect([body.code, JSON.stringify(body).includes(folder)]).toEqual(['file-missing', false]);
  });
});
