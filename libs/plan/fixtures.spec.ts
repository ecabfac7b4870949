import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { listNodes, readPlan } from './index.js';
import { planText } from './testing/plan-text.js';

const FOLDER = new URL('./fixtures/', import.meta.url);
const CASES = readdirSync(FOLDER)
  .filter((name) => name !== 'servers')
  .sort();

describe('plans of real servers', () => {
  it.each(CASES)('reads %s as expected', (name) => {
    const folder = new URL(`${name}/`, FOLDER);
    const read = planText(readPlan(readFileSync(new URL('input.json', folder), 'utf8')));
    const expected = new URL('expected.txt', folder);
    expect(read).toBe(readFileSync(expected, 'utf8'));
  });

  it.each(CASES)('gives out the whole cost of %s and not more', (name) => {
    const plan = readPlan(readFileSync(new URL(`${name}/input.json`, FOLDER), 'utf8'));
    const nodes = listNodes(plan.root);
    const own = nodes.map(({ ownCost }) => ownCost ?? 0);
    const total = plan.totalCost ?? 0;
    expect(Math.min(...own)).toBeGreaterThanOrEqual(0);
    expect(Math.abs(own.reduce((sum, cost) => sum + cost, 0) - total)).toBeLessThanOrEqual(total * 1e-9);
    expect(nodes.map(({ id }) => id)).toEqual(nodes.map((_, at) => at));
  });
});
