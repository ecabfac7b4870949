import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { idFromName } from './connection-id.js';
import { isConnectionId } from './connection-rules.js';

describe('idFromName', () => {
  it.each([
    ['Shop (production)', 'shop-production'],
    ['Crème brûlée', 'creme-brulee'],
    ['  --x--  ', 'x'],
    ['../../etc/passwd', 'etc-passwd'],
    ['日本語', 'files'],
    ['', 'files'],
    ['ﬁle', 'file'],
  ])('makes of %j the id %j', (name, id) => expect(idFromName(name, 'files', () => false)).toBe(id));

  it('counts up until nobody has the id', () => {
    const taken = new Set(['a', 'a-2', 'a-3']);
    expect(idFromName('A', 'files', (id) => taken.has(id))).toBe('a-4');
  });

  it('makes a valid id of any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (name) => {
        expect(isConnectionId(idFromName(name, 'duckdb', () => false))).toBe(true);
      }),
    );
  });
});
