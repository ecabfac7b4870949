import { describe, expect, it } from '@jest/globals';
import { KINDS } from '../client/src/testing/connection-kinds.js';
import { connectionKinds } from '../server/src/connections/connection-kinds.js';

/** The samples have fewer choices than there are encodings. */
function withoutEncodings(kinds: readonly object[]): unknown {
  return JSON.parse(JSON.stringify(kinds, (key, value: unknown) => (key === 'choices' ? null : value)));
}

describe('the kinds of connections that tests of the client use', () => {
  it('are those that the server describes', () => {
    expect(withoutEncodings(KINDS)).toEqual(withoutEncodings(connectionKinds().items));
  });
});
