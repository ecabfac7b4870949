import { expect, test } from '@jest/globals';
import { GROUP, MAX_ITEMS, ranked } from './candidate.js';
import type { Candidate } from './candidate.js';

const GROUPS = [GROUP.column, GROUP.related, GROUP.onPath, GROUP.elsewhere, GROUP.keyword];

/** Names that begin with what was typed, hold a word that does, contain it, or do neither; some of them twice. */
function candidates(count: number, seed: number): Candidate[] {
  return Array.from({ length: count }, (_, index) => {
    const n = (index * 7919 + seed * 104_729) % 9973;
    const label = [`Ab${n % 800}`, `x_ab${n}`, `xab${n}`, `y${n}`][n % 4] ?? '';
    const group = GROUPS[Math.floor(n / 4) % GROUPS.length] ?? GROUP.onPath;
    return { label, insert_text: `${label} ${index}`, kind: 'table', detail: '', group };
  });
}

/** The same, by sorting all of them. */
function sorted(all: readonly Candidate[]): string[] {
  const quality = ({ label }: Candidate): number => (label.startsWith('A') ? 0 : label.startsWith('x_') ? 1 : 2);
  const fitting = all.filter(({ label }) => /ab/i.test(label));
  fitting.sort((a, b) => {
    const byName = a.group === GROUP.column ? 0 : Number(a.label > b.label) - Number(a.label < b.label);
    return quality(a) - quality(b) || a.group - b.group || byName;
  });
  return fitting.map(({ insert_text }) => insert_text);
}

test.each([0, 1, 150, 200, 201, 999, 1_000, 1_001, 4_000, 20_000])('of %i candidates the best are given', (count) => {
  for (let seed = 0; seed < 5; seed += 1) {
    const all = candidates(count, seed);
    const expected = sorted(all);
    const { items, isCut } = ranked(all, 'AB');
    expect(items.map(({ insert_text }) => insert_text)).toEqual(expected.slice(0, MAX_ITEMS));
    expect(isCut).toBe(expected.length > MAX_ITEMS);
  }
});
