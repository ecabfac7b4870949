import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { shopPlace } from './shop-place.js';

describe('shopPlace', () => {
  let home: string;
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'shop-place-'));
    mkdirSync(join(home, 'demo'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it.each([0o755, 0o700, 0o710])('lets the group of Postgres through a state directory of mode %o', async (mode) => {
    chmodSync(home, mode);
    expect(await shopPlace(home, own)).toBe(join(home, 'demo'));
    expect((statSync(home).mode & 0o077).toString(8)).toBe('10');
  });

  it('leaves a state directory alone where Postgres runs as the same user', async () => {
    chmodSync(home, 0o755);
    expect(await shopPlace(home, null)).toBe(join(home, 'demo'));
    expect(statSync(home).mode & 0o777).toBe(0o755);
  });
});
