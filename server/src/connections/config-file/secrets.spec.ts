import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decryptSecret, encryptSecret, loadOrCreateSecretKey } from './secrets.js';

const KEY = Buffer.alloc(32, 7);

describe('sealed values', () => {
  it('open with the key they were sealed with', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        expect(decryptSecret(encryptSecret(plain, KEY), KEY)).toBe(plain);
      }),
    );
  });

  it('look different each time and show nothing of the password', () => {
    const [first, second] = [encryptSecret('hunter2', KEY), encryptSecret('hunter2', KEY)];
    expect(first).toMatch(/^enc:v1:[A-Za-z0-9_-]+$/);
    expect(first).not.toBe(second);
    expect(first).not.toContain('hunter2');
  });

  it('do not open with another key', () => {
    expect(decryptSecret(encryptSecret('x', KEY), Buffer.alloc(32, 8))).toBeNull();
  });

  it('do not open after any change of any byte', () => {
    const bytes = Buffer.from(encryptSecret('password', KEY).slice('enc:v1:'.length), 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(decryptSecret(`enc:v1:${changed.toString('base64url')}`, KEY)).toBeNull();
    }
  });

  it('do not open when cut short or written in another way', () => {
    const sealed = encryptSecret('password', KEY);
    for (let length = 0; length < sealed.length; length++)
      expect(decryptSecret(sealed.slice(0, length), KEY)).toBeNull();
    for (const text of ['', 'enc:v1:', 'enc:v1:!!', 'enc:v2:AAAA', `${sealed}=`, `${sealed}\n`, ` ${sealed}`]) {
      expect(decryptSecret(text, KEY)).toBeNull();
    }
  });
});

describe('secret.key', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'secret-key-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('is made once, with 32 bytes that only the owner reads', async () => {
    const folder = join(home, 'state');
    const key = await loadOrCreateSecretKey(folder);
    expect(key).toHaveLength(32);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(await loadOrCreateSecretKey(folder)).toEqual(key);
    expect(readdirSync(folder)).toEqual(['secret.key']);
  });

  it('is one key even when many ask for it first', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => loadOrCreateSecretKey(home)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toEqual(readFileSync(join(home, 'secret.key')));
    expect(readdirSync(home)).toEqual(['secret.key']);
  });

  it('has its permissions narrowed when they are too wide', async () => {
    await loadOrCreateSecretKey(home);
    chmodSync(join(home, 'secret.key'), 0o644);
    await loadOrCreateSecretKey(home);
    expect(statSync(join(home, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  it('is never replaced when it is no key', async () => {
    writeFileSync(join(home, 'secret.key'), 'short');
    await expect(loadOrCreateSecretKey(home)).rejects.toThrow('secret.key must hold 32 bytes, not 5');
    expect(readFileSync(join(home, 'secret.key'), 'utf8')).toBe('short');
  });
});
