import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ownedId, processOfId } from './owned-id.js';

describe('ids that name their process', () => {
  it.each([
    ['p17-6f9619ff-8b86-4d01-b42d-00cf4fc964ff', '17'],
    ['p2147483647-a', '2147483647'],
    ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff', null],
    ['p-6f9619ff', null],
    ['p17-', null],
    ['p17', null],
    ['p12345678901-a', null],
    ['x p17-a', null],
    ['P17-a', null],
    ['', null],
  ])('finds the process of %s', (id, process) => {
    expect(processOfId(id)).toBe(process);
  });

  it('leaves an id alone where there is one process', () => {
    expect(ownedId(null, '6f96')).toBe('6f96');
  });

  it('finds the process of every id that was made with one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.uuid(), (process, unique) => {
        expect([processOfId(ownedId(String(process), unique)), processOfId(unique)]).toEqual([String(process), null]);
      }),
    );
  });
});
