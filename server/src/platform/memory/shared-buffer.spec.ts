import { describe, expect, it } from '@jest/globals';
import { BufferPool } from './buffer-pool.js';
import { SharedBuffer } from './shared-buffer.js';

const BYTES = 20_000;

describe('SharedBuffer', () => {
  it('gives its memory back when the last holder has released it', () => {
    const pool = new BufferPool();
    const shared = new SharedBuffer(pool, BYTES);
    const releases = [shared.hold(), shared.hold()];
    for (const release of releases) {
      release();
      expect(pool.take(BYTES).buffer).not.toBe(shared.bytes.buffer);
    }
    shared.release();
    expect(pool.take(BYTES).buffer).toBe(shared.bytes.buffer);
  });

  it('waits for a holder that is slower than its maker', () => {
    const pool = new BufferPool();
    const shared = new SharedBuffer(pool, BYTES);
    const release = shared.hold();
    shared.release();
    expect(pool.take(BYTES).buffer).not.toBe(shared.bytes.buffer);
    release();
    expect(pool.take(BYTES).buffer).toBe(shared.bytes.buffer);
  });

  it('counts a holder that releases twice once', () => {
    const pool = new BufferPool();
    const shared = new SharedBuffer(pool, BYTES);
    const [first] = [shared.hold(), shared.hold()];
    shared.release();
    first();
    first();
    expect(pool.take(BYTES).buffer).not.toBe(shared.bytes.buffer);
  });
});
