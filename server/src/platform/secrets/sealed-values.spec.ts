import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SecretKeyFile, createSecretKey, readSecretKey } from './secret-key-file.js';
import { openSecret, sealSecret, secretKeyOf } from './sealed-values.js';

const KEY = secretKeyOf(Buffer.alloc(32, 7));
const OTHER = secretKeyOf(Buffer.alloc(32, 8));
const plainOf = (sealed: string, key = KEY) => {
  const opening = openSecret(sealed, key);
  return opening.kind === 'plain' ? opening.text : null;
};

describe('sealed values', () => {
  it('open with the key they were sealed with', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        expect(plainOf(sealSecret(plain, KEY))).toBe(plain);
      }),
    );
  });

  it('look different each time and show nothing of the password', () => {
    const [first, second] = [sealSecret('hunter2', KEY), sealSecret('hunter2', KEY)];
    expect(first).toMatch(/^enc:v1:[0-9a-f]{16}\.[A-Za-z0-9_-]+$/);
    expect(first).not.toBe(second);
    expect(first).not.toContain('hunter2');
  });

  it('do not open with another key or without one, and name the key they need', () => {
    const sealed = sealSecret('x', KEY);
    const { fingerprint } = OTHER;
    expect(openSecret(sealed, OTHER)).toEqual({
      ...{ kind: 'undecryptable', needed: KEY.fingerprint, key: { kind: 'present', fingerprint } },
    });
    expect(openSecret(sealed, { kind: 'missing' })).toEqual({
      ...{ kind: 'undecryptable', needed: KEY.fingerprint, key: { kind: 'missing' } },
    });
  });

  it('of versions that noted no fingerprint open as before', () => {
    const sealed = sealSecret('x', KEY).replace(`${KEY.fingerprint}.`, '');
    expect([plainOf(sealed), plainOf(sealed, OTHER)]).toEqual(['x', null]);
    expect(openSecret(sealed, OTHER)).toMatchObject({ needed: null });
  });

  it('carry a fingerprint that says nothing about the key', () => {
    expect(KEY.fingerprint).not.toBe(OTHER.fingerprint);
    expect(KEY.bytes.toString('hex')).not.toContain(KEY.fingerprint);
  });

  it('do not open after any change of any byte', () => {
    const bytes = Buffer.from(sealSecret('password', KEY).split('.')[1] ?? '', 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(plainOf(`enc:v1:${changed.toString('base64url')}`)).toBeNull();
    }
  });

  it('do not open when cut short or written in another way', () => {
    const sealed = sealSecret('password', KEY);
    for (let length = 0; length < sealed.length; length++) expect(plainOf(sealed.slice(0, length))).toBeNull();
    const inside = sealed.length - 4;
    const turned = `${sealed.slice(0, inside)} ${sealed.slice(inside)}`;
    const standard = sealed.replaceAll('-', '+').replaceAll('_', '/');
    const other = sealed.replace(KEY.fingerprint, KEY.fingerprint.toUpperCase());
    const written = [
      '',
      'enc:v1:',
      'enc:v1:!!',
      'enc:v2:AAAA',
      `${sealed}=`,
      `${sealed}\n`,
      ` ${sealed}`,
      turned,
      other,
    ];
    for (const text of [...written, ...(standard === sealed ? [] : [standard])]) {
      expect(plainOf(text)).toBeNull();
    }
  });
});

describe('secret.key', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'secret-key-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const bytes = () => readFileSync(join(home, 'secret.key'));

  it('is made once, with 32 bytes that only the owner reads', async () => {
    const folder = join(home, 'state');
    await createSecretKey(folder);
    const key = await readSecretKey(folder);
    expect(key).toMatchObject({ kind: 'present', bytes: { length: 32 } });
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    await createSecretKey(folder);
    expect(await readSecretKey(folder)).toEqual(key);
    expect(readdirSync(folder)).toEqual(['secret.key']);
  });

  it('is one key even when many create it at once', async () => {
    const create = async () => {
      await createSecretKey(home);
      return bytes().toString('hex');
    };
    expect(new Set(await Promise.all(Array.from({ length: 20 }, create))).size).toBe(1);
    expect(readdirSync(home)).toEqual(['secret.key']);
  });

  it('has its permissions narrowed when they are too wide', async () => {
    await createSecretKey(home);
    chmodSync(join(home, 'secret.key'), 0o644);
    await readSecretKey(home);
    expect(statSync(join(home, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  it('is never created by reading, nor replaced when it is no key', async () => {
    expect(await readSecretKey(home)).toEqual({ kind: 'missing' });
    expect(readdirSync(home)).toEqual([]);
    writeFileSync(join(home, 'secret.key'), 'short');
    await createSecretKey(home);
    expect(await readSecretKey(home)).toEqual({ kind: 'unreadable', reason: 'it holds 5 bytes, not 32' });
    expect(bytes().toString()).toBe('short');
  });

  it('is not waited for where it is a pipe', async () => {
    execFileSync('mkfifo', [join(home, 'secret.key')]);
    expect(await readSecretKey(home)).toEqual({ kind: 'unreadable', reason: 'it cannot be read, EFTYPE' });
  });

  describe('kept in memory', () => {
    let later = 0;
    const clock = { now: () => Date.now() + later, isoNow: () => '' };
    const path = () => join(home, 'secret.key');
    const other = Buffer.alloc(32, 9);
    beforeEach(async () => {
      later = 60_000;
      await createSecretKey(home);
    });

    it('is read once while the file stays as it is', async () => {
      const file = new SecretKeyFile(home, clock);
      expect(await file.read()).toBe(await file.read());
    });

    it('is read anew for a file of which a write might not show in its times yet', async () => {
      later = 0;
      const file = new SecretKeyFile(home, clock);
      const first = await file.read();
      expect(await file.read()).not.toBe(first);
      expect(await file.read()).toEqual(first);
    });

    it.each([
      ['written in place', () => writeFileSync(path(), other)],
      [
        'replaced by another file',
        () => {
          writeFileSync(`${path()}.new`, other, { mode: 0o600 });
          renameSync(`${path()}.new`, path());
        },
      ],
    ])('is the new key when the file was %s', async (_, change) => {
      const file = new SecretKeyFile(home, clock);
      await file.read();
      change();
      expect(await file.read()).toEqual(secretKeyOf(other));
    });

    it('is missing when the file is, and there again when the file is', async () => {
      const file = new SecretKeyFile(home, clock);
      const key = await file.read();
      renameSync(path(), `${path()}.away`);
      expect(await file.read()).toEqual({ kind: 'missing' });
      renameSync(`${path()}.away`, path());
      expect(await file.read()).toEqual(key);
    });

    it('has its permissions narrowed at the next reading', async () => {
      const file = new SecretKeyFile(home, clock);
      await file.read();
      chmodSync(path(), 0o644);
      await file.read();
      expect(statSync(path()).mode & 0o777).toBe(0o600);
    });
  });
});
