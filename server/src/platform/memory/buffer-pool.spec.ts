import { describe, expect, it } from '@jest/globals';
import { BufferPool } from './buffer-pool.js';

const KIBIBYTE = 1024;

describe('BufferPool', () => {
  it('hands out the same memory again', () => {
    const pool = new BufferPool();
    const first = pool.take(20 * KIBIBYTE);
    pool.giveBack(first);
    expect(pool.take(19 * KIBIBYTE).buffer).toBe(first.buffer);
  });

  it('never hands out memory twice at once', () => {
    const pool = new BufferPool();
    expect(pool.take(10).buffer).not.toBe(pool.take(10).buffer);
  });

  it.each([0, 1, 16 * KIBIBYTE, 16 * KIBIBYTE + 1, 1024 * KIBIBYTE, 1024 * KIBIBYTE + 1])(
    'has room for %d bytes',
    (bytes) => {
      expect(new BufferPool().take(bytes).length).toBeGreaterThanOrEqual(bytes);
    },
  );

  it('encodes a text, also into memory that held a longer one', () => {
    const pool = new BufferPool();
    pool.giveBack(pool.encode('x'.repeat(1000)));
    expect(pool.encode('é😀').toString()).toBe('é😀');
  });

  it.each([
    ['more than it may keep', 128 * KIBIBYTE, 64 * KIBIBYTE],
    ['what is too large to wait', 2048 * KIBIBYTE, 8192 * KIBIBYTE],
  ])('lets go of %s', (_, bytes, maxSpareBytes) => {
    const pool = new BufferPool(maxSpareBytes);
    const first = pool.take(bytes);
    pool.giveBack(first);
    expect(pool.take(bytes).buffer).not.toBe(first.buffer);
  });

  it('keeps buffers of the size in use when it is full of another one', () => {
    const pool = new BufferPool(64 * KIBIBYTE);
    for (const buffer of [pool.take(32 * KIBIBYTE), pool.take(32 * KIBIBYTE)]) pool.giveBack(buffer);
    const current = pool.take(20 * KIBIBYTE);
    pool.giveBack(current);
    expect(pool.take(20 * KIBIBYTE).buffer).toBe(current.buffer);
  });

  it('keeps as many bytes as it may, the sizes that were used last', () => {
    const pool = new BufferPool(64 * KIBIBYTE);
    const [old, used, added] = [pool.take(20 * KIBIBYTE), pool.take(24 * KIBIBYTE), pool.take(32 * KIBIBYTE)];
    for (const buffer of [old, used, added]) pool.giveBack(buffer);
    expect(pool.take(20 * KIBIBYTE).buffer).not.toBe(old.buffer);
    expect(pool.take(24 * KIBIBYTE).buffer).toBe(used.buffer);
    expect(pool.take(32 * KIBIBYTE).buffer).toBe(added.buffer);
  });
});
