import { describe, expect, it } from '@jest/globals';
import type { ConnectionKindInfo } from '#libs/api';
import type { FieldChoice } from '#libs/forms';
import { KINDS } from '../client/src/testing/connection-kinds.js';
import { connectionKinds } from '../server/src/connections/connection-kinds.js';

/** The samples have fewer choices than there are encodings. */
function withoutEncodings(kinds: readonly object[]): unknown {
  return JSON.parse(JSON.stringify(kinds, (key, value: unknown) => (key === 'choices' ? null : value)));
}

function choicesOf(kinds: readonly ConnectionKindInfo[]): Map<string, readonly FieldChoice[]> {
  const fields = kinds.flatMap(({ kind, settings }) => settings.map((field) => ({ kind, field })));
  return new Map(fields.map(({ kind, field }) => [`${kind} ${field.name}`, field.choices ?? []]));
}

describe('the kinds of connections that tests of the client use', () => {
  const described = connectionKinds().items;

  it('are those that the server describes', () => {
    const sampled = described.filter(({ kind }) => KINDS.some((sample) => sample.kind === kind));
    expect(sampled).toHaveLength(KINDS.length);
    expect(withoutEncodings(KINDS)).toEqual(withoutEncodings(sampled));
  });

  it('offer choices that the server describes', () => {
    const known = choicesOf(described);
    for (const [setting, choices] of choicesOf(KINDS)) {
      expect(known.get(setting)).toEqual(expect.arrayContaining([...choices]));
    }
  });
});
