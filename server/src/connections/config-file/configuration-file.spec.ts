import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { secretKeyOf, sealSecret } from '../../platform/secrets/sealed-values.js';
import { ConfigurationFile } from './configuration-file.js';
import { addConnection, changeConnection } from './edit-connections.js';
import { setConnectionSetting } from './set-connection-setting.js';

const KEY = secretKeyOf(Buffer.alloc(32, 3));
const CONTEXT = { env: {}, secretKey: () => Promise.resolve(KEY) };
const ONE = 'connections:\n  - { id: a, name: A, kind: files, path: . } # mine\n';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'configuration-file-'));
  path = join(folder, 'connections.yaml');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => new ConfigurationFile(path, CONTEXT);
const add = (id: string) => (text: string | null) => addConnection(text, { id, name: id, kind: 'files', path: '.' });

describe('reading the configuration file', () => {
  it('takes a missing file for an empty list', async () => {
    expect(await open().read()).toEqual({ text: null, parsing: { kind: 'valid', connections: [] } });
  });

  it.each<[string, () => void, RegExp]>([
    ['a folder', () => mkdirSync(path), /^the path leads to no regular file$/],
    ['a pipe that nobody writes into', () => execFileSync('mkfifo', [path]), /^the path leads to no regular file$/],
    ['a device without an end', () => symlinkSync('/dev/zero', path), /^the path leads to no regular file$/],
    ['bytes that are no text', () => writeFileSync(path, Buffer.from([0xff, 0xfe, 0])), /^the file is not UTF-8$/],
    ['two megabytes', () => writeFileSync(path, 'x'.repeat(2_000_000)), /^the file is larger than 256 kB$/],
  ])('says so when it finds %s', async (_, make, message) => {
    make();
    expect((await open().read()).parsing).toEqual({
      kind: 'invalid',
      mistakes: [{ message: expect.stringMatching(message), line: 1, column: 1 }],
    });
  });

  it('asks for the key only when something is sealed', async () => {
    let asked = 0;
    const file = new ConfigurationFile(path, { env: {}, secretKey: () => Promise.resolve((asked++, KEY)) });
    writeFileSync(path, ONE);
    await file.read();
    expect(asked).toBe(0);
    writeFileSync(
      path,
      `connections:\n  - { id: a, name: A, kind: postgres, host: h, database: d, user: u, password: "${sealSecret('p', KEY)}" }\n`,
    );
    expect((await file.read()).parsing).toMatchObject({ connections: [{ password: 'p' }] });
    expect(asked).toBe(1);
  });
});

describe('changing the configuration file', () => {
  it('makes the folder and a file that is its owner’s alone', async () => {
    path = join(folder, 'a', 'b', 'connections.yaml');
    expect(await open().change(add('x'))).toMatchObject({ kind: 'written' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['connections.yaml']);
  });

  it('keeps the mode of the file and a link to it', async () => {
    mkdirSync(join(folder, 'real'));
    const real = join(folder, 'real', 'c.yaml');
    writeFileSync(real, ONE);
    chmodSync(real, 0o640);
    symlinkSync('real/c.yaml', path);
    await open().change(add('b'));
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain('id: b');
    expect(statSync(real).mode & 0o777).toBe(0o640);
  });

  it('follows a link to a file that is not there yet', async () => {
    symlinkSync('later.yaml', path);
    await open().change(add('b'));
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(existsSync(join(folder, 'later.yaml'))).toBe(true);
  });

  it('loses none of the changes that several ask for at once', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `c${index}`);
    await Promise.all(ids.map((id) => open().change(add(id))));
    expect((await open().read()).parsing).toMatchObject({ connections: ids.map((id) => ({ id })) });
    expect(readdirSync(folder)).toEqual(['connections.yaml']);
  });

  it('is made anew when somebody else writes meanwhile', async () => {
    writeFileSync(path, ONE);
    let calls = 0;
    const change = await open().change((text) => {
      if (++calls === 1) writeFileSync(path, `${ONE}# by hand\n`);
      return changeConnection(text ?? '', 'a', { name: 'B' });
    });
    expect(change.kind).toBe('written');
    expect(readFileSync(path, 'utf8')).toBe(`${ONE.replace('name: A', 'name: B')}# by hand\n`);
  });

  it('gives up on a file that never rests', async () => {
    writeFileSync(path, ONE);
    let calls = 0;
    const change = await open().change((text) => {
      writeFileSync(path, `${ONE}# ${++calls}\n`);
      return changeConnection(text ?? '', 'a', { name: 'B' });
    });
    expect(change).toEqual({ kind: 'busy' });
    expect(readFileSync(path, 'utf8')).toBe(`${ONE}# ${calls}\n`);
  });

  it('writes neither over a broken text nor a text that would be broken', async () => {
    writeFileSync(path, 'connections: [');
    expect(await open().change(add('b'))).toMatchObject({
      kind: 'refused',
      because: 'before',
      mistakes: [{ line: 1 }],
    });
    writeFileSync(path, ONE);
    expect(await open().change(() => 'connections: 5')).toMatchObject({ kind: 'refused', because: 'after' });
    expect(readFileSync(path, 'utf8')).toBe(ONE);
  });

  it('goes on after a change that failed', async () => {
    const failing = open().change(() => {
      throw new Error('no');
    });
    const next = open().change(add('b'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toMatchObject({ kind: 'written' });
  });
});

describe('setConnectionSetting', () => {
  const set = (id: string, name: string, value: string | number | null) =>
    setConnectionSetting(path, id, { name, value }, CONTEXT);

  it('changes one setting and keeps the rest of the text', async () => {
    writeFileSync(path, ONE);
    expect(await set('a', 'path', './new')).toBe(true);
    expect(await set('a', 'colour', 'red')).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe(
      'connections:\n  - { id: a, name: A, kind: files, colour: red, path: ./new } # mine\n',
    );
  });

  it('leaves alone what it does not find or cannot read', async () => {
    expect(await set('a', 'name', 'B')).toBe(false);
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, ONE);
    expect(await set('b', 'name', 'B')).toBe(false);
    expect(await set('a', 'kind', 'nonsense')).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(ONE);
    writeFileSync(path, 'connections: [');
    expect(await set('a', 'name', 'B')).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('connections: [');
  });
});
