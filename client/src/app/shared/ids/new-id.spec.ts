import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { newId } from './new-id';

describe('newId', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    [0x00, '00000000-0000-4000-8000-000000000000'],
    [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
    [0x5a, '5a5a5a5a-5a5a-4a5a-9a5a-5a5a5a5a5a5a'],
  ])('marks version and variant in bytes of %i', (byte, id) => {
    jest.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      (bytes as Uint8Array).fill(byte);
      return bytes;
    });
    expect(newId()).toBe(id);
  });

  it('is another one each time', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newId())).size).toBe(1000);
  });
});
