import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AuditEntry } from '../api/index.js';
import { CHAIN_BEGIN, ChainCheck, chainEntry, entryHash } from './index.js';
import type { ChainBreakPosition, ChainHead } from './index.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const fact = (id: string): Omit<AuditEntry, 'sequence' | 'hash'> => ({
  at: '2026-11-20T09:00:00.000Z',
  action: 'connection.change',
  outcome: 'done',
  actor: { kind: 'user', user_id: 'ann', name: 'ann@example.org', token_id: null },
  object: { kind: 'connection', id, name: 'Shop' },
  details: { fields: ['host', 'port'], count: 2 },
});

function chain(length: number, name = 'c'): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let index = 0; index < length; index += 1)
    entries.push(chainEntry(entries.at(-1) ?? CHAIN_BEGIN, fact(`${name}${index}`), sha256));
  return entries;
}

function check(entries: readonly (AuditEntry | null)[], kept: readonly ChainHead[] = []): ChainBreakPosition | null {
  const run = new ChainCheck(sha256, kept);
  entries.forEach((entry, index) => run.add(entry?.sequence ?? index + 1, entry));
  return run.brokenAt;
}

const at = (entries: readonly AuditEntry[], sequence: number) => {
  const entry = entries[sequence - 1];
  if (entry === undefined) throw new Error('no such entry');
  return entry;
};
const change = (entries: AuditEntry[], sequence: number, part: Partial<AuditEntry>) =>
  entries.map((entry) => (entry.sequence === sequence ? { ...entry, ...part } : entry));

describe('an audit chain', () => {
  it('begins with the hash that anybody can work out by hand', () => {
    const text =
      '{"action":"connection.change","actor":{"kind":"user","name":"ann@example.org","token_id":null,"user_id":"ann"},' +
      '"at":"2026-11-20T09:00:00.000Z","details":{"count":2,"fields":["host","port"]},' +
      '"object":{"id":"c0","kind":"connection","name":"Shop"},"outcome":"done","sequence":1}';
    expect(at(chain(1), 1)).toMatchObject({ sequence: 1, hash: sha256(`${'0'.repeat(64)}\n${text}`) });
  });

  const five = chain(5);
  const others = chain(5, 'other');
  const resealed = { ...at(five, 3), outcome: 'denied' as const };
  resealed.hash = entryHash(at(five, 2).hash, resealed, sha256);

  it.each<[string, (AuditEntry | null)[], ChainHead[], ChainBreakPosition | null]>([
    ['one without entries', [], [], null],
    ['a whole one', five, [], null],
    ['a whole one with heads of its own, in any order', five, [at(five, 5), at(five, 2), CHAIN_BEGIN], null],
    ['one with a changed entry', change(five, 3, { outcome: 'denied' }), [], { sequence: 3, reason: 'changed' }],
    ['one with a changed hash', change(five, 3, { hash: 'f'.repeat(64) }), [], { sequence: 3, reason: 'changed' }],
    ['one with an entry sealed anew', five.with(2, resealed), [], { sequence: 4, reason: 'changed' }],
    ['one with an entry that cannot be read', [five[0] ?? null, null], [], { sequence: 2, reason: 'changed' }],
    ['one without its first', five.slice(1), [], { sequence: 1, reason: 'missing' }],
    ['one without a middle one', five.toSpliced(2, 1), [], { sequence: 3, reason: 'missing' }],
    ['one with two swapped', [...five.slice(0, 2), at(five, 4), at(five, 3)], [], { sequence: 3, reason: 'missing' }],
    ['one with an entry twice', [...five.slice(0, 2), at(five, 2)], [], { sequence: 3, reason: 'missing' }],
    ['one cut off, as far as the chain alone shows', five.slice(0, 3), [], null],
    ['one cut off, with a head kept', five.slice(0, 3), [at(five, 5)], { sequence: 4, reason: 'missing' }],
    ['one emptied, with a head kept', [], [at(five, 5)], { sequence: 1, reason: 'missing' }],
    ['another one that fits', others, [], null],
    ['another one that fits, with a head kept', others, [at(five, 4)], { sequence: 4, reason: 'replaced' }],
    ['heads that contradict each other', five, [at(five, 4), at(others, 4)], { sequence: 4, reason: 'replaced' }],
  ])('is judged: %s', (_, entries, kept, expected) => {
    expect(check(entries, kept)).toEqual(expected);
  });

  it('returns the last valid entry', () => {
    const run = new ChainCheck(sha256);
    for (const entry of change(five, 4, { at: 'x' })) run.add(entry.sequence, entry);
    expect([run.entries, run.soundHead]).toEqual([5, { sequence: 3, hash: at(five, 3).hash }]);
  });

  it('has another hash when any field is another', () => {
    const text = fc.string({ unit: 'grapheme' });
    const entry = fc.record({
      sequence: fc.integer({ min: 1 }),
      at: text,
      action: text,
      outcome: fc.constantFrom('done' as const, 'denied' as const, 'failed' as const),
      actor: fc.option(fc.record({ kind: text, user_id: text, name: text, token_id: fc.option(text) })),
      object: fc.record({ kind: text, id: text, name: fc.option(text) }),
      details: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text))),
    });
    fc.assert(
      fc.property(entry, entry, (one, other) => {
        const isSame = sameFacts(one, other);
        expect(entryHash('a', one, sha256) === entryHash('a', other, sha256)).toBe(isSame);
        expect(entryHash('a', one, sha256)).not.toBe(entryHash('b', one, sha256));
        for (const name of Object.keys(one) as (keyof typeof one)[]) {
          const mixed = { ...one, [name]: other[name] };
          expect(entryHash('a', one, sha256) === entryHash('a', mixed, sha256)).toBe(sameFacts(one, mixed));
        }
      }),
    );
  });
});

/** Compares through lists of pairs, so that the rule under test is not what judges it. */
function sameFacts(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
}
